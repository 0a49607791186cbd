// A chart of a number over days as a line. Days without data leave a gap in the line and are shaded.
import { Bar, ComposedChart, Line, ReferenceLine, XAxis, YAxis } from "recharts";
import { chartFrame, dayAxis, numberAxis } from "./chart-style.ts";

interface Day {
  label: string;
  /** Undefined on a day without data. */
  value: number | undefined;
  /** The day is not over yet, so the line to it is dashed. */
  isOpen?: boolean;
}

export interface DayValuesProps {
  days: readonly Day[];
  domain: readonly [number, number];
  ticks: readonly number[];
  /** Index of the day that is pointed at. */
  active?: number | undefined;
  format: (value: number) => string;
}

/** px */
export const valuesInset = [52, 8] as const;
const margin = { top: 6, right: valuesInset[1], bottom: 0, left: 0 };

export const DayValues = ({ days, domain, ticks, active, format }: DayValuesProps) => {
  const read = active === undefined ? undefined : days[active];
  const isOpenEnd = days.at(-1)?.isOpen ?? false;
  /** A day between two gaps is not part of any line. */
  const isAlone = (index: number) =>
    days[index]?.value !== undefined &&
    days[index - 1]?.value === undefined &&
    days[index + 1]?.value === undefined;
  return (
    <div aria-hidden className="size-full">
      <ComposedChart {...chartFrame()} data={[...days]} margin={margin} barCategoryGap={0}>
        <XAxis {...dayAxis} />
        <YAxis
          {...numberAxis}
          width={valuesInset[0]}
          domain={[...domain]}
          ticks={[...ticks]}
          tickFormatter={format}
        />
        <Bar
          dataKey={({ value }: Day) => (value === undefined ? domain[1] : undefined)}
          fill="var(--color-warning-tint)"
          isAnimationActive={false}
        />
        {read ? <ReferenceLine x={read.label} stroke="var(--color-border-control)" /> : null}
        <Line
          dataKey={({ value, isOpen }: Day) => (isOpen ? undefined : value)}
          stroke="var(--color-text)"
          strokeWidth={1.5}
          activeDot={false}
          isAnimationActive={false}
          dot={({ index, cx, cy }: { index: number; cx?: number; cy?: number }) =>
            isAlone(index) ? (
              <circle key={index} cx={cx} cy={cy} r={2} fill="var(--color-text)" />
            ) : (
              <g key={index} />
            )
          }
        />
        {/* The value of a day that is not over yet is not comparable, so the line to it is dashed. */}
        <Line
          dataKey={(day: Day) => (days.indexOf(day) >= days.length - 2 && isOpenEnd ? day.value : undefined)}
          stroke="var(--color-text-muted)"
          strokeWidth={1.5}
          strokeDasharray="2 3"
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      </ComposedChart>
    </div>
  );
};
