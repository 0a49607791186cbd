// Draws one interval: the fixed interval as a bar, the sequential one as a whisker behind it, the estimate as a point.
import { memo } from "react";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { axisTick, resultColours } from "./chart-style.ts";
import { type PlottedStrip, StripMark } from "./strip-mark.tsx";
import { type Domain, unitScale, type PlotScale, shareOf } from "./plot-scale.ts";

/** Left and right margin of a plot in px, where arrows point beyond the scale. */
export const plotInset = 12;

export interface PlottedInterval {
  /** The interval's own scale, if the rows do not share one. */
  domain?: Domain | undefined;
  value: number;
  /** Margin of the fixed interval. */
  delta: number;
  /** Margin of the sequential interval. */
  whiskerDelta?: number | undefined;
  /** Undefined if the interval excludes 0 and nobody has declared which direction is good. */
  result?: ResultMeaning | undefined;
  isSmall?: boolean | undefined;
  isMarked?: boolean | undefined;
  /** The interval only shows a range, such as the changes that are too small to be detected. */
  isDashed?: boolean | undefined;
}

/** Converts a share of the scale, from 0 to 1, to px from the left. */
export type Place = (share: number) => number;

/** px */
const stroke = 1.5;

const rounded = (px: number) => Math.round(10 * px) / 10;

const pointPaths = { better: "m0 -6l5.5 10h-11z", worse: "m0 6l5.5 -10h-11z" };
const pointColours = { better: "var(--color-positive)", worse: "var(--color-negative)" };

interface IntervalMarkProps {
  at: Place;
  /** px from the top. */
  y: number;
  interval: PlottedInterval;
  /** Domain of the whole chart. */
  domain: Domain;
}

/** Solid if the result is clear, hollow if it is inconclusive: readable without colour. */
export const IntervalMark = memo(function IntervalMark({ at, y, interval, domain }: IntervalMarkProps) {
  const { value, delta, whiskerDelta, result, isSmall = false, isMarked = false, isDashed } = interval;
  const share = (number: number) => shareOf(number, interval.domain ?? domain);
  const margin = whiskerDelta ?? delta;
  const held = (number: number) => rounded(at(Math.max(0, Math.min(1, share(number)))));
  const isCut = (number: number, side: 1 | -1) => (side === 1 ? share(number) > 1 : share(number) < 0);
  const isOpen = result === "inconclusive";
  // Grey would be too pale on the background of a marked row.
  const colour = isOpen && isMarked ? "var(--color-text-muted)" : resultColours[result ?? "inconclusive"];
  const fill = isOpen ? "var(--color-surface)" : colour;
  const x = held(value);
  const half = (isSmall ? 3 : 4) - stroke / 2;
  const [left, right] = [held(value - delta), held(value + delta)];
  /** A bar that exceeds the scale is left open at that end. */
  const bar = [
    `M${left} ${y - half}H${right}`,
    `${isCut(value + delta, 1) ? "M" : "L"}${right} ${y + half}H${left}`,
    isCut(value - delta, -1) ? "" : `V${y - half}`,
  ].join("");
  const whisker = ([-1, 1] as const).map((side) => {
    const to = value + side * margin;
    return `M${x} ${y}H${held(to)}${isCut(to, side) ? "" : `m0 -4v8`}`;
  });
  if (isDashed) return <path d={whisker.join("")} stroke="var(--color-text-muted)" strokeDasharray="3 3" />;
  return (
    <g stroke={colour} strokeWidth={isMarked ? 2.5 : stroke} fill={fill}>
      {whiskerDelta === undefined ? null : <path d={whisker.join("")} fill="none" strokeWidth={1.25} />}
      <rect
        x={left}
        width={Math.max(0, rounded(right - left))}
        y={y - half}
        height={2 * half}
        stroke="none"
      />
      <path d={bar} fill="none" />
      {([-1, 1] as const).map((side) =>
        isCut(value + side * margin, side) ? (
          <path
            key={side}
            d={`M${held(side * Infinity)} ${y - 5}l${7 * side} 5l${-7 * side} 5z`}
            fill={isCut(value, side) ? colour : fill}
            strokeLinejoin="round"
          />
        ) : null,
      )}
      {isCut(value, 1) || isCut(value, -1) ? null : result === undefined ? (
        <path d={`M${x} ${y - 6}v12`} stroke="var(--color-text)" />
      ) : isOpen ? (
        <circle cx={x} cy={y} r={3.5} />
      ) : (
        <path
          d={`M${x} ${y}${pointPaths[result]}`}
          fill={pointColours[result]}
          stroke="var(--color-surface)"
        />
      )}
    </g>
  );
});

export const lineColour = (tick: number) => (tick === 0 ? "var(--color-text-faint)" : "var(--color-border)");

interface ScaleNamesProps {
  at: Place;
  /** px from the top. */
  bottom: number;
  labels: readonly string[];
}

/** Labels of the ends of a row's own scale and of zero, drawn over the grid lines. */
export const ScaleNames = ({ at, bottom, labels }: ScaleNamesProps) => (
  <g textAnchor="middle" {...axisTick} stroke="var(--color-surface)" strokeWidth={4} paintOrder="stroke">
    {labels.map((label, index) => (
      <text key={label} x={at(index / 2)} y={bottom - 6}>
        {label}
      </text>
    ))}
  </g>
);

export interface IntervalPictureProps {
  interval?: PlottedInterval | undefined;
  strip?: PlottedStrip | undefined;
  /** Labels of the ends of the scale and of zero, at the bottom of a row that has its own scale. */
  labels?: readonly string[] | undefined;
  scale?: PlotScale;
  /** px */
  width: number;
  height: number;
  /** Values at which grid lines are drawn. */
  lines?: readonly number[];
  className?: string;
}

/** One row of a plot without a surrounding chart: for print, where rows break across pages, and for use within text. */
export function IntervalPicture(props: IntervalPictureProps) {
  const { interval, strip, labels, scale = unitScale, width, height, className = "block" } = props;
  const { domain, ticks } = scale;
  const at = (share: number) => plotInset + share * (width - 2 * plotInset);
  return (
    <svg aria-hidden width={width} height={height} className={className}>
      {(props.lines ?? ticks).map((tick) => (
        <line
          key={tick}
          x1={at(shareOf(tick, domain))}
          x2={at(shareOf(tick, domain))}
          y2="100%"
          stroke={lineColour(tick)}
        />
      ))}
      {interval ? <IntervalMark at={at} y={height / 2} interval={interval} domain={domain} /> : null}
      {strip ? <StripMark at={at} y={height / 2} strip={strip} domain={domain} /> : null}
      {labels ? <ScaleNames at={at} bottom={height} labels={labels} /> : null}
    </svg>
  );
}
