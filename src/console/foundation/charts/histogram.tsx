import { Bar, BarChart, XAxis, YAxis } from "recharts";
import { chartFrame, dayAxis } from "./chart-style.ts";
import { NumbersTable } from "./numbers-table.tsx";

export interface HistogramBar {
  /** ms since the epoch. */
  start: number;
  count: number;
}

interface HistogramProps {
  label: string;
  /** The chart in one sentence. */
  summary: string;
  bars: readonly HistogramBar[];
  format: (start: number) => string;
}

/** Counts over time; the same numbers stand in a table for screen readers. */
export const Histogram = ({ label, summary, bars, format }: HistogramProps) => (
  <figure aria-label={label}>
    <figcaption className="sr-only">{summary}</figcaption>
    <div aria-hidden className="h-28 w-full">
      <BarChart
        {...chartFrame()}
        data={[...bars]}
        margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
        barCategoryGap={1}
      >
        <XAxis {...dayAxis} dataKey="start" tickFormatter={format} minTickGap={48} />
        <YAxis hide domain={[0, "dataMax"]} />
        <Bar dataKey="count" fill="var(--color-border-strong)" isAnimationActive={false} />
      </BarChart>
    </div>
    {/* A table keeps the height of its rows, also when it is hidden. */}
    <div className="sr-only">
      <NumbersTable
        caption={label}
        columns={["From", "Events"]}
        rows={bars.map(({ start, count }) => [format(start), String(count)])}
      />
    </div>
  </figure>
);
