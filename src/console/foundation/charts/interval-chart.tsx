// One row of a forest plot: point, fixed interval as a bar, sequential interval as a whisker behind it, on a scale shared by all rows.
// The numbers stand beside it in the table, so the drawing itself is hidden from screen readers.
import { memo } from "react";
import { Layer, Surface } from "recharts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { resultColours } from "./chart-style.ts";

export interface IntervalChartProps {
  domain: [number, number];
  value: number;
  /** Margin of the fixed interval. */
  delta?: number | undefined;
  /** Margin of the sequential interval. */
  whiskerDelta?: number | undefined;
  result: ResultMeaning;
  small?: boolean;
  /** px */
  width: number;
  /** The bar that something else leads to. */
  marked?: boolean;
  /** Lines of the scale behind the bar; rows of a table draw their own, unbroken. */
  grid?: "scale" | "zero" | "none";
}

/** px on either side, where arrows point beyond the scale. */
export const aside = 8;

/** A whole chart of its own for each row would cost hundreds of metrics their fluency: the scale is a line through two points. */
export const IntervalChart = memo(function IntervalChart({
  domain: [low, high],
  value,
  delta,
  whiskerDelta,
  result,
  small = false,
  width,
  marked = false,
  grid = "scale",
}: IntervalChartProps) {
  const height = small ? 28 : 32;
  const at = (number: number) =>
    aside + ((Math.max(low, Math.min(high, number)) - low) / (high - low)) * (width - 2 * aside);
  return (
    <div aria-hidden style={{ height, width }} className="relative">
      {grid === "none" ? null : <IntervalGrid zeroOnly={grid === "zero"} />}
      <Surface width={width} height={height} className="relative">
        <Mark
          domain={[low, high]}
          at={at}
          y={height / 2}
          value={value}
          delta={delta}
          whiskerDelta={whiskerDelta}
          colour={resultColours[result]}
          result={result}
          half={small ? 3 : 4}
          marked={marked}
        />
      </Surface>
    </div>
  );
});

/** Zero line and halves of the scale, as high as what it stands in: unbroken through rows of any kind. */
export const IntervalGrid = ({ zeroOnly = false }: { zeroOnly?: boolean }) => (
  <span
    aria-hidden
    className={`pointer-events-none absolute inset-y-0 ${zeroOnly ? "zero-line" : "scale-lines"}`}
  />
);

interface MarkProps {
  domain: [number, number];
  /** px from the left, no further than the ends of the scale. */
  at: (value: number) => number;
  /** px from the top. */
  y: number;
  value: number;
  delta: number | undefined;
  whiskerDelta: number | undefined;
  colour: string;
  result: ResultMeaning;
  /** px, half the height of the bar. */
  half: number;
  marked: boolean;
}

function Mark({
  domain: [low, high],
  at,
  y,
  value,
  delta,
  whiskerDelta,
  colour,
  result,
  half,
  marked,
}: MarkProps) {
  const reach = whiskerDelta ?? delta;
  return (
    <Layer>
      {whiskerDelta === undefined ? null : (
        <g stroke={colour} strokeWidth={1.25}>
          <line x1={at(value - whiskerDelta)} x2={at(value + whiskerDelta)} y1={y} y2={y} />
          {value - whiskerDelta >= low ? (
            <line x1={at(value - whiskerDelta)} x2={at(value - whiskerDelta)} y1={y - 4} y2={y + 4} />
          ) : null}
          {value + whiskerDelta <= high ? (
            <line x1={at(value + whiskerDelta)} x2={at(value + whiskerDelta)} y1={y - 4} y2={y + 4} />
          ) : null}
        </g>
      )}
      {delta === undefined ? null : (
        <rect
          x={at(value - delta)}
          width={Math.max(0, at(value + delta) - at(value - delta))}
          y={y - half}
          height={half * 2}
          style={{ fill: `color-mix(in oklab, ${colour} 48%, var(--surface))` }}
          stroke={marked ? colour : "none"}
          strokeWidth={1.5}
        />
      )}
      {reach !== undefined && value - reach < low ? (
        <Arrow x={at(low)} y={y} direction={-1} colour={colour} />
      ) : null}
      {reach !== undefined && value + reach > high ? (
        <Arrow x={at(high)} y={y} direction={1} colour={colour} />
      ) : null}
      {value >= low && value <= high ? <Point x={at(value)} y={y} result={result} colour={colour} /> : null}
    </Layer>
  );
}

/** The interval goes on beyond the scale. */
const Arrow = ({ x, y, direction, colour }: { x: number; y: number; direction: 1 | -1; colour: string }) => (
  <path
    d={`M${x - direction} ${y - 4}L${x + 5 * direction} ${y}L${x - direction} ${y + 4}`}
    fill="none"
    stroke={colour}
    strokeWidth={1.25}
  />
);

function Point({ x, y, result, colour }: { x: number; y: number; result: ResultMeaning; colour: string }) {
  if (result === "inconclusive")
    return <circle cx={x} cy={y} r={3.25} fill="var(--surface)" stroke={colour} strokeWidth={1.5} />;
  const tip = result === "better" ? -1 : 1;
  return (
    <path
      d={`M${x} ${y + 5 * tip}L${x + 5} ${y - 3.5 * tip}H${x - 5}Z`}
      fill={colour}
      stroke="var(--surface)"
    />
  );
}
