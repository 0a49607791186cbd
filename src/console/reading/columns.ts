// The columns of the scorecard: what they are called, how wide they are, and what they sort by.
import type { MetricReading } from "./metric-reading.ts";
import type { SortableColumn } from "./reading-search.ts";

export type ColumnName = SortableColumn | "plot";

export interface ScoreColumn {
  id: ColumnName;
  header: string;
  /** px; the plot takes what is left. */
  width?: number;
  align?: "end";
  /** Can be left out of the table. */
  isOptional?: boolean;
  sortValue?: (row: MetricReading) => string | number | null | undefined;
}

const ranks = { better: 0, worse: 1, inconclusive: 2 };

export const scoreColumns: readonly ScoreColumn[] = [
  { id: "metric", header: "Metric", width: 190, sortValue: ({ metric }) => metric.metricName },
  { id: "group", header: "Test group", width: 214, sortValue: ({ group }) => group },
  {
    id: "units",
    header: "Units",
    width: 62,
    align: "end",
    isOptional: true,
    sortValue: ({ metric }) => metric.testUnits,
  },
  {
    id: "mean",
    header: "Mean",
    width: 60,
    align: "end",
    isOptional: true,
    sortValue: ({ metric }) => metric.testMean,
  },
  { id: "change", header: "Change", width: 84, align: "end", sortValue: ({ value }) => value },
  {
    id: "result",
    header: "Result",
    width: 104,
    isOptional: true,
    sortValue: ({ result }) => (result ? ranks[result] : null),
  },
  { id: "plot", header: "Interval, drawn", isOptional: true },
  {
    id: "interval",
    header: "Interval",
    width: 134,
    align: "end",
    isOptional: true,
    sortValue: ({ value, reach }) => (value === undefined || reach === undefined ? null : value - reach),
  },
  {
    id: "p",
    header: "p",
    width: 60,
    align: "end",
    isOptional: true,
    sortValue: ({ metric }) => metric.pValue,
  },
  {
    id: "detectable",
    header: "Can find",
    width: 66,
    align: "end",
    isOptional: true,
    sortValue: ({ metric }) => metric.reversePower,
  },
];

/** px; below its width a column gives way to the plot. What it says stands in the row's explanation too. */
const needs: Partial<Record<ColumnName, number>> = { units: 1060, detectable: 1060, mean: 860, p: 760 };

/** Columns for a table of a width in px, without those that the reader has hidden. */
export const columnsFor = (width: number, hidden: readonly string[]): ScoreColumn[] =>
  scoreColumns.filter(({ id }) => !hidden.includes(id) && width >= (needs[id] ?? 0));

/** px that are left for the plot beside the other columns. */
export const plotWidth = (width: number, columns: readonly ScoreColumn[]): number =>
  Math.max(
    96,
    columns.reduce((rest, column) => rest - (column.width ?? 0), width),
  );
