// Power of a planned experiment: minimum detectable effects, estimated from the units and values of the past (statistics 9.1).
import { z } from "zod/mini";

const PowerDay = z.looseObject({
  /** Day of the experiment; 1 is the day of the start. */
  day: z.number(),
  /** Minimum detectable effects at 80 % power, in percent of the mean: with one look at the end of the day, and with sequential testing. */
  fixed: z.number(),
  sequential: z.number(),
  /** True if the recorded past is shorter than this many days, so that the values are extrapolated. */
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
  /** Mean and standard deviation over the measured days; absent if nothing was measured. */
  mean: z.optional(z.number()),
  std: z.optional(z.number()),
  /** Share of the variance that CUPED would remove; absent if it does not apply. */
  cupedRemoves: z.optional(z.number()),
  /** Minimum detectable effects at the planned end, in percent. */
  fixed: z.optional(z.number()),
  sequential: z.optional(z.number()),
  /** First day on which the desired effect is detectable; null if that takes more than 400 days. */
  daysNeeded: z.optional(z.nullable(z.number())),
  sequentialDaysNeeded: z.optional(z.nullable(z.number())),
  /** Covers one and a half times the planned duration; empty if power cannot be computed. */
  curve: z.array(PowerDay),
  /** Why power cannot be computed, as text. */
  problem: z.optional(z.string()),
});
export type PowerMetric = z.infer<typeof PowerMetric>;

const PowerByDesign = z.looseObject({
  /** Number of groups, including the control. */
  groups: z.number(),
  /** Percent of the eligible units. */
  allocation: z.number(),
  /** Minimum detectable effect of the first primary metric at the planned end with equal groups, in percent. */
  fixed: z.number(),
  /** First day on which each effect (percent) is detectable with one look; null if that takes more than 400 days. */
  needed: z.array(z.looseObject({ effect: z.number(), days: z.nullable(z.number()) })),
});
export type PowerByDesign = z.infer<typeof PowerByDesign>;

export const ExperimentPower = z.looseObject({
  /** Source of the units: all units that logged an event. */
  source: z.enum(["events"]),
  /** Number of whole UTC days that were measured, and the first and last of them as YYYY-MM-DD; 0 without a log. */
  recordedDays: z.number(),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  /** Why the recorded past is too short, as text; absent if it is sufficient. */
  tooLittle: z.optional(z.string()),
  /** Eligible units of each day: all that were seen, and those seen for the first time. */
  days: z.array(z.looseObject({ date: z.string(), seen: z.number(), first: z.number() })),
  /** Average of `seen`. */
  unitsADay: z.number(),
  /** Recorded units, how many of them the targeting was evaluated for (all
   *  without targeting), and how many of these passed or are unknown. */
  targeting: z.looseObject({
    units: z.number(),
    judged: z.number(),
    passed: z.number(),
    unknown: z.number(),
  }),
  /** Number of units that means and variances are computed from. */
  measuredUnits: z.number(),
  /** Planned duration in days, and the number of units that enter within it. */
  duration: z.number(),
  entering: z.number(),
  groups: z.array(z.looseObject({ name: z.string(), units: z.number() })),
  /** Significance level of each comparison with the control. */
  alpha: z.number(),
  metrics: z.array(PowerMetric),
  /** Power with other numbers of groups and other allocations. */
  shapes: z.array(PowerByDesign),
});
export type ExperimentPower = z.infer<typeof ExperimentPower>;
