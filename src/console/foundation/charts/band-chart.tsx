// An estimate along days: a line, the interval that it is known by as a band, and a paler band behind where a wider one decides.
import { Area, ComposedChart, Line, ReferenceDot, ReferenceLine, XAxis, YAxis } from "recharts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { chartFrame, type ChartSize, dayAxis, markStyle, numberAxis, resultColours } from "./chart-style.ts";

export interface BandPoint {
  label: string;
  value: number | undefined;
  interval: [number, number] | undefined;
  outer: [number, number] | undefined;
  /** Something that happened on that day, which a line marks. */
  mark?: string | undefined;
}

export interface BandChartProps {
  points: readonly BandPoint[];
  domain: [number, number];
  ticks: readonly number[];
  result: ResultMeaning;
  /** Index of the point that is read. */
  active?: number | undefined;
  format: (value: number) => string;
  /** That of its box without. */
  size?: ChartSize;
}

/** px; with the width of the axis they are what the plot leaves free on its sides. */
export const bandInset = [60, 12] as const;
const margin = { top: 6, right: bandInset[1], bottom: 0, left: 0 };
const still = { isAnimationActive: false, dot: false, activeDot: false } as const;

/** Ends of the scale that the interval of a point goes beyond. */
function edgesCut({ label, interval, outer }: BandPoint, [low, high]: [number, number]) {
  const [from, to] = outer ?? interval ?? [low, high];
  return [
    ...(to > high ? [{ label, at: high, direction: -1 }] : []),
    ...(from < low ? [{ label, at: low, direction: 1 }] : []),
  ];
}

interface ArrowProps {
  x: number;
  y: number;
  /** Downwards on the screen is 1. */
  direction: number;
  colour: string;
}

/** Its tip at the edge: the interval goes on beyond the scale. */
const Arrow = ({ x, y, direction, colour }: ArrowProps) => (
  <path
    d={`M${x - 3.5} ${y - 4.5 * direction}L${x} ${y - direction}L${x + 3.5} ${y - 4.5 * direction}`}
    fill="none"
    stroke={colour}
    strokeWidth={1.25}
  />
);

export function BandChart({ points, domain, ticks, result, active, format, size }: BandChartProps) {
  const colour = resultColours[result];
  const edges = points.flatMap((point) => edgesCut(point, domain));
  const read = active === undefined ? undefined : points[active];
  return (
    <div aria-hidden className="size-full">
      <ComposedChart {...chartFrame(size)} data={[...points]} margin={margin}>
        <XAxis {...dayAxis} padding={{ left: 4, right: 4 }} />
        <YAxis
          {...numberAxis}
          width={bandInset[0]}
          domain={domain}
          allowDataOverflow
          tickFormatter={format}
          ticks={[...ticks]}
        />
        {points.some(({ outer }) => outer) ? (
          <Area {...still} dataKey="outer" stroke="none" fill={colour} fillOpacity={0.18} />
        ) : null}
        <Area {...still} dataKey="interval" stroke="none" fill={colour} fillOpacity={0.34} />
        <ReferenceLine y={0} stroke="var(--color-text-faint)" />
        {points.map(({ label, mark }) =>
          mark ? <ReferenceLine key={label} x={label} {...markStyle} /> : null,
        )}
        {edges.map(({ label, at, direction }) => (
          <ReferenceDot
            key={`${label} ${at}`}
            x={label}
            y={at}
            shape={({ cx = 0, cy = 0 }) => <Arrow x={cx} y={cy} direction={direction} colour={colour} />}
          />
        ))}
        {read ? <ReferenceLine x={read.label} stroke="var(--color-border-control)" /> : null}
        <Line {...still} dataKey="value" stroke={colour} strokeWidth={1.5} dot={points.length === 1} />
      </ComposedChart>
    </div>
  );
}
