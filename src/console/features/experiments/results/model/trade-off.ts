// The trade-off of an experiment: one primary metric against one guardrail, for each test group. Pure.
import type { ChartMetric } from "#contract/summary-charts.ts";
import type { ComparisonRow } from "./comparison-rows.ts";
import { isGuardrail } from "./guardrails.ts";
import { changeText, directionOf, type Effect, intervalText, readingOf } from "./reading.ts";
import { leastCertain, rowsWithEffect } from "./sentence-parts.ts";

const inPercent = ({ metric }: ComparisonRow): Effect | undefined => {
  const reading = readingOf(metric, "percent");
  const { value, margin } = reading;
  return value === undefined || margin === undefined ? undefined : { ...reading, value, margin };
};

const sentenceOf = (reading: Effect) =>
  `${reading.metric.metricName} ${changeText(reading)} (${intervalText(reading)})`;

/** An axis of the trade-off chart; both axes are in percent. */
const axisOf = (metric: ChartMetric, good: "increase" | "decrease") => ({
  name: metric.metricName,
  /** True if the axis is reversed, so that gain is always on the right and harm at the top. */
  isReversed: directionOf(metric) !== good,
});

/**
 * Undefined without a guardrail, or if no group has both intervals. Picks a guardrail that got worse, else
 * the least certain one.
 */
export function tradeOffOf(rows: readonly ComparisonRow[]) {
  const read = rowsWithEffect(rows);
  const lead = read.find((row) => row.isPrimary && directionOf(row.metric) && inPercent(row));
  const guards = read.filter((row) => isGuardrail(row) && directionOf(row.metric) && inPercent(row));
  const guard = guards.find(({ effect }) => effect.result === "worse") ?? leastCertain(guards);
  if (!lead || !guard) return undefined;
  const of = (metric: ChartMetric, group: string) => {
    const row = read.find((other) => other.group === group && other.metric.metricID === metric.metricID);
    return row && inPercent(row);
  };
  const points = [...new Set(read.map(({ group }) => group))].flatMap((group) => {
    const [gain, harm] = [of(lead.metric, group), of(guard.metric, group)];
    return gain && harm ? [{ group, gain, harm }] : [];
  });
  if (points.length === 0) return undefined;
  const said = points.map(({ group, gain, harm }) => `${group}: ${sentenceOf(gain)}, ${sentenceOf(harm)}.`);
  return {
    gain: axisOf(lead.metric, "increase"),
    harm: axisOf(guard.metric, "decrease"),
    points,
    /** Text alternative of the chart. */
    sentence: `Gain on ${lead.metric.metricName} against harm on ${guard.metric.metricName}. ${said.join(" ")}`,
  };
}

export type TradeOff = NonNullable<ReturnType<typeof tradeOffOf>>;
