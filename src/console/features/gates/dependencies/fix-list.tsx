import { TriangleAlert } from "lucide-react";
import { memo, useMemo } from "react";
import type { Fix, FixPlace } from "#targeting/dependencies/fixes.ts";
import type { Dependencies } from "#console/features/gates/dependencies/model/dependencies.ts";
import { EntityLink } from "#console/features/gates/dependencies/model/entity-link.tsx";
import { plural } from "#console/features/gates/dependencies/model/node-text.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { fixesOf, placeText, ruleOf } from "./fixes-of.ts";

/** More are folded away, so that they do not push the graph out of sight. */
const inView = 4;

/** The way to the rule that asks or, where no rule is known, to what asks. */
const PlaceLink = ({ place }: { place: FixPlace }) => (
  <EntityLink node={place.node} className="link font-medium" rule={ruleOf(place)?.id}>
    {placeText(place)}
  </EntityLink>
);

const FixItem = ({ fix: { kind, message, places } }: { fix: Fix }) => (
  <li className="flex gap-2">
    <TriangleAlert
      size={16}
      aria-hidden
      className={`mt-0.5 shrink-0 ${kind === "stale" ? "text-text-muted" : "text-warning"}`}
    />
    <span className="min-w-0 break-words">
      {message}{" "}
      <span className="text-text-muted">
        Mend it in{" "}
        {places.map((place, index) => (
          <span key={place.node.key}>
            {index > 0 ? " or " : null}
            <PlaceLink place={place} />
          </span>
        ))}
        .
      </span>
    </span>
  </li>
);

/** References to mend, and where. Nothing where all is well. */
export const FixList = memo(function FixList({ dependencyGraphs }: { dependencyGraphs: Dependencies }) {
  const fixes = useMemo(() => fixesOf(dependencyGraphs), [dependencyGraphs]);
  if (fixes.length === 0) return null;
  const [first, more] = [fixes.slice(0, inView), fixes.slice(inView)];
  return (
    <section aria-labelledby="to-mend" className="pb-3">
      <SectionHead id="to-mend" title="To mend" note="References that cannot do what they are for." />
      <ul aria-labelledby="to-mend" className="grid gap-2">
        {first.map((fix) => (
          <FixItem key={fix.message} fix={fix} />
        ))}
      </ul>
      {more.length > 0 ? (
        <details className="pt-1">
          <summary className="min-h-8 content-center text-text-muted pointer-coarse:min-h-11">
            {plural(more.length, "more reference")} to mend
          </summary>
          <ul aria-label="More to mend" className="grid gap-2 pt-1">
            {more.map((fix) => (
              <FixItem key={fix.message} fix={fix} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
});
