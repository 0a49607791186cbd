import type { Dependencies } from "#targeting/dependencies/graph.ts";
import { EntityLink } from "#console/features/gates/dependencies/model/entity-link.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";

/** Lists what is missing from the dependencies, so that nobody takes them for complete. Renders nothing if nothing is missing. */
export function TruncationList({ dependencies: both }: { dependencies: Dependencies }) {
  const truncations = [both.dependents, both.dependencies].flatMap((graph) => graph.truncations);
  if (truncations.length === 0) return null;
  return (
    <section aria-labelledby="not-read">
      <SectionHead id="not-read" title="Not read" note="More may depend on this gate than stands here." />
      <ul className="grid gap-1 pb-3">
        {truncations.map((truncation) => (
          <li key={`${truncation.kind} ${truncation.id} ${truncation.message}`} className="break-words">
            <EntityLink node={truncation} className="link font-medium" />
            <span className="text-text-muted">: {truncation.message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
