// A row in words: what a screen reader says when the arrow keys reach it, and what stands in its cells.
import {
  directionOf,
  formatChange,
  formatInterval,
  formatMean,
  formatP,
  formatSigned,
  formatSize,
  missingReason,
  type Scale,
  typeOf,
} from "#console/features/experiments/results/model/format-result.ts";
import type { Slice } from "#console/features/experiments/results/model/slices.ts";
import type { ScoreColumn } from "#console/features/experiments/results/view-settings/columns.ts";
import {
  type MetricOnScale,
  metricOnScale,
} from "#console/features/experiments/results/view-settings/metric-on-scale.ts";
import type { DimensionBreakdown } from "#contract/summary-charts.ts";
import type { ScoreRow } from "./scorecard-rows.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";

function changeText(effect: MetricOnScale, scale: Scale): string {
  const { value, margin, result, metric, unit } = effect;
  if (value === undefined || margin === undefined)
    return missingReason(metric, scale) ?? "There is no interval.";
  const verb = value > 0 ? "up" : value < 0 ? "down" : "unchanged";
  const size = value === 0 ? "" : ` ${formatSize(value, unit)}`;
  const word = result ?? "direction not set";
  const decided = effect.disagrees && result ? " by the absolute interval" : "";
  return `${verb}${size}, interval ${formatInterval(value, margin, unit)}, ${word}${decided}`;
}

const unitsText = ({ metric }: MetricOnScale) =>
  metric.testUnits === undefined || metric.controlUnits === undefined
    ? ""
    : `${plural(metric.testUnits, "unit")} against ${formatCount(metric.controlUnits)}`;

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
      : `Minimum detectable effect about ${formatSize(row.detectable, row.unit)}`,
  ]);

export const sliceSentence = (row: MetricOnScale & { slice: DimensionBreakdown }, scale: Scale): string =>
  sentenceOf([
    `${row.slice.dimensionKey} ${row.slice.dimensionValue}, exploratory: ${changeText({ ...row, result: undefined }, scale).replace(", direction not set", "")}`,
    unitsText(row),
  ]);

const unitsIn = ({ testUnits, controlUnits }: ScoreRow["metric"], hasControl: boolean) =>
  [hasControl ? controlUnits : undefined, testUnits]
    .filter((units) => units !== undefined)
    .map((units) => formatCount(units))
    .join(" / ");

/** What stands in a column of a comparison; the numbers are plain text beside their drawing. */
export function cellText({ id: column, hasControl = false }: ScoreColumn, row: MetricOnScale): string {
  const { metric, value, margin, unit, detectable } = row;
  if (column === "units") return unitsIn(metric, hasControl);
  if (column === "mean")
    return metric.testMean === undefined ? "" : formatMean(metric.testMean, typeOf(metric));
  if (column === "change") return value === undefined ? "" : formatChange(value, unit);
  if (column === "interval")
    return value === undefined || margin === undefined ? "" : formatInterval(value, margin, unit);
  if (column === "p") return metric.pValue === undefined ? "" : formatP(metric.pValue);
  if (column === "detectable") return detectable === undefined ? "" : formatSize(detectable, unit);
  return "";
}

/** What a slice shows in a column: where a comparison has its result, the slice has its difference from the rest. */
export function sliceCellText(column: ScoreColumn, slice: Slice, scale: Scale): string {
  const { metric, difference } = slice;
  if (column.id === "detectable") return "";
  if (column.id !== "result") return cellText(column, metricOnScale(scale, "", metric));
  return difference
    ? `${formatSigned(difference.value - difference.delta)} to ${formatSigned(difference.value + difference.delta)}`
    : "";
}
