// Counts of several groups, one bar a day. Groups differ in brightness; their names and numbers stand beside the chart.
import { Bar, BarChart, ReferenceLine, XAxis, YAxis } from "recharts";
import { chartFrame, type ChartSize, dayAxis, markStyle, numberAxis, shadeOf } from "./chart-style.ts";

export interface StackedBarsProps {
  /** One count a group, in the order of `names`; `mark` is something that happened on that day. */
  bars: readonly { label: string; counts: readonly number[]; mark?: string | undefined }[];
  names: readonly string[];
  active?: number | undefined;
  format: (value: number) => string;
  /** That of its box without. */
  size?: ChartSize;
}

/** px */
export const barsInset = [48, 4] as const;
const margin = { top: 6, right: barsInset[1], bottom: 0, left: 0 };

export const StackedBars = ({ bars, names, active, format, size }: StackedBarsProps) => {
  const read = active === undefined ? undefined : bars[active];
  return (
    <div aria-hidden className="size-full">
      <BarChart {...chartFrame(size)} data={[...bars]} margin={margin} barCategoryGap={1}>
        <XAxis {...dayAxis} />
        <YAxis {...numberAxis} width={barsInset[0]} tickFormatter={format} tickCount={4} />
        {names.map((name, index) => (
          <Bar
            key={name}
            name={name}
            stackId="units"
            dataKey={({ counts }: StackedBarsProps["bars"][number]) => counts[index] ?? 0}
            fill={shadeOf(index)}
            stroke="var(--color-surface)"
            strokeWidth={0.5}
            isAnimationActive={false}
          />
        ))}
        {bars.map(({ label, mark }) =>
          mark ? <ReferenceLine key={label} x={label} {...markStyle} /> : null,
        )}
        {read ? <ReferenceLine x={read.label} stroke="var(--color-accent)" /> : null}
      </BarChart>
    </div>
  );
};
