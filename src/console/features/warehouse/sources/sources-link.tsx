// A link from the settings of a warehouse to its sources, with their number and freshness.
import { Jump } from "#console/foundation/ui/jump.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import { sourcesID } from "./sources-section.tsx";
import { useFreshnessOfAll } from "./source-state.tsx";

export function SourcesLink() {
  const sources = useFreshnessOfAll();
  const having = (wanted: string) => sources.filter(({ state }) => state === wanted).length;
  const [stale, failing] = [having("stale"), having("failing")];
  return (
    <span>
      <Jump to={sourcesID} block="start" className="font-medium">
        {sources.length > 0 ? plural(sources.length, "source") : "Sources"}
      </Jump>
      {stale > 0 ? <span className="text-warning">, {stale} stale</span> : null}
      {failing > 0 ? <span className="text-danger">, {failing} cannot be read</span> : null}
    </span>
  );
}
