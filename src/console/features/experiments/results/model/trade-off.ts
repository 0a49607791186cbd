// The trade-off of an experiment: the change of one primary metric against that of one guardrail, for each test group. Pure.
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

/** An axis of the trade-off; both are in percent. */
const axisOf = (metric: ChartMetric, good: "increase" | "decrease") => ({
  name: metric.metricName,
  /** A higher number stands on the other side: gain is on the right, harm above. */
  isReversed: directionOf(metric) !== good,
});

/** Undefined where there is no guardrail, or no group with both intervals. Of the guardrails it is one that got worse, else the least certain. */
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
    /** The same in words. */
    sentence: `Gain on ${lead.metric.metricName} against harm on ${guard.metric.metricName}. ${said.join(" ")}`,
  };
}

export type TradeOff = NonNullable<ReturnType<typeof tradeOffOf>>;
