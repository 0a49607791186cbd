// Choice: the time series of one metric in one comparison is an endpoint of its own, with the field names of the summary charts.
import { z } from "zod/mini";
import { Adjustment, ComparisonFields } from "./summary-charts.ts";

/** The analysis as it stood at the end of a UTC day. */
export const CumulativeDay = z.looseObject({
  time: z.number(),
  ...ComparisonFields.shape,
  adjustment: z.optional(Adjustment),
});
export type CumulativeDay = z.infer<typeof CumulativeDay>;

/** Events of the n-th day after exposure alone, never adjusted; 0 is the day of the exposure. Units whose n-th day is over or running take part. */
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
  /** Start of each UTC day, ms, from the first exposure on, and its newly exposed units by group id, crossovers left out. */
  exposures: z.array(z.looseObject({ time: z.number(), units: z.record(z.string(), z.number()) })),
  cumulative: z.array(CumulativeDay),
  daysSinceExposure: z.array(DaySinceExposure),
});
export type TimeSeries = z.infer<typeof TimeSeries>;
