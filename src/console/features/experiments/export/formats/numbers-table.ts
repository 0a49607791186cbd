// The table of numbers that stands in Markdown and in the report alike.
import type { ComparisonRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import {
  detectableOf,
  directionOf,
  estimateOf,
  formatChange,
  formatMean,
  formatP,
  formatSize,
  missingReason,
  typeOf,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import { intervalText, markedResult, type ResultsSnapshot } from "./results-snapshot.ts";
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

export function tableCells(row: ComparisonRow, snapshot: ResultsSnapshot): string[] {
  const { scale } = snapshot;
  const { metric, group } = row;
  const unit = unitOf(metric, scale);
  const { controlMean, testMean, testUnits, controlUnits, pValue } = metric;
  const known = <Value>(value: Value | undefined, format: (value: Value) => string) =>
    value === undefined ? "" : format(value);
  const mean = (value: number) => formatMean(value, typeOf(metric));
  return [
    `${metric.metricName}${directionOf(metric) === "decrease" ? " (lower is better)" : ""}`,
    group,
    known(controlMean, mean),
    known(testMean, mean),
    known(estimateOf(metric, scale).value, (value) => formatChange(value, unit)),
    markedResult(row, snapshot),
    intervalText(row, scale) ?? missingReason(metric, scale) ?? "",
    known(pValue, formatP),
    testUnits === undefined || controlUnits === undefined
      ? ""
      : `${formatCount(controlUnits)} / ${formatCount(testUnits)}`,
    known(detectableOf(metric, scale), (size) => formatSize(size, unit)),
  ];
}
