import { memo } from "react";
import type { Thing } from "#targeting/reach/thing.ts";
import { curvesOf } from "./arrow-path.ts";
import { GraphBox, lookOf } from "./graph-box.tsx";
import type { Plan } from "./lay-out.ts";

interface GraphSceneProps {
  plan: Plan;
  things: readonly Thing[];
  startKey: string;
  noteOf: (thing: Thing) => string;
  describe: (thing: Thing) => string;
  focus: string | undefined;
  /** Keys of what stays in full colour; all where undefined. */
  through: ReadonlySet<string> | undefined;
  stop: string;
  onStop: (key: string) => void;
  onFocus: (key: string | undefined) => void;
}

/** Boxes and arrows at their places. Zooming and moving do not draw them anew. */
export const GraphScene = memo(function GraphScene(props: GraphSceneProps) {
  const { plan, things, startKey, noteOf, describe, focus, through, stop, onStop, onFocus } = props;
  const boxes = new Map(plan.boxes.map((box) => [box.key, box]));
  const isStopDrawn = boxes.has(stop);
  return (
    <svg
      viewBox={`0 0 ${plan.width} ${plan.height}`}
      className="block size-full select-none"
      role="group"
      aria-label="Boxes; the arrow keys move between them, Enter brings one into focus"
    >
      <g aria-hidden>
        {curvesOf(plan).map(({ from, to, path, headPath, isBack }) => {
          const isDimmed = through && !(through.has(from) && through.has(to));
          return (
            <g key={`${from} ${to}`} className={isDimmed ? "opacity-20" : undefined}>
              <path
                d={path}
                className={`fill-none ${isBack ? "stroke-warning [stroke-dasharray:4_3]" : "stroke-border-control"}`}
              />
              <path d={headPath} className={isBack ? "fill-warning" : "fill-border-control"} />
            </g>
          );
        })}
      </g>
      {things.map((thing) => {
        const box = boxes.get(thing.key);
        return box ? (
          <GraphBox
            key={thing.key}
            thing={thing}
            box={box}
            look={lookOf(thing, startKey)}
            note={noteOf(thing)}
            label={describe(thing)}
            isFocused={focus === thing.key}
            isDimmed={through !== undefined && !through.has(thing.key)}
            isStop={thing.key === (isStopDrawn ? stop : startKey)}
            onChoose={() => onFocus(focus === thing.key ? undefined : thing.key)}
            onEnter={() => onStop(thing.key)}
          />
        ) : null;
      })}
    </svg>
  );
});
