// The table of numbers shared by the Markdown export and the report.
import {
  formatMean,
  formatP,
  formatSize,
} from "#console/features/experiments/results/model/format-result.ts";
import {
  changeText,
  directionOf,
  intervalText,
  missingReason,
} from "#console/features/experiments/results/model/reading.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { markedResult, type ResultsSnapshot, type SnapshotRow } from "./results-snapshot.ts";

const columns: Record<string, (row: SnapshotRow, snapshot: ResultsSnapshot) => string> = {
  Metric: ({ metric }) =>
    `${metric.metricName}${directionOf(metric) === "decrease" ? " (lower is better)" : ""}`,
  "Test group": ({ group }) => group,
  Control: ({ metric }) => (metric.controlMean === undefined ? "" : formatMean(metric.controlMean, metric)),
  Test: ({ metric }) => (metric.testMean === undefined ? "" : formatMean(metric.testMean, metric)),
  Change: changeText,
  Result: markedResult,
  "Confidence interval": (row) => intervalText(row) || (missingReason(row.metric, row.scale) ?? ""),
  p: ({ metric: { pValue } }) => (pValue === undefined ? "" : formatP(pValue)),
  "Units, control / test": ({ metric: { controlUnits, testUnits } }) =>
    [controlUnits, testUnits].flatMap((units) => (units === undefined ? [] : formatCount(units))).join(" / "),
  "Minimum detectable effect": ({ detectable, unit }) =>
    detectable === undefined ? "" : formatSize(detectable, unit),
};

export const tableHead = Object.keys(columns);

export const tableCells = (row: SnapshotRow, snapshot: ResultsSnapshot): string[] =>
  Object.values(columns).map((textOf) => textOf(row, snapshot));
