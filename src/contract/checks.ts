// How often apps asked for a gate, a config or an experiment, what they got, and who asked.
import { z } from "zod/mini";
import { wholeNumber } from "./query-fields.ts";

const tally = {
  /** The base id of a rule, or the id of a group; `default`, `disabled` and `launched` where no rule decided; empty without an answer. */
  ruleID: z.string(),
  /** Of a config: by the value of the rule. */
  passed: z.number(),
  /** Of a config: by the default value. */
  failed: z.number(),
  /** The library did not know the entity, or had no rules yet. */
  unanswered: z.number(),
};

const CheckTally = z.looseObject(tally);
export type CheckTally = z.infer<typeof CheckTally>;

const CheckedRule = z.looseObject({
  ...tally,
  name: z.nullable(z.string()),
  /** False where the entity has, and had, no such rule or group. */
  isKnown: z.boolean(),
});
export type CheckedRule = z.infer<typeof CheckedRule>;

const CheckClient = z.looseObject({
  library: z.string(),
  version: z.string(),
  environment: z.string(),
  /** In the time that is answered. */
  checks: z.number(),
  /** ms; in whatever time. */
  lastTime: z.number(),
});
export type CheckClient = z.infer<typeof CheckClient>;

const RecentCheck = z.looseObject({
  time: z.number(),
  unitID: z.string(),
  ruleID: z.string(),
  ruleName: z.nullable(z.string()),
  outcome: z.enum(["pass", "fail", "none"]),
  /** As the library gave it. */
  reason: z.string(),
  library: z.string(),
  version: z.string(),
  environment: z.string(),
});
export type RecentCheck = z.infer<typeof RecentCheck>;

export const Checks = z.looseObject({
  /** ms; the first hour and the end of the time that is answered. */
  from: z.number(),
  to: z.number(),
  /** Whether any app has logged a check of anything. */
  isCounted: z.boolean(),
  /** Those that decided for somebody, the most frequent first. */
  rules: z.array(CheckedRule),
  /** By the time at which an hour begins; hours without checks are left out. */
  hours: z.array(z.looseObject({ hour: z.number(), rules: z.array(CheckTally) })),
  /** Who asked, the last one first. */
  clients: z.array(CheckClient),
  /** The newest first. */
  newest: z.array(RecentCheck),
});
export type Checks = z.infer<typeof Checks>;

export const ChecksQuery = z.object({
  /** That are answered; a week when absent. */
  hours: z._default(wholeNumber(1, 960), 168),
  /** All of them when absent. */
  environment: z.optional(z.string()),
});
