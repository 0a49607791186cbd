import { consequences, type Consequence } from "#targeting/dependencies/consequence.ts";
import type { Dependencies } from "#targeting/dependencies/graph.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { consequenceText } from "#console/features/gates/dependencies/model/node-text.ts";
import { plural } from "#console/foundation/ui/wording.ts";

function countsOf({ dependents, dependencies }: Dependencies): Map<Consequence, number> {
  const nodes = new Map([...dependents.nodes, ...dependencies.nodes]);
  const counts = new Map<Consequence, number>();
  for (const { key, consequence } of nodes.values())
    if (key !== dependents.start.key) counts.set(consequence, (counts.get(consequence) ?? 0) + 1);
  return counts;
}

interface ConsequenceFilterProps {
  dependencies: Dependencies;
  /** The selected consequences; everything is shown if empty. */
  only: readonly Consequence[];
  onOnly: (only: readonly Consequence[]) => void;
}

/** A toggle button with a count for each consequence, to filter by it. Renders nothing if there is no choice. */
export function ConsequenceFilter({ dependencies, only, onOnly }: ConsequenceFilterProps) {
  const counts = countsOf(dependencies);
  const present = consequences.filter((consequence) => counts.has(consequence));
  if (present.length < 2 && only.length === 0) return null;
  return (
    // A single scrolling line, so that a consequence added by a colleague's save moves nothing below.
    <div
      role="group"
      aria-label="Show only"
      className="-m-1 flex items-center gap-2 overflow-x-auto p-1 [scrollbar-width:none] *:shrink-0"
    >
      {present.map((consequence) => {
        const isOn = only.includes(consequence);
        return (
          <Button
            key={consequence}
            size="small"
            aria-pressed={isOn}
            className="aria-pressed:bg-tint"
            onClick={() =>
              onOnly(isOn ? only.filter((other) => other !== consequence) : [...only, consequence])
            }
          >
            {plural(counts.get(consequence) ?? 0, ...consequenceText[consequence])}
          </Button>
        );
      })}
      {only.length > 0 ? (
        <Button size="small" variant="quiet" onClick={() => onOnly([])}>
          Show everything
        </Button>
      ) : null}
    </div>
  );
}
