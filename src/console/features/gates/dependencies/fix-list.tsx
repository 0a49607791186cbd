import { Check, TriangleAlert } from "lucide-react";
import { memo, useMemo, useState } from "react";
import { fixesIn, type Fix, type FixPlace } from "#targeting/dependencies/fixes.ts";
import type { Dependencies } from "#targeting/dependencies/graph.ts";
import { EntityLink } from "#console/features/gates/dependencies/model/entity-link.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { plural } from "#console/foundation/ui/wording.ts";

/** Further ones are folded away, so that they do not push the graph out of sight. */
const inView = 4;

/** The rule of a gate or config that refers; the rules of experiments have no page. */
const ruleOf = ({ node, references: [first] }: FixPlace) =>
  node.kind === "experiment" || first?.ruleIndex === undefined ? undefined : first;

/** "rule 1 of checkout_v2" */
export function fixPlaceText(place: FixPlace): string {
  const { ruleIndex } = ruleOf(place) ?? {};
  return ruleIndex === undefined ? place.node.name : `rule ${ruleIndex + 1} of ${place.node.name}`;
}

interface FixItemProps {
  fix: Fix;
  isFixed: boolean;
}

/** A fixed one takes the same room as before, so that nothing below it moves. */
function FixItem({ fix: { kind, message, places }, isFixed }: FixItemProps) {
  const Icon = isFixed ? Check : TriangleAlert;
  const tone = isFixed ? "text-positive" : kind === "stale" ? "text-text-muted" : "text-warning";
  return (
    <li className="flex gap-2">
      <Icon
        size={16}
        role="img"
        aria-label={isFixed ? "Fixed" : "To fix"}
        className={`mt-0.5 shrink-0 ${tone}`}
      />
      <span className={`min-w-0 break-words ${isFixed ? "text-text-muted line-through" : ""}`}>
        {message}{" "}
        <span className="text-text-muted">
          Fix it in{" "}
          {places.map((place, index) => (
            <span key={place.node.key}>
              {index > 0 ? " or " : null}
              <EntityLink node={place.node} className="link font-medium" rule={ruleOf(place)?.ruleID}>
                {fixPlaceText(place)}
              </EntityLink>
            </span>
          ))}
          .
        </span>
      </span>
    </li>
  );
}

/** References to fix, and where; those fixed since the list came into view, too. Nothing where all is well. */
export const FixList = memo(function FixList({ dependencies }: { dependencies: Dependencies }) {
  const fixes = useMemo(() => fixesIn(dependencies), [dependencies]);
  const [seen, setSeen] = useState(fixes);
  const isIn = (list: readonly Fix[], { message }: Fix) => list.some((fix) => fix.message === message);
  const added = fixes.filter((fix) => !isIn(seen, fix));
  if (added.length > 0) setSeen([...seen, ...added]);
  if (seen.length === 0) return null;
  const item = (fix: Fix) => <FixItem key={fix.message} fix={fix} isFixed={!isIn(fixes, fix)} />;
  const [first, more] = [seen.slice(0, inView), seen.slice(inView)];
  return (
    <section aria-labelledby="to-fix" className="pb-3">
      <SectionHead id="to-fix" title="To fix" note="References that cannot do what they are for." />
      <ul aria-labelledby="to-fix" className="grid gap-2">
        {first.map(item)}
      </ul>
      {more.length > 0 ? (
        <details className="pt-1">
          <summary className="min-h-8 content-center text-text-muted pointer-coarse:min-h-11">
            {plural(more.length, "more reference")} to fix
          </summary>
          <ul aria-label="More to fix" className="grid gap-2 pt-1">
            {more.map(item)}
          </ul>
        </details>
      ) : null}
    </section>
  );
});
