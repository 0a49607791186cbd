// The table of numbers that stands in Markdown and in the report alike.
import { formatMean } from "#console/features/experiments/results/model/format-result.ts";
import { directionOf, missingReason } from "#console/features/experiments/results/model/reading.ts";
import { cellText } from "#console/features/experiments/results/view-settings/columns.ts";
import { markedResult, type ResultsSnapshot, type SnapshotRow } from "./results-snapshot.ts";

export const tableHead = [
  "Metric",
  "Test group",
  "Control",
  "Test",
  "Change",
  "Result",
  "Interval",
  "p",
  "Units, control / test",
  "Minimum detectable effect",
];

export function tableCells(row: SnapshotRow, snapshot: ResultsSnapshot): string[] {
  const { metric, group, scale } = row;
  return [
    `${metric.metricName}${directionOf(metric) === "decrease" ? " (lower is better)" : ""}`,
    group,
    metric.controlMean === undefined ? "" : formatMean(metric.controlMean, metric),
    cellText({ id: "mean" }, row),
    cellText({ id: "change" }, row),
    markedResult(row, snapshot),
    cellText({ id: "interval" }, row) || (missingReason(metric, scale) ?? ""),
    cellText({ id: "p" }, row),
    cellText({ id: "units", hasControl: true }, row),
    cellText({ id: "detectable" }, row),
  ];
}
