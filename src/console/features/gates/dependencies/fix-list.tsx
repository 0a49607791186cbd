import { Check, TriangleAlert } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { fixesIn, type Fix, type FixPlace } from "#targeting/dependencies/fixes.ts";
import type { Dependencies } from "#targeting/dependencies/graph.ts";
import { EntityLink } from "#console/features/gates/dependencies/model/entity-link.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { plural } from "#console/foundation/ui/wording.ts";

/** Number of fixes shown; the rest are collapsed, so that they do not push the graph out of view. */
const inView = 4;

/** The referring rule, if it is in a gate or config; rules of experiments cannot be linked. */
const ruleOf = ({ node, references: [first] }: FixPlace) =>
  node.kind === "experiment" || first?.ruleIndex === undefined ? undefined : first;

/** Describes where to fix a reference: "rule 1 of checkout_v2". */
export function fixPlaceText(place: FixPlace): string {
  const { ruleIndex } = ruleOf(place) ?? {};
  return ruleIndex === undefined ? place.node.name : `rule ${ruleIndex + 1} of ${place.node.name}`;
}

interface FixItemProps {
  fix: Fix;
  isFixed: boolean;
}

/** One reference to fix; once fixed it keeps its size, so that nothing below it moves. */
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

interface FixListProps {
  id: string;
  title: string;
  fixes: readonly Fix[];
  isFixed: (fix: Fix) => boolean;
}

/** Renders nothing if there is nothing to fix. */
function FixList({ id, title, fixes, isFixed }: FixListProps) {
  if (fixes.length === 0) return null;
  const item = (fix: Fix) => <FixItem key={fix.message} fix={fix} isFixed={isFixed(fix)} />;
  const [first, more] = [fixes.slice(0, inView), fixes.slice(inView)];
  return (
    <section aria-labelledby={id} className="pb-3">
      <SectionHead id={id} title={title} note="References that cannot do what they are for." />
      <ul aria-labelledby={id} className="grid gap-2">
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
}

interface WithFixesProps {
  dependencies: Dependencies;
  children: ReactNode;
}

/**
 * Lists the references to fix and where, including those fixed since the page was opened. New ones that appear while the page
 * is open are listed below `children`, so that nothing moves.
 */
export function WithFixLists({ dependencies, children }: WithFixesProps) {
  const fixes = useMemo(() => fixesIn(dependencies), [dependencies]);
  const [first] = useState(fixes);
  const [later, setLater] = useState<readonly Fix[]>([]);
  const isIn = (list: readonly Fix[], { message }: Fix) => list.some((fix) => fix.message === message);
  const added = fixes.filter((fix) => !isIn(first, fix) && !isIn(later, fix));
  if (added.length > 0) setLater([...later, ...added]);
  const isFixed = (fix: Fix) => !isIn(fixes, fix);
  return (
    <>
      <FixList id="to-fix" title="To fix" fixes={first} isFixed={isFixed} />
      {children}
      <FixList id="to-fix-since" title="To fix since the page was opened" fixes={later} isFixed={isFixed} />
    </>
  );
}
