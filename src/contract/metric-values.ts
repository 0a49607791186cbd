// Response schemas of a metric's recent values: by day, by unit and in total, with the sample size that a small change would need.
import { z } from "zod/mini";
import { bounded } from "./query-fields.ts";

/** A UTC day that starts at `time` (ms). `value` is null on a day without events. */
export const MetricDay = z.looseObject({
  time: z.number(),
  /** Total for counts and sums, number of units for users and days, rate for means, ratios and funnels. */
  value: z.nullable(z.number()),
  numerator: z.number(),
  /** For means, ratios and funnels; null otherwise. */
  denominator: z.nullable(z.number()),
  /** Number of units included. */
  units: z.number(),
  events: z.number(),
});
export type MetricDay = z.infer<typeof MetricDay>;

const covered = {
  unitType: z.string(),
  /** ms; covered period, both ends included. */
  windowStart: z.number(),
  windowEnd: z.number(),
  computedTime: z.number(),
  /** True if only a sample of the units was read; numbers of units and events are then extrapolated. */
  isSampled: z.boolean(),
};

export const MetricDays = z.looseObject({ ...covered, days: z.array(MetricDay) });
export type MetricDays = z.infer<typeof MetricDays>;

/** Number of units with values from `from` (inclusive) to `to` (exclusive); the last bin also holds all larger values. */
const Bin = z.looseObject({ from: z.number(), to: z.number(), units: z.number() });

/** Distribution of the values of all units with events, before winsorization. */
export const MetricDistribution = z.looseObject({
  ...covered,
  units: z.number(),
  least: z.nullable(z.number()),
  most: z.nullable(z.number()),
  percentiles: z.array(z.looseObject({ percentile: z.number(), value: z.number() })),
  bins: z.array(Bin),
  /** Value at which unit totals are capped; null without a cap. */
  cap: z.nullable(z.number()),
});
export type MetricDistribution = z.infer<typeof MetricDistribution>;

/** Preview of a definition on the last 30 days. */
export const MetricPreview = z.looseObject({
  ...covered,
  days: MetricDays.shape.days,
  distribution: MetricDistribution,
  events: z.number(),
  /** Number of units included: all that logged any event, or those with a denominator. */
  units: z.number(),
  /** Number of units with events of the metric. */
  unitsWithEvents: z.number(),
  /** Mean as shown in experiments; null without units. */
  mean: z.nullable(z.number()),
  /** Variance of the unit values; null with fewer than two units. */
  variance: z.nullable(z.number()),
  /** Total size of two equal groups that detect `change` (percent) with 80 % power at a level of 5 %; null if no effect can be detected. */
  need: z.looseObject({ change: z.number(), units: z.nullable(z.number()) }),
  /** The definition as SQL, for display only. */
  sql: z.string(),
});
export type MetricPreview = z.infer<typeof MetricPreview>;

/** The value of a metric on one day, in the form of comparable public APIs. */
export const MetricValue = z.looseObject({
  metricName: z.string(),
  metricType: z.string(),
  unitType: z.string(),
  value: z.nullable(z.number()),
  numerator: z.number(),
  denominator: z.nullable(z.number()),
});
export type MetricValue = z.infer<typeof MetricValue>;

const unitType = z.optional(z.string().check(z.minLength(1)));

export const MetricDaysQuery = z.object({ days: bounded(30, 1, 90), unitType });

const isDate = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
  );
};

export const MetricValuesQuery = z.object({
  id: z.string().check(z.minLength(1)),
  /** A UTC day, such as 2026-11-01. */
  date: z.string().check(z.refine((text) => isDate(text), { message: "Expected a date, as in 2026-11-01" })),
  unitType,
});
