// The accessible label of a row, read by screen readers when the arrow keys reach it.
import type { ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import {
  formatP,
  formatSize,
  spelledOut,
} from "#console/features/experiments/results/model/format-result.ts";
import {
  directionOf,
  intervalText,
  missingReason,
  type Reading,
} from "#console/features/experiments/results/model/reading.ts";
import type { Slice } from "#console/features/experiments/results/model/slices.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";

/** Words the change: "up 4.12 %, interval +0.91 to +7.33 %", or why there is no interval. */
function changeSentence(reading: Reading): string {
  const { metric, scale, value, unit } = reading;
  const interval = intervalText(reading);
  if (value === undefined || interval === "") return missingReason(metric, scale) ?? "There is no interval.";
  if (value === 0) return `unchanged, interval ${interval}`;
  return `${value > 0 ? "up" : "down"} ${formatSize(value, unit)}, interval ${interval}`;
}

function resultWords({ isClear, depends, result }: Reading): string {
  if (isClear === undefined) return "";
  return `, ${depends ? "depends on the analysis" : (result ?? "direction not set")}`;
}

const unitsText = ({ metric }: Reading) =>
  metric.testUnits === undefined || metric.controlUnits === undefined
    ? ""
    : `${plural(metric.testUnits, "unit")} against ${formatCount(metric.controlUnits)}`;

const sentenceOf = (parts: readonly string[]) =>
  spelledOut(
    parts
      .filter((part) => part !== "")
      .map((part) => (part.endsWith(".") ? part : `${part}.`))
      .join(" "),
  );

export const rowSentence = (row: ScoreRow): string =>
  sentenceOf([
    `${row.metric.metricName}, ${row.group} against ${row.control}: ${changeSentence(row)}${resultWords(row)}`,
    directionOf(row.metric) === "decrease" ? "Lower is better" : "",
    row.metric.pValue === undefined ? "" : `p ${formatP(row.metric.pValue)}`,
    unitsText(row),
    row.detectable === undefined
      ? ""
      : `Minimum detectable effect about ${formatSize(row.detectable, row.unit)}`,
  ]);

export const sliceSentence = (slice: Slice): string =>
  sentenceOf([
    `${slice.metric.dimensionKey} ${slice.metric.dimensionValue}, exploratory: ${changeSentence(slice)}`,
    unitsText(slice),
    slice.difference?.sentence ?? "",
  ]);
