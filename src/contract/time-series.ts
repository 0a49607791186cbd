// Choice: the time series of a metric in one comparison has its own endpoint, with the field names of the summary charts.
import { z } from "zod/mini";
import { ComparisonFields } from "./comparison-fields.ts";
import { Adjustment } from "./summary-charts.ts";

/** Cumulative results at the end of a UTC day. */
export const CumulativeDay = z.looseObject({
  time: z.number(),
  ...ComparisonFields.shape,
  adjustment: z.optional(Adjustment),
});
export type CumulativeDay = z.infer<typeof CumulativeDay>;

/** Results from events of the n-th day after exposure only (0 is the day of
 *  exposure), without CUPED. Includes units whose n-th day is over or running. */
export const DaySinceExposure = z.looseObject({ day: z.number(), ...ComparisonFields.shape });
export type DaySinceExposure = z.infer<typeof DaySinceExposure>;

export const TimeSeries = z.looseObject({
  experimentID: z.string(),
  metricID: z.string(),
  metricName: z.string(),
  directionality: z.string(),
  control: z.string(),
  test: z.string(),
  cuped: z.boolean(),
  sequentialTesting: z.boolean(),
  significanceLevel: z.number(),
  /** One item per UTC day (start in ms) from the first exposure on, with newly exposed units by group id, excluding crossovers. */
  exposures: z.array(z.looseObject({ time: z.number(), units: z.record(z.string(), z.number()) })),
  cumulative: z.array(CumulativeDay),
  daysSinceExposure: z.array(DaySinceExposure),
});
export type TimeSeries = z.infer<typeof TimeSeries>;
