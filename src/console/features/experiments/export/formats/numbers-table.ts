// The table of numbers that stands in Markdown and in the report alike.
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
import { markedResult, type ResultsSnapshot, type SnapshotRow } from "./results-snapshot.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";

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

const known = <Value>(value: Value | undefined, format: (value: Value) => string) =>
  value === undefined ? "" : format(value);

export function tableCells(row: SnapshotRow, snapshot: ResultsSnapshot): string[] {
  const { metric, group, scale, unit } = row;
  const { controlMean, testMean, testUnits, controlUnits, pValue } = metric;
  const mean = (value: number) => formatMean(value, metric);
  return [
    `${metric.metricName}${directionOf(metric) === "decrease" ? " (lower is better)" : ""}`,
    group,
    known(controlMean, mean),
    known(testMean, mean),
    changeText(row),
    markedResult(row, snapshot),
    intervalText(row) || (missingReason(metric, scale) ?? ""),
    known(pValue, formatP),
    testUnits === undefined || controlUnits === undefined
      ? ""
      : `${formatCount(controlUnits)} / ${formatCount(testUnits)}`,
    known(row.detectable, (size) => formatSize(size, unit)),
  ];
}
