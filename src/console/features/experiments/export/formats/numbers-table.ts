// The table of numbers that stands in Markdown and in the report alike.
import { formatMean } from "#console/features/experiments/results/model/format-result.ts";
import { directionOf, missingReason } from "#console/features/experiments/results/model/reading.ts";
import { cellText } from "#console/features/experiments/results/view-settings/columns.ts";
import { markedResult, type ResultsSnapshot, type SnapshotRow } from "./results-snapshot.ts";

const columns: Record<string, (row: SnapshotRow, snapshot: ResultsSnapshot) => string> = {
  Metric: ({ metric }) =>
    `${metric.metricName}${directionOf(metric) === "decrease" ? " (lower is better)" : ""}`,
  "Test group": ({ group }) => group,
  Control: ({ metric }) => (metric.controlMean === undefined ? "" : formatMean(metric.controlMean, metric)),
  Test: (row) => cellText({ id: "mean" }, row),
  Change: (row) => cellText({ id: "change" }, row),
  Result: markedResult,
  "Confidence interval": (row) =>
    cellText({ id: "interval" }, row) || (missingReason(row.metric, row.scale) ?? ""),
  p: (row) => cellText({ id: "p" }, row),
  "Units, control / test": (row) => cellText({ id: "units", hasControl: true }, row),
  "Minimum detectable effect": (row) => cellText({ id: "detectable" }, row),
};

export const tableHead = Object.keys(columns);

export const tableCells = (row: SnapshotRow, snapshot: ResultsSnapshot): string[] =>
  Object.values(columns).map((textOf) => textOf(row, snapshot));
