// The columns of the scorecard: their names, widths, texts and order.
import type { ChartMetric } from "#contract/summary-charts.ts";
import {
  formatMean,
  formatP,
  formatSize,
  type Scale,
} from "#console/features/experiments/results/model/format-result.ts";
import {
  changeText,
  intervalText,
  type Reading,
} from "#console/features/experiments/results/model/reading.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import type { SortableColumn } from "./view-settings.ts";

export type ColumnName = SortableColumn | "plot";

export interface ScoreColumn {
  id: ColumnName;
  header: string;
  /** The header in full, as its tooltip. */
  help?: string;
  /** px; the plot takes what is left. */
  width?: number;
  align?: "end";
  /** Shows the control's number beside that of the test group. */
  hasControl?: boolean;
  /** Always in the table. */
  isFixed?: boolean;
  sortValue?: (row: Reading & { group: string }) => string | number | null | undefined;
}

const ranks = { better: 0, worse: 1, inconclusive: 2 };

export const scoreColumns: readonly ScoreColumn[] = [
  { id: "metric", header: "Metric", width: 190, isFixed: true, sortValue: ({ metric }) => metric.metricName },
  {
    id: "group",
    header: "Test group",
    help: "Treatment: the group that has the change, compared with the control",
    width: 214,
    isFixed: true,
    sortValue: ({ group }) => group,
  },
  { id: "units", header: "Units", width: 62, align: "end", sortValue: ({ metric }) => metric.testUnits },
  { id: "mean", header: "Mean", width: 72, align: "end", sortValue: ({ metric }) => metric.testMean },
  { id: "change", header: "Change", width: 84, align: "end", isFixed: true, sortValue: ({ value }) => value },
  { id: "result", header: "Result", width: 104, sortValue: ({ result }) => (result ? ranks[result] : null) },
  { id: "plot", header: "Interval, drawn" },
  {
    id: "interval",
    header: "Interval",
    help: "Confidence interval: the changes that the data do not rule out at this confidence level",
    width: 140,
    align: "end",
    sortValue: ({ value, margin }) => (value === undefined || margin === undefined ? null : value - margin),
  },
  { id: "p", header: "p", width: 66, align: "end", sortValue: ({ metric }) => metric.pValue },
  {
    id: "detectable",
    header: "MDE",
    help: "Minimum detectable effect: the smallest true change that a test with this much data would detect in 8 of 10 cases, read once at the planned end",
    width: 66,
    align: "end",
    sortValue: ({ detectable }) => detectable,
  },
];

const unitsIn = ({ testUnits, controlUnits }: ChartMetric, hasControl: boolean) =>
  [hasControl ? controlUnits : undefined, testUnits]
    .filter((units) => units !== undefined)
    .map((units) => formatCount(units))
    .join(" / ");

/** The text of a column; numbers are plain text beside their drawing. */
export function cellText(
  { id: column, hasControl = false }: Pick<ScoreColumn, "id" | "hasControl">,
  reading: Reading,
): string {
  const { metric, unit, detectable, result = "" } = reading;
  if (column === "units") return unitsIn(metric, hasControl);
  if (column === "mean") return metric.testMean === undefined ? "" : formatMean(metric.testMean, metric);
  if (column === "change") return changeText(reading);
  if (column === "result") return result;
  if (column === "interval") return intervalText(reading);
  if (column === "p") return metric.pValue === undefined ? "" : formatP(metric.pValue);
  if (column === "detectable") return detectable === undefined ? "" : formatSize(detectable, unit);
  return "";
}

/** Columns that give way to the plot, the first one first; they stand in the row's explanation too. */
const givesWay: readonly ColumnName[] = ["detectable", "units", "mean", "p", "interval"];
/** px */
const wantedPlot = 150;
const narrowTable = 900;
const narrowName = 152;

/** px; from here on the units of the control have room, too. */
const wideTable = 1280;
const withControl = (column: ScoreColumn): ScoreColumn =>
  column.id === "units"
    ? { ...column, header: "Units, control / test", width: 148, hasControl: true }
    : column;

const widthBeside = (columns: readonly ScoreColumn[]) =>
  columns.reduce((sum, column) => sum + (column.width ?? 0), 0);

/** px that are left for the plot beside the other columns. */
export const plotWidth = (width: number, columns: readonly ScoreColumn[]): number =>
  Math.max(96, width - widthBeside(columns));

/** px of columns whose content is wider or narrower than usual. */
type OwnWidths = Partial<Record<ColumnName, number>>;

/** Columns for a table of a width in px, without those that the reader has hidden. */
export function columnsFor(width: number, hidden: readonly string[], own: OwnWidths = {}): ScoreColumn[] {
  const isNarrow = width < narrowTable;
  const widths = { ...own, ...(isNarrow ? { metric: narrowName, group: narrowName } : {}) };
  let columns = scoreColumns
    .filter(({ id }) => !hidden.includes(id))
    .map((column) => (width < wideTable ? column : withControl(column)))
    .map((column) => ({ ...column, ...(widths[column.id] ? { width: widths[column.id] } : {}) }));
  if (hidden.includes("plot")) return columns;
  for (const id of givesWay)
    if (width - widthBeside(columns) < wantedPlot) columns = columns.filter((column) => column.id !== id);
  return columns;
}

/** Names of the columns that gave way, without those that the reader has hidden. */
export function headersLeftOut(shown: readonly ScoreColumn[], hidden: readonly string[]): string[] {
  const inTable = new Set([...shown.map(({ id }) => id), ...hidden]);
  return scoreColumns.filter(({ id }) => !inTable.has(id)).map(({ header }) => header);
}

/** px; less for short names of groups; small absolute numbers are long. */
export function ownWidths(groups: readonly string[], scale: Scale): OwnWidths {
  const longest = Math.max(...groups.map((name) => name.length), 8);
  const group = 48 + 7 * longest;
  return scale === "absolute"
    ? { group: Math.min(186, group), change: 88, interval: 180, detectable: 72 }
    : { group: Math.min(214, group) };
}

/** A phone stacks what a row holds, so that nothing has to give way. */
export const columnsOfPhone = (hidden: readonly string[]): ScoreColumn[] =>
  scoreColumns.filter(({ id }) => !hidden.includes(id));
