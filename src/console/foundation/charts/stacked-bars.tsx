// Stacked bars of counts over time. The legend stands beside the chart; the surrounding figure reads the numbers out.
import { Bar, BarChart, ReferenceLine, XAxis, YAxis } from "recharts";
import { chartFrame, dayAxis, numberAxis } from "./chart-style.ts";

interface StackedBarsProps {
  /** One count per colour. If any bar has a mark, only the marks label the axis, else as many labels as fit. */
  bars: readonly { label: string; mark?: string | undefined; counts: readonly number[] }[];
  /** Colours from the bottom up. */
  colours: readonly string[];
  active?: number | undefined;
  format: (value: number) => string;
}

/** px */
export const barsInset = [56, 8] as const;
const margin = { top: 6, right: barsInset[1], bottom: 0, left: 0 };

export const StackedBars = ({ bars, colours, active, format }: StackedBarsProps) => {
  const read = active === undefined ? undefined : bars[active];
  const marks = new Map(bars.flatMap(({ label, mark }) => (mark === undefined ? [] : [[label, mark]])));
  const marked = marks.size > 0 && {
    ticks: [...marks.keys()],
    tickFormatter: (label: string) => marks.get(label) ?? "",
  };
  return (
    <div aria-hidden className="size-full">
      <BarChart {...chartFrame()} data={[...bars]} margin={margin} barCategoryGap={bars.length > 60 ? 0 : 1}>
        <XAxis {...dayAxis} minTickGap={40} {...marked} />
        <YAxis {...numberAxis} width={barsInset[0]} allowDecimals={false} tickFormatter={format} />
        {read ? <ReferenceLine x={read.label} stroke="var(--color-border-control)" /> : null}
        {colours.map((colour, index) => (
          <Bar
            key={colour}
            stackId="all"
            dataKey={({ counts }: StackedBarsProps["bars"][number]) => counts[index] ?? 0}
            fill={colour}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </div>
  );
};
