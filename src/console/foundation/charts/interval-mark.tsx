// The drawing of one interval: the fixed interval as a bar, the sequential one as a whisker behind it, the estimate as a point.
import { memo } from "react";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { axisTick, resultColours } from "./chart-style.ts";

/** px that a plot leaves free on either side, where arrows point beyond the scale. */
export const plotInset = 8;

export interface PlottedInterval {
  /** The scale, symmetric around zero. */
  domain: readonly [number, number];
  value: number;
  /** Margin of the fixed interval. */
  delta: number;
  /** Margin of the sequential interval. */
  whiskerDelta?: number | undefined;
  result: ResultMeaning;
  isSmall?: boolean | undefined;
  isMarked?: boolean | undefined;
}

/** px from the left of a share of the scale, from -1 to 1. */
export type PlotScale = (share: number) => number;

const rounded = (px: number) => Math.round(10 * px) / 10;

const pointPaths = { better: "m0 -5l5 8.5h-10z", worse: "m0 5l5 -8.5h-10z" };

interface IntervalMarkProps {
  at: PlotScale;
  /** px from the top. */
  y: number;
  interval: PlottedInterval;
}

export const IntervalMark = memo(function IntervalMark({ at, y, interval }: IntervalMarkProps) {
  const { value, delta, whiskerDelta, result, isSmall = false, isMarked = false } = interval;
  const end = interval.domain[1];
  const margin = whiskerDelta ?? delta;
  const held = (number: number) => rounded(at(Math.max(-1, Math.min(1, number / end))));
  const [left, right] = [held(value - delta), held(value + delta)];
  const half = isSmall ? 3 : 4;
  const colour = resultColours[result];
  const bar = { x: left, width: Math.max(0, rounded(right - left)), y: y - half, height: 2 * half };
  const x = held(value);
  const hasWhisker = whiskerDelta !== undefined;
  /** The left (-1) or right (1) end: a cap, or an arrow where the interval leaves the scale. */
  const endPath = (share: number, side: 1 | -1) => {
    const edge = rounded(at(side));
    if (share * side > 1) return `M${edge - side} ${y - 4}L${edge + 5 * side} ${y}L${edge - side} ${y + 4}`;
    return hasWhisker && share * side >= -1 ? `M${rounded(at(share))} ${y - 4}v8` : "";
  };
  const line = [
    hasWhisker ? `M${held(value - margin)} ${y}H${held(value + margin)}` : "",
    endPath((value - margin) / end, -1),
    endPath((value + margin) / end, 1),
  ].join("");
  return (
    <g stroke={colour} strokeWidth={1.25} fill="none">
      <path d={line} />
      <rect {...bar} fill="var(--color-surface)" stroke="none" />
      <rect {...bar} fill={colour} fillOpacity={0.48} stroke={isMarked ? colour : "none"} strokeWidth={1.5} />
      {Math.abs(value) > end ? null : result === "inconclusive" ? (
        <circle cx={x} cy={y} r={3.25} fill="var(--color-surface)" strokeWidth={1.5} />
      ) : (
        <path
          d={`M${x} ${y}${pointPaths[result]}`}
          fill={colour}
          stroke="var(--color-surface)"
          strokeWidth={1}
        />
      )}
    </g>
  );
});

/** Shares of the scale that have a line: its ends, halves and zero. */
export const scaleLines = [-1, -0.5, 0, 0.5, 1];
export const lineColour = (share: number) =>
  share === 0 ? "var(--color-text-faint)" : "var(--color-border)";

interface ScaleNamesProps {
  at: PlotScale;
  /** px from the top. */
  bottom: number;
  labels: readonly string[];
}

/** The ends of a scale and zero by name, over the lines behind them. */
export const ScaleNames = ({ at, bottom, labels }: ScaleNamesProps) => (
  <g textAnchor="middle" {...axisTick} stroke="var(--color-surface)" strokeWidth={4} paintOrder="stroke">
    {labels.map((label, index) => (
      <text key={label} x={at(index - 1)} y={bottom - 6}>
        {label}
      </text>
    ))}
  </g>
);

export interface IntervalPictureProps {
  interval?: PlottedInterval | undefined;
  /** Names of the ends of the scale and of zero, at the bottom of a row that has a scale of its own. */
  labels?: readonly string[] | undefined;
  /** px */
  width: number;
  height: number;
  lines?: readonly number[];
  className?: string;
}

/** One row of a plot without a chart around it: on paper, where rows break across pages, and within text. */
export function IntervalPicture(props: IntervalPictureProps) {
  const { interval, labels, width, height, lines = scaleLines, className = "block" } = props;
  const at = (share: number) => width / 2 + share * (width / 2 - plotInset);
  return (
    <svg aria-hidden width={width} height={height} className={className}>
      {lines.map((share) => (
        <line key={share} x1={at(share)} x2={at(share)} y2="100%" stroke={lineColour(share)} />
      ))}
      {interval ? <IntervalMark at={at} y={height / 2} interval={interval} /> : null}
      {labels ? <ScaleNames at={at} bottom={height} labels={labels} /> : null}
    </svg>
  );
}
