// One series of the chart: a bar per bin, a short line for the previous period, dashed lines where something changed. The
// surrounding figure reads the numbers out.
import { memo } from "react";
import { Bar, ComposedChart, ReferenceLine, Scatter, XAxis, YAxis } from "recharts";
import { axisTick, chartFrame, markStyle } from "#console/foundation/charts/chart-style.ts";
import { axisHeight, highest, plotTop, type Span } from "./chart-model.ts";

interface SeriesBarsProps {
  counts: readonly number[];
  before: readonly number[] | null;
  /** Bins in which something changed. */
  marked: readonly number[];
  /** The time whose events are listed: its bars are darker. */
  chosen: Span | undefined;
  /** This series accounts for most of the change. */
  isMain: boolean;
  /** Labels below the axis of the last series: for all bins, or only for `ticks`, the bins in which a day starts. */
  labels?: readonly string[] | undefined;
  ticks?: readonly number[] | undefined;
}

const inkOf = {
  usual: "var(--color-neutral-mark)",
  main: "var(--color-text-muted)",
  chosenMain: "var(--color-text)",
};

interface DashProps {
  cx?: number | undefined;
  cy?: number | undefined;
}

const Dash = ({ cx = 0, cy = 0 }: DashProps) => (
  <path d={`M${cx - 4} ${cy}H${cx + 4}`} stroke="var(--color-text)" strokeWidth={1.5} />
);

interface TickProps {
  x: number | string;
  y: number | string;
  payload: { value: number };
}

/** The first label is aligned to the start, since centred it would be clipped at the edge of the plot. */
const Tick = ({ x, y, payload, text }: TickProps & { text: string }) => (
  <text x={x} y={y} dy={8} textAnchor={payload.value === 0 ? "start" : "middle"} {...axisTick}>
    {text}
  </text>
);

export const SeriesBars = memo(function SeriesBars({
  counts,
  before,
  marked,
  chosen,
  isMain,
  labels,
  ticks,
}: SeriesBarsProps) {
  const [fill, fillChosen] = isMain ? [inkOf.main, inkOf.chosenMain] : [inkOf.usual, inkOf.main];
  const data = counts.map((count, bin) => ({
    bin,
    count,
    before: before?.[bin],
    fill: chosen && bin >= chosen.first && bin <= chosen.last ? fillChosen : fill,
  }));
  const most = highest({ counts, before });
  return (
    // The pointer is handled by the area around all plots: a focusable plot would take the focus.
    <div aria-hidden className="pointer-events-none relative size-full">
      <ComposedChart
        {...chartFrame()}
        data={data}
        margin={{ top: plotTop, right: 0, bottom: 0, left: 0 }}
        barCategoryGap={counts.length > 60 ? 0 : 1}
      >
        <XAxis
          dataKey="bin"
          hide={!labels}
          height={axisHeight}
          tickLine={false}
          axisLine={{ stroke: "var(--color-border-strong)" }}
          minTickGap={ticks ? 16 : 40}
          {...(ticks && { ticks: [...ticks], interval: "equidistantPreserveStart" as const })}
          tick={(place: TickProps) => <Tick {...place} text={labels?.[place.payload.value] ?? ""} />}
          // recharts measures this text to decide how many labels fit.
          tickFormatter={(bin: number) => labels?.[bin] ?? ""}
        />
        <YAxis hide domain={[0, most]} />
        {/* The fill is set for each datum. */}
        <Bar dataKey="count" isAnimationActive={false} />
        {before ? <Scatter dataKey="before" shape={Dash} isAnimationActive={false} /> : null}
        {marked.map((bin) => (
          <ReferenceLine key={bin} x={bin} {...markStyle} />
        ))}
      </ComposedChart>
    </div>
  );
});
