// The change of a metric in an experiment, with the margin that decides the result.
import type { MetricExperiment } from "#contract/metric.ts";
import { resultOf } from "#statistics/result-meaning.ts";

/** Returns the change in percent; undefined if there is none. */
export function changeInPercent({ result }: Pick<MetricExperiment, "result">) {
  if (!result) return undefined;
  const { percentChange: value, percentConfidenceIntervalDelta: fixed } = result;
  const margin = result.percentSequentialTestingConfidenceIntervalDelta ?? fixed;
  if (value === undefined || margin === undefined) return undefined;
  return { value, margin, result: resultOf(result) ?? ("inconclusive" as const) };
}
