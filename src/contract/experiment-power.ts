// The effects that a planned experiment could find, from the units and values of the past (statistics 9.1).
import { z } from "zod/mini";

const PowerDay = z.looseObject({
  /** From 1, the day of the start. */
  day: z.number(),
  /** Smallest relative effects that are found with a probability of 80 %, in percent: in one look at the end of the day, and however often one looks. */
  fixed: z.number(),
  sequential: z.number(),
  /** The past is shorter than this. */
  isExtrapolated: z.boolean(),
});
export type PowerDay = z.infer<typeof PowerDay>;

const PowerMetric = z.looseObject({
  /** `<name>::<type>` */
  id: z.string(),
  name: z.string(),
  type: z.string(),
  role: z.enum(["primary", "guardrail", "secondary"]),
  directionality: z.string(),
  /** As they were over the days that were measured; absent where nothing was. */
  mean: z.optional(z.number()),
  std: z.optional(z.number()),
  /** Share of the variance that CUPED would remove; absent where it does not apply. */
  cupedRemoves: z.optional(z.number()),
  /** Smallest effects at the planned end, percent. */
  fixed: z.optional(z.number()),
  sequential: z.optional(z.number()),
  /** First days at which the wished effect is found; null where it takes longer than 400. */
  daysNeeded: z.optional(z.nullable(z.number())),
  sequentialDaysNeeded: z.optional(z.nullable(z.number())),
  /** To one and a half times the planned duration; empty where nothing can be said. */
  curve: z.array(PowerDay),
  /** Why nothing can be said, in words. */
  problem: z.optional(z.string()),
});
export type PowerMetric = z.infer<typeof PowerMetric>;

const PowerOfShape = z.looseObject({
  /** Number of groups, the control among them. */
  groups: z.number(),
  /** Percent of the eligible units. */
  allocation: z.number(),
  /** Of the first primary metric at the planned end, with equal groups, percent. */
  fixed: z.number(),
  /** First days at which an effect, in percent, is found in one look; null where it takes longer than 400. */
  needed: z.array(z.looseObject({ effect: z.number(), days: z.nullable(z.number()) })),
});
export type PowerOfShape = z.infer<typeof PowerOfShape>;

export const ExperimentPower = z.looseObject({
  /** Where the units come from: whoever logged an event. */
  source: z.enum(["events"]),
  /** The whole UTC days that were measured, and their first and last one as YYYY-MM-DD; 0 days without a log. */
  recordedDays: z.number(),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  /** Why the past says too little, in words; absent where it is enough. */
  tooLittle: z.optional(z.string()),
  /** Eligible units of each day: all that were seen, and those of them that were not seen on a day before. */
  days: z.array(z.looseObject({ date: z.string(), seen: z.number(), first: z.number() })),
  /** Average of `seen`. */
  unitsADay: z.number(),
  /** Units of the past, of them those the targeting was tried on (all of them where there is none), and how many of these passed or could not be judged. */
  targeting: z.looseObject({
    units: z.number(),
    judged: z.number(),
    passed: z.number(),
    unknown: z.number(),
  }),
  /** Units from whom means and variances come. */
  measuredUnits: z.number(),
  /** Days of the plan, and the units that enter in them. */
  duration: z.number(),
  entering: z.number(),
  groups: z.array(z.looseObject({ name: z.string(), units: z.number() })),
  /** Significance level of each comparison with the control. */
  alpha: z.number(),
  metrics: z.array(PowerMetric),
  /** Other numbers of groups and shares of the eligible units. */
  shapes: z.array(PowerOfShape),
});
export type ExperimentPower = z.infer<typeof ExperimentPower>;
