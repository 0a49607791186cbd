// The values of a metric in the last days: day by day, by unit, and as a whole, with what a small change of it would need.
import { z } from "zod/mini";
import { bounded } from "./query-fields.ts";

/** A UTC day, whose start is `time` in ms. `value` is null on a day without events. */
export const MetricDay = z.looseObject({
  time: z.number(),
  /** The sum of counts and sums, the units of users and days, the rate of means, ratios and funnels. */
  value: z.nullable(z.number()),
  numerator: z.number(),
  /** Of means, ratios and funnels. */
  denominator: z.nullable(z.number()),
  /** Units that take part. */
  units: z.number(),
  events: z.number(),
});
export type MetricDay = z.infer<typeof MetricDay>;

const covered = {
  unitType: z.string(),
  /** ms; the time that was read, both ends included. */
  windowStart: z.number(),
  windowEnd: z.number(),
  computedTime: z.number(),
  /** True where only some of many units were read, and numbers of units and events are scaled up from them. */
  isSampled: z.boolean(),
};

export const MetricDays = z.looseObject({ ...covered, days: z.array(MetricDay) });
export type MetricDays = z.infer<typeof MetricDays>;

/** Unit values from `from` to below `to`; the last bin holds all above, too. */
const Bin = z.looseObject({ from: z.number(), to: z.number(), units: z.number() });

/** The values of the units that have events, before any cap. */
export const MetricDistribution = z.looseObject({
  ...covered,
  units: z.number(),
  least: z.nullable(z.number()),
  most: z.nullable(z.number()),
  percentiles: z.array(z.looseObject({ percentile: z.number(), value: z.number() })),
  bins: z.array(Bin),
  /** The value at which totals are capped; null where nothing is. */
  cap: z.nullable(z.number()),
});
export type MetricDistribution = z.infer<typeof MetricDistribution>;

/** A definition over the last 30 days. */
export const MetricPreview = z.looseObject({
  ...covered,
  days: MetricDays.shape.days,
  distribution: MetricDistribution,
  events: z.number(),
  /** Units that take part: all that logged any event, or those with a denominator. */
  units: z.number(),
  /** Those that have events of the metric. */
  unitsWithEvents: z.number(),
  /** As experiments show it; null without units. */
  mean: z.nullable(z.number()),
  /** Of unit values; null below two units. */
  variance: z.nullable(z.number()),
  /** Units of two equal groups together that find `change` (percent) with a probability of 80 % at a level of 5 %; null where nothing is to be found. */
  need: z.looseObject({ change: z.number(), units: z.nullable(z.number()) }),
  /** The definition as a query, for reading. */
  sql: z.string(),
});
export type MetricPreview = z.infer<typeof MetricPreview>;

/** The value of a metric on one day, as public APIs answer it. */
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
  /** A UTC day, as in 2026-11-01. */
  date: z.string().check(z.refine((text) => isDate(text), { message: "Expected a date, as in 2026-11-01" })),
  unitType,
});
