// A change of an experiment or its dependencies, with author, time and a link to the resulting version.
import { Link, useParams } from "@tanstack/react-router";
import type { RunningChange } from "#contract/experiment-overview.ts";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";

export const changeKey = ({ kind, id, version, time }: RunningChange) => `${kind} ${id} ${version ?? time}`;

export function ChangeText({
  change: { kind, id, name, version, time, author, what },
}: {
  change: RunningChange;
}) {
  const { company = "" } = useParams({ strict: false });
  return (
    <>
      {kind === "experiment" ? (
        name
      ) : kind === "segment" ? (
        // The segment page shows a history but cannot compare versions.
        <Link to="/$company/segments/$id" params={{ company, id }} className="link">
          {name}
          {version === null ? "" : `, version ${version}`}
        </Link>
      ) : (
        <Link
          to={kind === "gate" ? "/$company/gates/$id" : "/$company/dynamic_configs/$id"}
          params={{ company, id }}
          search={
            version === null ? { tab: "history" } : { tab: "history", version: version - 1, against: version }
          }
          className="link"
        >
          {name}
          {version === null ? "" : `, version ${version}`}
        </Link>
      )}
      : {what.join(", ")}
      {author ? `, ${author}` : ""}, {formatDateTime(time)}.
    </>
  );
}
