// The graph on the page: each box is a button, and a roving tab index makes one of them the Tab stop.
import { memo, useDeferredValue, useMemo, useState, type KeyboardEvent } from "react";
import type { DependencyNode } from "#targeting/dependencies/graph.ts";
import { ArrowsPicture } from "./arrows-picture.tsx";
import { BoxIcons, BoxShape, BoxTexts, FarName } from "./box-picture.tsx";
import { placedNodes, throughNode, type DrawnNode, type Drawing } from "./drawing.ts";
import { boxTowards } from "./graph-keys.ts";
import type { Plan } from "#console/features/gates/dependencies/graph/layout/plan.ts";

interface BoxProps {
  drawn: DrawnNode;
  /** SVG transform that moves the box to its upper left corner. */
  at: string;
  /** Width of the box in px. */
  width: number;
  /** Accessible label of the box. */
  label: string;
  isFocused: boolean;
  isDimmed: boolean;
  isTabStop: boolean;
  onFocus: (key: string | undefined) => void;
  onEnter: (key: string) => void;
}

const Box = memo(function Box(props: BoxProps) {
  const { drawn, at, width, label, isFocused, isDimmed, isTabStop, onFocus, onEnter } = props;
  const { key, name } = drawn.node;
  return (
    // The surrounding graph handles the keyboard.
    <g
      role="button"
      aria-label={label}
      aria-pressed={isFocused}
      tabIndex={isTabStop ? 0 : -1}
      transform={at}
      onClick={() => onFocus(isFocused ? undefined : key)}
      onFocus={() => onEnter(key)}
      data-key={key}
      className={`group/box cursor-pointer outline-none ${isDimmed ? "opacity-30" : ""}`}
    >
      <title>{name}</title>
      <BoxShape
        drawn={drawn}
        width={width}
        className={`${isFocused ? "stroke-2" : ""} group-hover/box:fill-surface-hover group-focus-visible/box:stroke-accent group-focus-visible/box:stroke-3`}
      />
    </g>
  );
});

interface GraphSceneProps {
  plan: Plan;
  drawing: Drawing;
  describe: (node: DependencyNode) => string;
  /** Key of the focused node; everything that is not on a path through it is dimmed. */
  focus: string | undefined;
  /** Whether the zoom is too small to show more than names. */
  isFar: boolean;
  onFocus: (key: string | undefined) => void;
}

/** Memoized, so that zooming and panning do not render it again. */
export const GraphScene = memo(function GraphScene(props: GraphSceneProps) {
  const { plan, drawing, describe, focus, isFar, onFocus } = props;
  const [current, setCurrent] = useState(drawing.start);
  const tabStop = plan.boxes.has(current) ? current : drawing.start;
  const through = useMemo(
    () => (focus === undefined ? undefined : throughNode(drawing.arrows, focus)),
    [drawing, focus],
  );
  const onKeyDown = (event: KeyboardEvent<SVGElement>) => {
    const next = boxTowards(plan.boxes, tabStop, event.key);
    if (next !== undefined)
      event.currentTarget.querySelector<SVGElement>(`[data-key="${CSS.escape(next)}"]`)?.focus();
    else if (event.key === "Enter" || event.key === " ") onFocus(tabStop === focus ? undefined : tabStop);
    else if (event.key === "Escape") onFocus(undefined);
    else return;
    event.preventDefault();
  };
  // The hidden layer is added after the first render.
  const hasBothLayers = useDeferredValue(true, false);
  const width = plan.boxWidth;
  const placed = placedNodes(drawing.nodes, plan).map((one) => ({
    ...one,
    isDimmed: through !== undefined && !through.has(one.key),
  }));
  const texts = (Text: typeof BoxTexts) =>
    placed.map(({ key, drawn, at, isDimmed }) => (
      <g key={key} transform={at} className={isDimmed ? "opacity-30" : undefined}>
        <Text drawn={drawn} width={width} />
      </g>
    ));
  return (
    <svg
      width={plan.width}
      height={plan.height}
      className="block select-none"
      onKeyDown={onKeyDown}
      role="group"
      aria-label="Boxes; the arrow keys move between them, Enter brings one into focus"
    >
      <BoxIcons />
      <ArrowsPicture plan={plan} through={through} />
      {placed.map(({ key, drawn, at, isDimmed }) => (
        <Box
          key={key}
          drawn={drawn}
          at={at}
          width={width}
          label={describe(drawn.node)}
          isFocused={focus === key}
          isDimmed={isDimmed}
          isTabStop={key === tabStop}
          onFocus={onFocus}
          onEnter={setCurrent}
        />
      ))}
      {/* Two text layers, of which one is visible, so that zooming does not lay out hundreds of texts again. */}
      <g aria-hidden opacity={isFar ? 0 : 1} className="pointer-events-none">
        {hasBothLayers || !isFar ? texts(BoxTexts) : null}
      </g>
      <g aria-hidden opacity={isFar ? 1 : 0} className="pointer-events-none">
        {hasBothLayers || isFar ? texts(FarName) : null}
      </g>
    </svg>
  );
});
