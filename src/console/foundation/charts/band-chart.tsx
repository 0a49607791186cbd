// A chart of an estimate over days: a line with the deciding interval as a band, which is coloured only where it excludes 0.
import { Area, ComposedChart, Line, ReferenceDot, ReferenceLine, XAxis, YAxis } from "recharts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import {
  axisTick,
  chartFrame,
  type ChartSize,
  dayAxis,
  markStyle,
  numberAxis,
  resultColours,
} from "./chart-style.ts";

export interface BandPoint {
  label: string;
  value?: number | undefined;
  /** The interval that decides whether the result is clear. */
  interval?: [number, number] | undefined;
  /** Undefined if nobody has declared which direction of change is good. */
  result?: ResultMeaning | undefined;
  /** An event on that day, which is marked by a vertical line. */
  mark?: string | undefined;
}

/** A day with a label above the plot, such as the planned end. */
export interface NamedDay {
  label: string;
  name: string;
  /** Line above the plot to write the name in, so that the names of neighbouring days do not overlap. */
  line: number;
}

export interface BandChartProps {
  /** Future days have only a label. */
  points: readonly BandPoint[];
  domain: [number, number];
  ticks: readonly number[];
  named?: readonly NamedDay[];
  /** Index of the point that is pointed at. */
  active?: number | undefined;
  format: (value: number) => string;
  /** Size of the chart; without it the chart fills its box. */
  size?: ChartSize;
}

/** Left and right margin of the plot in px, including the width of the axis. */
export const bandInset = [60, 12] as const;
const margin = { top: 6, right: bandInset[1], bottom: 0, left: 0 };
/** Height in px of one line of names above the plot. */
const nameLine = 14;
const still = { isAnimationActive: false, dot: false, activeDot: false } as const;

/** The ends of the scale that the interval of a point exceeds. */
function edgesCut({ label, interval, result }: BandPoint, [low, high]: [number, number]) {
  const [from, to] = interval ?? [low, high];
  const colour = resultColours[result ?? "inconclusive"];
  return [
    ...(to > high ? [{ label, at: high, direction: -1, colour }] : []),
    ...(from < low ? [{ label, at: low, direction: 1, colour }] : []),
  ];
}

interface ArrowProps {
  x: number;
  y: number;
  /** 1 points down on the screen, -1 up. */
  direction: number;
  colour: string;
}

/** An arrowhead at the edge: the interval continues beyond the scale. */
const Arrow = ({ x, y, direction, colour }: ArrowProps) => (
  <path
    d={`M${x - 3.5} ${y - 4.5 * direction}L${x} ${y - direction}L${x + 3.5} ${y - 4.5 * direction}`}
    fill="none"
    stroke={colour}
    strokeWidth={1.25}
  />
);

const clear = ["better", "worse"] as const;

/** Selects the days with one result; the other days leave gaps. */
const only = (result: ResultMeaning, key: "interval" | "value") => (point: BandPoint) =>
  point.result === result ? point[key] : undefined;

export function BandChart({ points, domain, ticks, named = [], active, format, size }: BandChartProps) {
  const edges = points.flatMap((point) => edgesCut(point, domain));
  const read = active === undefined ? undefined : points[active];
  const found = clear.filter((result) => points.some((point) => point.result === result));
  const quiet = resultColours.inconclusive;
  const [first, second] = points.filter(({ value }) => value !== undefined);
  /** Neither a line nor an area shows a single day, such as the first one of a plan. */
  const lone = second ? undefined : first;
  const top = margin.top + nameLine * Math.max(0, ...named.map(({ line }) => line + 1));
  return (
    <div aria-hidden className="size-full">
      <ComposedChart {...chartFrame(size)} data={[...points]} margin={{ ...margin, top }}>
        <XAxis {...dayAxis} padding={{ left: 4, right: 4 }} />
        <YAxis
          {...numberAxis}
          width={bandInset[0]}
          domain={domain}
          allowDataOverflow
          tickFormatter={format}
          ticks={[...ticks]}
        />
        <Area {...still} dataKey="interval" stroke={quiet} fill="none" />
        {found.map((result) => (
          <Area
            key={result}
            {...still}
            dataKey={only(result, "interval")}
            stroke={resultColours[result]}
            fill={resultColours[result]}
            fillOpacity={0.22}
          />
        ))}
        <ReferenceLine y={0} stroke="var(--color-text-faint)" />
        {points.map(({ label, mark }) =>
          mark ? <ReferenceLine key={label} x={label} {...markStyle} /> : null,
        )}
        {named.map(({ label, name, line }) => (
          <ReferenceLine
            key={name}
            x={label}
            stroke="var(--color-text-muted)"
            // Compensates for the default position, which is 5 px below the top of the plot.
            label={{
              value: name,
              position: "insideTopRight",
              dx: 5,
              dy: -nameLine * (line + 1) - 5,
              ...axisTick,
            }}
          />
        ))}
        {edges.map(({ label, at, direction, colour }) => (
          <ReferenceDot
            key={`${label} ${at}`}
            x={label}
            y={at}
            shape={({ cx = 0, cy = 0 }) => <Arrow x={cx} y={cy} direction={direction} colour={colour} />}
          />
        ))}
        {read ? <ReferenceLine x={read.label} stroke="var(--color-border-control)" /> : null}
        {lone?.interval ? (
          <ReferenceLine
            segment={[
              { x: lone.label, y: lone.interval[0] },
              { x: lone.label, y: lone.interval[1] },
            ]}
            stroke={resultColours[lone.result ?? "inconclusive"]}
            strokeWidth={1.5}
            ifOverflow="hidden"
          />
        ) : null}
        <Line
          {...still}
          dataKey="value"
          stroke="var(--color-text-muted)"
          strokeWidth={1.5}
          dot={lone ? { r: 2.5, fill: "var(--color-text-muted)" } : false}
        />
        {found.map((result) => (
          // The dots are coloured too, because a single clear day between unclear ones has no line.
          <Line
            key={result}
            {...still}
            dataKey={only(result, "value")}
            stroke={resultColours[result]}
            strokeWidth={2}
            dot={{ r: 1.5, fill: resultColours[result] }}
          />
        ))}
      </ComposedChart>
    </div>
  );
}
