import { memo, useMemo } from "react";
import type { DependencyNode } from "#targeting/dependencies/graph.ts";
import type { Plan } from "#console/features/gates/dependencies/graph/layout/plan.ts";
import { drawnArrow, type DrawnArrow } from "./arrow-path.ts";
import { BoxLabels } from "./box-labels.tsx";
import { GraphBox, lookOf } from "./graph-box.tsx";

interface GraphSceneProps {
  plan: Plan;
  nodes: readonly DependencyNode[];
  startKey: string;
  noteOf: (node: DependencyNode) => string;
  describe: (node: DependencyNode) => string;
  focus: string | undefined;
  /** Keys of what stays in full colour; all where undefined. */
  through: ReadonlySet<string> | undefined;
  /** Whether it is shown too small for more than names. */
  isFar: boolean;
  stop: string;
  onStop: (key: string) => void;
  onFocus: (key: string | undefined) => void;
}

const ArrowPath = ({ arrow: { path, headPath, isBack } }: { arrow: DrawnArrow }) => (
  <>
    <path
      d={path}
      className={`fill-none ${isBack ? "stroke-warning [stroke-dasharray:4_3]" : "stroke-border-control"}`}
    />
    <path d={headPath} className={isBack ? "fill-warning" : "fill-border-control"} />
  </>
);

const nameOf = ({ from, to }: DrawnArrow) => `${from[0]} ${to[0]}`;

function Arrows({ plan, through }: Pick<GraphSceneProps, "plan" | "through">) {
  const arrows = useMemo(() => plan.arrows.map(drawnArrow), [plan]);
  const isOn = (keys: readonly string[]) => !through || keys.some((key) => through.has(key));
  const [on, off] = [new Array<DrawnArrow>(), new Array<DrawnArrow>()];
  for (const arrow of arrows) (isOn(arrow.from) && isOn(arrow.to) ? on : off).push(arrow);
  return (
    <g aria-hidden>
      {plan.frames.map(({ keys, ...area }) => (
        <rect key={keys[0]} {...area} rx={9} className="fill-surface-sunken stroke-border" />
      ))}
      {/* Faded as one: lines that lie upon each other would add up. */}
      <g className="opacity-20">
        {off.map((arrow) => (
          <ArrowPath key={nameOf(arrow)} arrow={arrow} />
        ))}
      </g>
      {on.map((arrow) => (
        <ArrowPath key={nameOf(arrow)} arrow={arrow} />
      ))}
    </g>
  );
}

/** Boxes and arrows at their places. Zooming and moving do not draw them anew. */
export const GraphScene = memo(function GraphScene(props: GraphSceneProps) {
  const { plan, nodes, startKey, noteOf, describe, focus, through, isFar, stop, onStop, onFocus } = props;
  const drawn = useMemo(() => {
    const boxes = new Map(plan.boxes.map((box) => [box.key, box]));
    return nodes.flatMap((node) => {
      const box = boxes.get(node.key);
      return box ? [{ node, box, look: lookOf(node, startKey), label: describe(node) }] : [];
    });
  }, [plan, nodes, startKey, describe]);
  const labels = useMemo(
    () =>
      drawn.map(({ node, box, look }) => ({
        box,
        look,
        name: node.name,
        note: noteOf(node),
        isDimmed: through !== undefined && !through.has(node.key),
      })),
    [drawn, noteOf, through],
  );
  const isStopDrawn = drawn.some(({ node }) => node.key === stop);
  return (
    <svg
      width={plan.width}
      height={plan.height}
      className="block select-none"
      role="group"
      aria-label="Boxes; the arrow keys move between them, Enter brings one into focus"
    >
      <Arrows plan={plan} through={through} />
      {drawn.map(({ node, ...box }) => (
        <GraphBox
          key={node.key}
          node={node}
          {...box}
          isFocused={focus === node.key}
          isDimmed={through !== undefined && !through.has(node.key)}
          isStop={node.key === (isStopDrawn ? stop : startKey)}
          onFocus={onFocus}
          onEnter={onStop}
        />
      ))}
      <BoxLabels labels={labels} isFar={isFar} />
    </svg>
  );
});
