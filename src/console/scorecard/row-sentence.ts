// A row read out loud: what a screen reader says when the arrow keys reach it.
import {
  directionOf,
  formatInterval,
  formatP,
  formatSize,
  missingReason,
  type Scale,
} from "#console/results/format-result.ts";
import type { MetricReading } from "#console/reading/metric-reading.ts";
import type { DimensionBreakdown } from "#contract/summary-charts.ts";
import type { ScoreRow } from "./scorecard-rows.ts";

const count = new Intl.NumberFormat("en");

function changeText(reading: MetricReading, scale: Scale): string {
  const { value, reach, result, metric, unit } = reading;
  if (value === undefined || reach === undefined)
    return missingReason(metric, scale) ?? "There is no interval.";
  const verb = value > 0 ? "up" : value < 0 ? "down" : "unchanged";
  const size = value === 0 ? "" : ` ${formatSize(value, unit)}`;
  const word = result ?? "direction not set";
  return `${verb}${size}, interval ${formatInterval(value, reach, unit)}, ${word}`;
}

const unitsText = ({ metric }: MetricReading) =>
  metric.testUnits === undefined || metric.controlUnits === undefined
    ? ""
    : `${count.format(metric.testUnits)} units against ${count.format(metric.controlUnits)}`;

const sentenceOf = (parts: readonly string[]) =>
  parts
    .filter((part) => part !== "")
    .map((part) => (part.endsWith(".") ? part : `${part}.`))
    .join(" ")
    .replaceAll(/\bpp\b/g, "percentage points");

export const rowSentence = (row: ScoreRow, scale: Scale): string =>
  sentenceOf([
    `${row.metric.metricName}, ${row.group} against ${row.control}: ${changeText(row, scale)}`,
    directionOf(row.metric) === "decrease" ? "Lower is better" : "",
    row.metric.pValue === undefined ? "" : `p ${formatP(row.metric.pValue)}`,
    unitsText(row),
    row.detectable === undefined
      ? ""
      : `Can find changes of about ${formatSize(row.detectable, row.unit)} or more`,
  ]);

export const sliceSentence = (row: MetricReading & { slice: DimensionBreakdown }, scale: Scale): string =>
  sentenceOf([
    `${row.slice.dimensionKey} ${row.slice.dimensionValue}, exploratory: ${changeText({ ...row, result: undefined }, scale).replace(", direction not set", "")}`,
    unitsText(row),
  ]);
