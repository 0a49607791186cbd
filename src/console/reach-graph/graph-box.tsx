import { memo } from "react";
import type { Thing } from "#targeting/reach/thing.ts";
import { thingIcons } from "#console/reach/thing-icon.tsx";
import { farLeft, farName, farSize, shortName } from "./box-text.ts";
import { boxHeight, type PlacedBox } from "#console/graph-layout/plan.ts";

export type BoxLook = "start" | "running" | "missing" | "plain";

export function lookOf(thing: Thing, startKey: string): BoxLook {
  if (thing.key === startKey) return "start";
  if (thing.isMissing) return "missing";
  return thing.consequence === "running experiment" ? "running" : "plain";
}

const looks = {
  start: { box: "fill-surface-selected stroke-accent", icon: "text-accent", note: "fill-text-muted" },
  running: {
    box: "fill-surface stroke-warning group-data-far/graph:fill-warning-tint",
    icon: "text-text-muted",
    note: "fill-warning font-medium",
  },
  missing: {
    box: "fill-surface stroke-danger [stroke-dasharray:4_3] group-data-far/graph:fill-danger-tint",
    icon: "text-text-muted",
    note: "fill-danger font-medium",
  },
  plain: { box: "fill-surface stroke-border-strong", icon: "text-text-muted", note: "fill-text-muted" },
} as const;

interface GraphBoxProps {
  thing: Thing;
  box: PlacedBox;
  look: BoxLook;
  note: string;
  /** What the box says, in words. */
  label: string;
  isFocused: boolean;
  isDimmed: boolean;
  /** Whether the Tab key stops here. */
  isStop: boolean;
  onFocus: (key: string | undefined) => void;
  onEnter: (key: string) => void;
}

/** One thing: from near with its state, from afar its name alone, written large. */
export const GraphBox = memo(function GraphBox(props: GraphBoxProps) {
  const { thing, box, look, note, label, isFocused, isDimmed, isStop, onFocus, onEnter } = props;
  const Icon = thingIcons[thing.kind];
  const { box: boxClass, icon, note: noteClass } = looks[look];
  return (
    // The arrow keys and Enter are taken by the graph around it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <g
      role="button"
      aria-label={label}
      aria-pressed={isFocused}
      tabIndex={isStop ? 0 : -1}
      transform={`translate(${box.x} ${box.y})`}
      onClick={() => onFocus(isFocused ? undefined : thing.key)}
      onFocus={() => onEnter(thing.key)}
      data-key={box.key}
      className={`group/box cursor-pointer outline-none ${isDimmed ? "opacity-30" : ""}`}
    >
      <title>{`${thing.name} · ${note}`}</title>
      <rect
        x={-3}
        y={-3}
        width={box.width + 6}
        height={boxHeight + 6}
        rx={9}
        className="fill-none stroke-transparent stroke-2 group-focus-visible/box:stroke-accent"
      />
      <rect
        width={box.width}
        height={boxHeight}
        rx={6}
        className={`${boxClass} group-hover/box:fill-surface-hover ${isFocused ? "stroke-2" : "stroke-1"}`}
      />
      <Icon x={10} y={12} size={16} aria-hidden className={icon} />
      <g className="group-data-far/graph:invisible">
        <text x={34} y={17} className="fill-text text-13 font-medium">
          {shortName(thing.name)}
        </text>
        <text x={34} y={32} className={`text-11 ${noteClass}`}>
          {note}
        </text>
      </g>
      <text
        x={farLeft}
        y={27}
        fontSize={farSize}
        className="invisible fill-text font-medium group-data-far/graph:visible"
      >
        {farName(thing.name, box.width)}
      </text>
    </g>
  );
});
