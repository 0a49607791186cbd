// The columns of the scorecard: headers, widths, texts and sorting. The plot matters most: it gets all width
// that the numbers leave.
import { type Reading, wordOf } from "#console/features/experiments/results/model/reading.ts";
import { fixedChange, fixedInterval, fixedP } from "./decimals.ts";
import type { SortableColumn } from "./view-settings.ts";

export type ColumnName = Exclude<SortableColumn, "result"> | "plot";

interface SortedBy {
  header: string;
  sortValue: (row: Reading & { group: string }) => string | number | null | undefined;
}

export interface ScoreColumn extends Partial<SortedBy> {
  id: ColumnName;
  header: string;
  /** Full header, shown as a tooltip. */
  help?: string;
  /** Width in px; the plot takes the rest. */
  width?: number;
  align?: "end";
  /** True if the column cannot be hidden. */
  isFixed?: boolean;
}

const ranks = { better: 0, worse: 1, inconclusive: 2 };

/**
 * Width of the table on a common screen, px; also used for print and without layout, as in tests. Has room
 * for every column.
 */
export const usualWidth = 1172;

/** Minimum widths of the name columns, px. */
const least = { metric: 190, group: 192 };

export const scoreColumns: readonly ScoreColumn[] = [
  {
    id: "metric",
    header: "Metric",
    width: least.metric,
    isFixed: true,
    sortValue: ({ metric }) => metric.metricName,
  },
  {
    id: "group",
    header: "Test group",
    help: "Treatment: the group that has the change, compared with the control",
    width: least.group,
    isFixed: true,
    sortValue: ({ group }) => group,
  },
  { id: "change", header: "Change", width: 180, isFixed: true, sortValue: ({ value }) => value },
  { id: "plot", header: "Interval, drawn" },
  {
    id: "interval",
    header: "Interval",
    help: "Confidence interval: the changes that the data do not rule out at this confidence level",
    width: 140,
    align: "end",
    sortValue: ({ value, margin }) => (value === undefined || margin === undefined ? null : value - margin),
  },
  { id: "p", header: "p", width: 60, align: "end", sortValue: ({ metric }) => metric.pValue },
];

/** The sort orders; results can be sorted by, although they share the column of the change. */
export const sorts: readonly (SortedBy & { id: SortableColumn })[] = [
  ...scoreColumns.flatMap(({ id, header, sortValue }) =>
    id === "plot" || !sortValue ? [] : [{ id, header, sortValue }],
  ),
  { id: "result", header: "Result", sortValue: ({ result }) => (result ? ranks[result] : null) },
];

/** Returns the text of a column or result. */
export function cellText(column: SortableColumn, reading: Reading, decimals: number): string {
  const { metric } = reading;
  if (column === "change") return fixedChange(reading, decimals);
  if (column === "result") return wordOf(reading) ?? "";
  if (column === "interval") return fixedInterval(reading, decimals);
  if (column === "p") return metric.pValue === undefined ? "" : fixedP(metric.pValue);
  return "";
}

/** Columns dropped when the plot lacks room, in this order; the row's explanation has them too. */
const givesWay: readonly ColumnName[] = ["p", "interval"];
/** px */
const wantedPlot = 240;
const narrowTable = 1000;
const narrow = { metric: 176, group: 176 };

/** Extra width in px for name columns on wide screens, which they share with the plot. */
const roomForNames = (width: number) => Math.max(0, (width - usualWidth) / 4);

const widthBeside = (columns: readonly ScoreColumn[]) =>
  columns.reduce((sum, column) => sum + (column.width ?? 0), 0);

/** Width left for the plot, px. */
export const plotWidth = (width: number, columns: readonly ScoreColumn[]): number =>
  Math.max(96, width - widthBeside(columns));

/** Widths in px of columns whose content needs more or less than the default. */
type OwnWidths = Partial<Record<ColumnName, number>>;

interface TableContent {
  /** Ids of columns hidden by the user. */
  hidden: readonly string[];
  /** True if there is a single test group, which needs no column. */
  isSolo?: boolean;
  own?: OwnWidths;
}

const columnsIn = ({ hidden, isSolo }: TableContent) =>
  scoreColumns.filter(({ id }) => !hidden.includes(id) && !(isSolo && id === "group"));

/** Returns the columns for a table of the given width in px. */
export function columnsFor(width: number, content: TableContent): ScoreColumn[] {
  const isNarrow = width < narrowTable;
  const room = roomForNames(width);
  const { metric = least.metric, group = least.group } = content.own ?? {};
  const widths: OwnWidths = {
    ...content.own,
    metric: Math.min(metric, least.metric + room),
    group: Math.min(group, least.group + room),
    ...(isNarrow ? narrow : {}),
    ...(content.isSolo ? { metric: isNarrow ? 240 : 340 + room } : {}),
  };
  let columns = columnsIn(content).map((column) => ({
    ...column,
    ...(widths[column.id] ? { width: widths[column.id] } : {}),
  }));
  if (content.hidden.includes("plot")) return columns;
  for (const id of givesWay)
    if (width - widthBeside(columns) < wantedPlot) columns = columns.filter((column) => column.id !== id);
  return columns;
}

/** Headers of the columns dropped for lack of room. */
export function headersLeftOut(shown: readonly ScoreColumn[], content: TableContent): string[] {
  const inTable = new Set(shown.map(({ id }) => id));
  return columnsIn(content)
    .filter(({ id }) => !inTable.has(id))
    .map(({ header }) => header);
}

/** Widths in px of a digit, of the sign and shape around a number, and of the longest result word. */
const [digit, aroundNumber, word] = [7.4, 6, 122];
export const numberWidth = (longestChange: number) =>
  Math.ceil(digit * Math.max(7, longestChange)) + aroundNumber;

/** Estimates the column widths in px from the lengths of the longest texts. */
export function ownWidths(longest: {
  metric: number;
  group: number;
  change: number;
  interval: number;
}): OwnWidths {
  return {
    metric: Math.max(least.metric, 12 + 7.5 * longest.metric),
    group: 26 + 7 * Math.max(longest.group, 8),
    change: word + numberWidth(longest.change),
    interval: Math.max(140, Math.ceil(7 * longest.interval) + 16),
  };
}

/** Columns of the stacked layout, where none need to be dropped. */
export const stackedColumns = columnsIn;
