// Lines of each group's share over days, in percent. Groups differ by their dashes; names and numbers stand beside the chart.
import { Line, LineChart, ReferenceLine, XAxis, YAxis } from "recharts";
import { chartFrame, type ChartSize, dayAxis, markStyle, numberAxis } from "./chart-style.ts";

export interface ShareLinesProps {
  /**
   * One share per group, from 0 to 100, in the order of `names`; empty on a day without units. `mark` is an event on that
   * day.
   */
  days: readonly { label: string; shares: readonly number[]; mark?: string | undefined }[];
  names: readonly string[];
  domain: [number, number];
  ticks: readonly number[];
  active?: number | undefined;
  format: (value: number) => string;
  /** Size of the chart; without it the chart fills its box. */
  size?: ChartSize;
}

/** px */
export const sharesInset = [60, 12] as const;
const margin = { top: 6, right: sharesInset[1], bottom: 0, left: 0 };
const dashes = ["", "7 4", "2 3", "9 3 2 3"];

/** Dash pattern of a group's line; the four patterns repeat. */
export const dashOf = (index: number) => dashes[index % dashes.length] ?? "";

export const ShareLines = ({ days, names, domain, ticks, active, format, size }: ShareLinesProps) => {
  const read = active === undefined ? undefined : days[active];
  return (
    <div aria-hidden className="size-full">
      <LineChart {...chartFrame(size)} data={[...days]} margin={margin}>
        <XAxis {...dayAxis} padding={{ left: 4, right: 4 }} />
        <YAxis
          {...numberAxis}
          width={sharesInset[0]}
          domain={domain}
          ticks={[...ticks]}
          tickFormatter={format}
        />
        {days.map(({ label, mark }) =>
          mark ? <ReferenceLine key={label} x={label} {...markStyle} /> : null,
        )}
        {read ? <ReferenceLine x={read.label} stroke="var(--color-border-control)" /> : null}
        {names.map((name, index) => (
          <Line
            key={name}
            name={name}
            dataKey={({ shares }: ShareLinesProps["days"][number]) => shares[index]}
            stroke="var(--color-text)"
            strokeWidth={1.5}
            strokeDasharray={dashOf(index)}
            dot={days.length === 1}
            activeDot={false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </div>
  );
};
