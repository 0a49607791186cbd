import { memo } from "react";
import type { DependencyNode } from "#targeting/dependencies/graph.ts";
import { boxHeight, type PlacedBox } from "#console/features/gates/dependencies/graph/layout/plan.ts";
import { entityIcons } from "#console/features/gates/dependencies/model/entity-icon.tsx";

export type BoxLook = "start" | "running" | "missing" | "plain";

export function lookOf(node: DependencyNode, startKey: string): BoxLook {
  if (node.key === startKey) return "start";
  if (node.isMissing) return "missing";
  return node.consequence === "running experiment" ? "running" : "plain";
}

const looks = {
  start: { box: "fill-surface-selected stroke-accent", icon: "text-accent" },
  running: { box: "fill-surface stroke-warning", icon: "text-warning" },
  missing: { box: "fill-surface stroke-danger [stroke-dasharray:4_3]", icon: "text-text-muted" },
  plain: { box: "fill-surface stroke-border-strong", icon: "text-text-muted" },
} as const;

interface GraphBoxProps {
  node: DependencyNode;
  box: PlacedBox;
  look: BoxLook;
  /** What the box says, in words. */
  label: string;
  isFocused: boolean;
  isDimmed: boolean;
  /** Whether the Tab key stops here. */
  isStop: boolean;
  onFocus: (key: string | undefined) => void;
  onEnter: (key: string) => void;
}

/** One thing as what can be pointed at; its texts lie above. */
export const GraphBox = memo(function GraphBox(props: GraphBoxProps) {
  const { node, box, look, label, isFocused, isDimmed, isStop, onFocus, onEnter } = props;
  const Icon = entityIcons[node.kind];
  return (
    // The arrow keys and Enter are taken by the graph around it.
    <g
      role="button"
      aria-label={label}
      aria-pressed={isFocused}
      tabIndex={isStop ? 0 : -1}
      transform={`translate(${box.x} ${box.y})`}
      onClick={() => onFocus(isFocused ? undefined : node.key)}
      onFocus={() => onEnter(node.key)}
      data-key={box.key}
      className={`group/box cursor-pointer outline-none ${isDimmed ? "opacity-30" : ""}`}
    >
      <title>{node.name}</title>
      <rect
        width={box.width}
        height={boxHeight}
        rx={6}
        className={`${looks[look].box} ${isFocused ? "stroke-2" : "stroke-1"} group-hover/box:fill-surface-hover group-focus-visible/box:stroke-accent group-focus-visible/box:stroke-3`}
      />
      <Icon x={10} y={12} size={16} aria-hidden className={looks[look].icon} />
    </g>
  );
});
