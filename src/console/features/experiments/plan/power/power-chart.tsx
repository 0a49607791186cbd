// Chart of the MDE by day: lines for a fixed and a sequential analysis, dashed beyond the recorded past, with
// the planned day and wished effect.
import { Line, LineChart, ReferenceDot, ReferenceLine, XAxis, YAxis } from "recharts";
import type { PowerDay } from "#contract/experiment-power.ts";
import { axisTick, chartFrame, dayAxis, numberAxis } from "#console/foundation/charts/chart-style.ts";
import { percentText } from "#console/foundation/ui/wording.ts";
import { powerScale } from "./power-scale.ts";
import { percentOf } from "./power-words.ts";

export interface PowerChartProps {
  curve: readonly PowerDay[];
  duration: number;
  wished?: number | undefined;
  /** True if sequential testing is planned, so that results may be read on any day. */
  isSequential: boolean;
}

const margin = { top: 6, right: 10, bottom: 0, left: 0 };
/** Width of the percent axis, px. */
const axisWidth = 44;
/** Outlines text in the background colour, so that it stays readable over lines. */
const onLines = {
  paintOrder: "stroke",
  stroke: "var(--color-surface)",
  strokeWidth: 4,
  strokeLinejoin: "round",
} as const;
const strong = { fontSize: 11, fontWeight: 550, fill: "var(--color-text)", ...onLines };

export function PowerChart({ curve, duration, wished, isSequential }: PowerChartProps) {
  const { top, percents, days } = powerScale(curve, { duration, wished, isSequential });
  const at = curve.find(({ day }) => day === duration);
  // The dashed line starts at the last point of the solid one, so that they join.
  const firstDashed = curve.find(({ isExtrapolated }) => isExtrapolated)?.day ?? Infinity;
  const rows = curve.map(({ day, fixed, sequential }) => ({
    day,
    ...(day < firstDashed && { fixed, sequential }),
    ...(day >= firstDashed - 1 &&
      firstDashed < Infinity && { laterFixed: fixed, laterSequential: sequential }),
  }));
  const still = { isAnimationActive: false, dot: false, activeDot: false, type: "linear" } as const;
  const lines = [
    ...(isSequential
      ? [{ key: "sequential", later: "laterSequential", stroke: "var(--color-neutral-mark)", width: 1.5 }]
      : []),
    { key: "fixed", later: "laterFixed", stroke: "var(--color-text)", width: 2 },
  ];
  return (
    <div aria-hidden className="size-full">
      <LineChart {...chartFrame()} data={rows} margin={margin}>
        <XAxis
          {...dayAxis}
          dataKey="day"
          type="number"
          domain={[1, curve.at(-1)?.day ?? duration]}
          ticks={days}
          minTickGap={0}
          interval={0}
          tickFormatter={(day: number) => (day === days[0] ? `day ${day}` : String(day))}
        />
        <YAxis
          {...numberAxis}
          width={axisWidth}
          domain={[0, top]}
          ticks={percents}
          allowDataOverflow
          tickFormatter={(value: number) => `${value} %`}
        />
        {percents.slice(1).map((percent) => (
          <ReferenceLine key={percent} y={percent} stroke="var(--color-border)" />
        ))}
        {wished !== undefined && wished < top ? (
          <ReferenceLine
            y={wished}
            stroke="var(--color-text-muted)"
            strokeDasharray="2 3"
            // Placed on the side of the line that the curve does not cross.
            label={{
              value: `wished ${percentText(wished)}`,
              position: at && wished < at.fixed ? "insideTopRight" : "insideBottomRight",
              ...axisTick,
              ...onLines,
            }}
          />
        ) : null}
        {at ? (
          <ReferenceLine
            segment={[
              { x: duration, y: 0 },
              { x: duration, y: Math.min(top, isSequential ? at.sequential : at.fixed) },
            ]}
            stroke="var(--color-border-control)"
          />
        ) : null}
        {lines.flatMap(({ key, later, stroke, width }) => [
          <Line key={key} {...still} dataKey={key} stroke={stroke} strokeWidth={width} />,
          <Line
            key={later}
            {...still}
            dataKey={later}
            stroke={stroke}
            strokeWidth={width}
            strokeDasharray="4 3"
          />,
        ])}
        {at && isSequential && at.sequential < top ? (
          <ReferenceDot
            x={duration}
            y={at.sequential}
            r={3.5}
            fill="var(--color-surface)"
            stroke="var(--color-neutral-mark)"
            strokeWidth={1.5}
            label={{
              value: `${percentOf(at.sequential)} sequential, any day`,
              position: "top",
              dy: -4,
              ...axisTick,
              ...onLines,
            }}
          />
        ) : null}
        {at && at.fixed < top ? (
          <ReferenceDot
            x={duration}
            y={at.fixed}
            r={4.5}
            fill="var(--color-text)"
            stroke="none"
            label={{
              value: `${percentOf(at.fixed)} fixed, on day ${duration}`,
              position: "left",
              dy: 14,
              ...strong,
            }}
          />
        ) : null}
      </LineChart>
    </div>
  );
}
