// Scatter chart of the trade-off: one point per test group with both intervals; gain to the right, harm at the top.
import {
  CartesianGrid,
  ErrorBar,
  ReferenceArea,
  ReferenceLine,
  Scatter,
  ScatterChart,
  XAxis,
  YAxis,
} from "recharts";
import { formatTick } from "#console/features/experiments/results/model/format-result.ts";
import type { Effect } from "#console/features/experiments/results/model/reading.ts";
import type { TradeOff } from "#console/features/experiments/results/model/trade-off.ts";
import { roundScale } from "#console/features/experiments/results/time-series/day-scale.ts";
import { axisTick, chartFrame, numberAxis, resultColours } from "#console/foundation/charts/chart-style.ts";

const format = (value: number) => formatTick(value, "percent");
const scaleOf = (effects: readonly Effect[]) =>
  roundScale(
    Math.min(0, ...effects.map(({ value, margin }) => value - margin)),
    Math.max(0, ...effects.map(({ value, margin }) => value + margin)),
  );
const ends = ([low, high]: [number, number], isReversed: boolean) =>
  isReversed ? ([high, low] as const) : ([low, high] as const);
const colourOf = ({ result = "inconclusive" }: Effect) => resultColours[result];
/** Minimum share of an axis at which an area is wide enough for its label. */
const leastShare = 0.2;
const quiet = { fontSize: 11, fill: "var(--color-text-muted)" } as const;
const margin = { top: 4, right: 12, bottom: 0, left: 0 };
/** Characters per line of a name. */
const lineLength = 16;

/** Breaks a long name into two lines. */
function linesOf(name: string): string[] {
  const cut = name.length > lineLength ? name.lastIndexOf(" ", lineLength) : -1;
  return cut === -1 ? [name] : [name.slice(0, cut), name.slice(cut + 1)];
}

interface PointProps {
  cx: number;
  cy: number;
  name: string;
  isClear: boolean;
  /** True if the point is on the right, so that its name goes to its left. */
  isRight: boolean;
}

const Point = ({ cx, cy, name, isClear, isRight }: PointProps) => {
  const lines = linesOf(name);
  const x = cx + (isRight ? -10 : 10);
  return (
    <g>
      <circle
        cx={cx}
        cy={cy}
        r={4.5}
        strokeWidth={1.5}
        stroke={isClear ? "var(--color-surface)" : "var(--color-text-muted)"}
        fill={isClear ? "var(--color-text)" : "var(--color-surface)"}
      />
      <text
        y={cy - 8 - 14 * (lines.length - 1)}
        textAnchor={isRight ? "end" : "start"}
        fontSize={12}
        fontWeight={530}
        fill="var(--color-text)"
        stroke="var(--color-surface)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {lines.map((line, index) => (
          <tspan key={line} x={x} dy={index ? 14 : 0}>
            {line}
          </tspan>
        ))}
      </text>
    </g>
  );
};

export function TradeOffChart({ tradeOff: { gain, harm, points } }: { tradeOff: TradeOff }) {
  const x = scaleOf(points.map((point) => point.gain));
  const y = scaleOf(points.map((point) => point.harm));
  const [left, right] = ends(x.domain, gain.isReversed);
  const [below, above] = ends(y.domain, harm.isReversed);
  const hasRoom = (end: number, [low, high]: [number, number]) => Math.abs(end) / (high - low) > leastShare;
  const name = (value: string, isNamed: boolean, position: "insideBottomRight" | "insideTopRight") =>
    isNamed ? { label: { value, position, ...quiet } } : {};
  return (
    <div aria-hidden className="size-full">
      <ScatterChart {...chartFrame()} margin={margin}>
        <CartesianGrid stroke="var(--color-border)" />
        <ReferenceArea
          x1={0}
          x2={right}
          y1={0}
          y2={below}
          fill="var(--color-tint)"
          {...name("gain only", hasRoom(right, x.domain) && hasRoom(below, y.domain), "insideBottomRight")}
        />
        <ReferenceArea
          x1={left}
          x2={0}
          y1={0}
          y2={above}
          fill="none"
          {...name("harm only", hasRoom(left, x.domain) && hasRoom(above, y.domain), "insideTopRight")}
        />
        <XAxis
          type="number"
          dataKey="x"
          domain={x.domain}
          ticks={x.ticks}
          reversed={gain.isReversed}
          tickFormatter={format}
          tick={axisTick}
          tickLine={false}
          axisLine={false}
          height={20}
        />
        <YAxis
          {...numberAxis}
          type="number"
          dataKey="y"
          width={52}
          domain={y.domain}
          ticks={y.ticks}
          reversed={harm.isReversed}
          tickFormatter={format}
        />
        <ReferenceLine x={0} stroke="var(--color-text-faint)" />
        <ReferenceLine y={0} stroke="var(--color-text-faint)" />
        {points.map((point) => {
          const share = (point.gain.value - left) / (right - left);
          return (
            <Scatter
              key={point.group}
              isAnimationActive={false}
              data={[
                {
                  x: point.gain.value,
                  y: point.harm.value,
                  gain: point.gain.margin,
                  harm: point.harm.margin,
                },
              ]}
              shape={({ cx = 0, cy = 0 }: { cx?: number | undefined; cy?: number | undefined }) => (
                <Point
                  cx={cx}
                  cy={cy}
                  name={point.group}
                  isClear={[point.gain, point.harm].some(({ result }) => result !== "inconclusive")}
                  isRight={share > 0.6}
                />
              )}
            >
              <ErrorBar {...bar} dataKey="gain" direction="x" stroke={colourOf(point.gain)} />
              <ErrorBar {...bar} dataKey="harm" direction="y" stroke={colourOf(point.harm)} />
            </Scatter>
          );
        })}
      </ScatterChart>
    </div>
  );
}

const bar = { width: 4, strokeWidth: 1.75, isAnimationActive: false } as const;
