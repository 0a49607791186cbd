import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import type { Dependencies } from "#console/features/gates/dependencies/model/dependencies.ts";
import { EntityLink } from "#console/features/gates/dependencies/model/entity-link.tsx";

/** Where reading stopped, so that nobody takes a part for the whole. Nothing where everything was read. */
export function TruncationList({
  dependencyGraphs,
  onAgain,
}: {
  dependencyGraphs: Dependencies;
  onAgain: () => void;
}) {
  const { dependents, dependencies, tellsConfigs } = dependencyGraphs;
  const truncations = [dependents, dependencies].flatMap((graph) =>
    graph.truncations.map((stop) => ({ ...stop, node: graph.nodes.get(stop.key) })),
  );
  if (truncations.length === 0 && tellsConfigs) return null;
  const hasFailed = truncations.some(({ reason }) => reason === "failed" || reason === "aborted");
  return (
    <section aria-labelledby="not-read">
      <SectionHead
        id="not-read"
        title="Not read"
        note="More may depend on this gate than stands here."
        action={
          hasFailed ? (
            <Button size="small" onClick={onAgain}>
              Read again
            </Button>
          ) : null
        }
      />
      <ul className="grid gap-1 pb-3">
        {tellsConfigs ? null : <li>This service does not tell which dynamic configs ask about a gate.</li>}
        {truncations.map(({ key, message, node }) => (
          <li key={`${key} ${message}`} className="break-words">
            {node ? <EntityLink node={node} className="link font-medium" /> : key}
            <span className="text-text-muted">: {message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
