import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import type { Reach } from "#console/features/gates/dependencies/model/reach.ts";
import { ThingLink } from "#console/features/gates/dependencies/model/thing-link.tsx";

/** Where reading stopped, so that nobody takes a part for the whole. Nothing where everything was read. */
export function StopList({ reach, onAgain }: { reach: Reach; onAgain: () => void }) {
  const { dependents, dependencies, tellsConfigs } = reach;
  const stops = [dependents, dependencies].flatMap((walk) =>
    walk.stops.map((stop) => ({ ...stop, thing: walk.things.get(stop.key) })),
  );
  if (stops.length === 0 && tellsConfigs) return null;
  const hasFailed = stops.some(({ because }) => because === "failed" || because === "aborted");
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
        {stops.map(({ key, words, thing }) => (
          <li key={`${key} ${words}`} className="break-words">
            {thing ? <ThingLink thing={thing} className="link font-medium" /> : key}
            <span className="text-text-muted">: {words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
