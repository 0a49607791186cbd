// A link from the settings of a warehouse to its sources, with their number and freshness.
import { Link, useParams } from "@tanstack/react-router";
import { plural } from "#console/foundation/ui/wording.ts";
import { useFreshnessOfAll } from "./source-state.tsx";

export function SourcesLink() {
  const { company = "-" } = useParams({ strict: false });
  const sources = useFreshnessOfAll();
  const having = (wanted: string) => sources.filter(({ state }) => state === wanted).length;
  const [stale, failing] = [having("stale"), having("failing")];
  return (
    <span>
      <Link to="/$company/assignment_sources" params={{ company }} className="link font-medium">
        {sources.length > 0 ? plural(sources.length, "source") : "Sources"}
      </Link>
      {stale > 0 ? <span className="text-warning">, {stale} stale</span> : null}
      {failing > 0 ? <span className="text-danger">, {failing} cannot be read</span> : null}
    </span>
  );
}
