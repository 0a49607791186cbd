// The forest plot: one chart over rows of any height, each with its interval, on a shared grid. The numbers stand beside it
// as text, so the drawing itself is hidden from screen readers.
// Choice: the plot of the scorecard is one recharts chart with custom interval shapes on its scale
import { createContext, Fragment, memo, type ReactNode, useCallback, useContext } from "react";
import { CartesianGrid, ScatterChart, useXAxisScale, XAxis } from "recharts";
import { axisTick } from "./chart-style.ts";
import { IntervalMark, lineColour, type PlottedInterval, plotInset, ScaleNames } from "./interval-mark.tsx";
import { type PlottedStrip, StripMark } from "./strip-mark.tsx";
import { type Domain, unitScale, type PlotScale } from "./plot-scale.ts";

export interface PlotRow {
  id: string;
  /** px from the top of the chart. */
  top: number;
  /** px */
  height: number;
  /** Absent in a row that only continues the grid lines. */
  interval?: PlottedInterval | undefined;
  strip?: PlottedStrip | undefined;
  /** Labels of both ends of the scale and of zero, if rows have individual scales. */
  labels?: readonly string[] | undefined;
}

interface IntervalChartProps {
  /** px */
  width: number;
  height: number;
  /** Left and right margin in px outside the scale. */
  inset?: readonly [number, number];
  rows: readonly PlotRow[];
  /** The scale that all rows share; absent if each row has its own. */
  scale?: PlotScale | undefined;
  /** The labelled ticks of the scale; `top` in px from the top of the chart. */
  axis?: { top: number; ticks: readonly number[]; format: (tick: number) => string } | undefined;
  /** Further SVG elements. */
  children?: ReactNode;
}

const axisHeight = 16;

/** Path of a vertical line, without gaps between neighbouring rows. */
function linePath(x: number, rows: readonly PlotRow[]): string {
  const spans: [number, number][] = [];
  for (const { top, height } of rows) {
    const last = spans.at(-1);
    if (last && top - last[1] < 1.5) last[1] = top + height;
    else spans.push([top, top + height]);
  }
  return spans.map(([from, to]) => `M${Math.round(x) + 0.5} ${from}V${to}`).join("");
}

/** The rows bypass the chart through a context, so that the chart is not rendered again when rows come and go. */
const Rows = createContext<readonly PlotRow[]>([]);

export const IntervalChart = ({ rows, ...frame }: IntervalChartProps) => (
  <Rows value={rows}>
    <Frame {...frame} />
  </Rows>
);

const usualInset = [plotInset, plotInset] as const;

const Frame = memo(function Frame(props: Omit<IntervalChartProps, "rows">) {
  const { width, height, inset: [left, right] = usualInset, scale = unitScale, axis, children } = props;
  const { domain, ticks } = scale;
  return (
    <ScatterChart
      width={width}
      height={height}
      margin={{ top: axis?.top ?? 0, right, bottom: 0, left }}
      accessibilityLayer={false}
    >
      <XAxis
        type="number"
        orientation="top"
        dataKey="value"
        domain={[...domain]}
        allowDataOverflow
        ticks={[...(axis?.ticks ?? ticks)]}
        tickFormatter={axis?.format ?? String}
        hide={axis === undefined}
        height={axisHeight}
        interval={0}
        tick={axisTick}
        tickLine={false}
        tickMargin={-2}
        axisLine={false}
      />
      <CartesianGrid
        zIndex={0}
        horizontal={false}
        verticalValues={[...ticks]}
        vertical={<GridLine ticks={ticks} />}
      />
      <Marks domain={domain} />
      {children}
    </ScatterChart>
  );
});

interface GridLineProps {
  ticks: readonly number[];
  /** Passed by recharts. */
  x1?: number;
  index?: number;
}

function GridLine({ x1 = 0, index = 0, ticks }: GridLineProps) {
  const rows = useContext(Rows);
  return <path d={linePath(x1, rows)} stroke={lineColour(ticks[index] ?? 0)} />;
}

function Marks({ domain }: { domain: Domain }) {
  const rows = useContext(Rows);
  const scale = useXAxisScale();
  const at = useCallback(
    (share: number) => scale?.(domain[0] + share * (domain[1] - domain[0])) ?? 0,
    [scale, domain],
  );
  if (!scale) return null;
  return rows.map(({ id, top, height, interval, strip, labels }) => (
    <Fragment key={id}>
      {interval ? <IntervalMark at={at} y={top + height / 2} interval={interval} domain={domain} /> : null}
      {strip ? <StripMark at={at} y={top + height / 2} strip={strip} domain={domain} /> : null}
      {labels ? <ScaleNames at={at} bottom={top + height} labels={labels} /> : null}
    </Fragment>
  ));
}
