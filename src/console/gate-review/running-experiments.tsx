// The running experiments whose population a change of the gate would move: told before the change, and a reason is asked for.
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { Experiment } from "#contract/experiment.ts";
import { query } from "#console/api/query.ts";
import { TextField } from "#console/forms/text-field.tsx";
import { Notice } from "#console/ui/notice.tsx";

/** The first hundred references are looked at; undefined until they are known. */
export function useRunningExperiments(gateID: string): readonly Experiment[] | undefined {
  const { data } = useQuery(query("listExperimentReferences", { id: gateID, page: 1, limit: 100 }));
  return data?.data.filter(({ status }) => status === "active");
}

/** What the change does to the experiments that run on the gate. */
export function RunningExperimentNotice({ experiments }: { experiments: readonly Experiment[] }) {
  const { company = "" } = useParams({ strict: false });
  const [first, ...more] = experiments;
  if (!first) return null;
  const others = more.length === 1 ? "1 more experiment" : `${more.length} more experiments`;
  return (
    <Notice
      tone="warning"
      title={
        more.length === 0
          ? `${first.name} is running on this gate`
          : `${first.name} and ${others} are running on this gate`
      }
      action={experiments.map(({ id, name }) => (
        <Link
          key={id}
          to="/$company/experiments/$id"
          params={{ company, id }}
          className="link font-medium break-words"
        >
          {more.length === 0 ? "See the experiment" : name}
        </Link>
      ))}
    >
      A save changes who takes part while {more.length === 0 ? "it runs" : "they run"}: results from before
      and after can no longer be read as one test.
    </Notice>
  );
}

/** Asked for where a change reaches what runs; kept with the version in the history. */
export const ReasonField = ({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (reason: string) => void;
  error?: string | undefined;
}) => (
  <TextField
    id="changeReason"
    label="Why this change is made"
    value={value}
    error={error}
    help="Kept with this version in the history."
    onChange={onChange}
  />
);
