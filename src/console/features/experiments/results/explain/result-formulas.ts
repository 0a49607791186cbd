// Why a result is called better, worse or inconclusive.
import {
  directionOf,
  estimateOf,
  formatInterval,
  resultOf,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import { arithmetic, type Explanation, type Known, line } from "./formula.ts";

export function result(known: Known): Explanation {
  const { row, metric, scale, standardError, delta, testMean, controlMean } = known;
  const whisker = metric.sequentialTestingConfidenceIntervalDelta;
  const margin = whisker ?? delta;
  const change = testMean - controlMean;
  const isClear = Math.abs(change) > margin;
  const decides = whisker === undefined ? "interval" : "sequential interval";

  // The absolute interval decides; the one in percent is read out where it says the same.
  const shown = estimateOf(metric, scale);
  const shownMargin = shown.whiskerDelta ?? shown.delta;
  const agrees =
    shown.value !== undefined && shownMargin !== undefined && Math.abs(shown.value) > shownMargin === isClear;
  const text = agrees
    ? formatInterval(shown.value ?? 0, shownMargin ?? 0, unitOf(metric, scale))
    : formatInterval(change, margin, unitOf(metric, "absolute"));
  const name = agrees ? decides : `absolute ${decides}`;

  const direction = directionOf(metric);
  const side = change > 0 ? "above" : "below";
  const good = direction === "decrease" ? "lower" : "higher";
  const meaning =
    direction === undefined
      ? `Nobody has said whether more or less of ${metric.metricName} is good, so it has no word.`
      : `For ${metric.metricName} ${good} is better, so ${row.group} is ${resultOf(metric)}.`;
  return {
    title: "Result",
    formulas: [
      line("change", "test mean − control mean", arithmetic`${testMean} − ${controlMean}`, change),
      line(
        `margin of the ${decides}`,
        `${whisker === undefined ? "critical value" : "sequential factor"} × standard error`,
        arithmetic`${margin / standardError} × ${standardError}`,
        margin,
      ),
    ],
    sentences: isClear
      ? [`The whole ${name}, ${text}, lies ${side} 0, since the change is larger than the margin. ${meaning}`]
      : [
          `The ${name}, ${text}, includes 0, since the change is no larger than the margin: an increase as well as a drop within it fits the data. Inconclusive does not mean that there is no effect.`,
        ],
  };
}
