// Evaluations ("checks") of a gate, config or experiment that apps logged: how often, with which results, and by which SDKs.
import { z } from "zod/mini";
import { wholeNumber } from "./query-fields.ts";

const tally = {
  /** The base id of a rule, or the id of a group; `default`, `disabled` or `launched` if no rule decided; empty if there was no result. */
  ruleID: z.string(),
  /** For configs: checks that got the value of the rule. */
  passed: z.number(),
  /** For configs: checks that got the default value. */
  failed: z.number(),
  /** Checks without a result: the SDK did not know the entity, or had not downloaded any rules yet. */
  unanswered: z.number(),
};

const CheckTally = z.looseObject(tally);
export type CheckTally = z.infer<typeof CheckTally>;

const CheckedRule = z.looseObject({
  ...tally,
  name: z.nullable(z.string()),
  /** False if neither the current nor any former version of the entity has such a rule or group. */
  isKnown: z.boolean(),
});
export type CheckedRule = z.infer<typeof CheckedRule>;

const CheckClient = z.looseObject({
  library: z.string(),
  version: z.string(),
  environment: z.string(),
  /** Checks within the requested period. */
  checks: z.number(),
  /** ms; time of the last check, even outside the requested period. */
  lastTime: z.number(),
});
export type CheckClient = z.infer<typeof CheckClient>;

const RecentCheck = z.looseObject({
  time: z.number(),
  unitID: z.string(),
  ruleID: z.string(),
  ruleName: z.nullable(z.string()),
  outcome: z.enum(["pass", "fail", "none"]),
  /** Evaluation reason as reported by the SDK. */
  reason: z.string(),
  library: z.string(),
  version: z.string(),
  environment: z.string(),
});
export type RecentCheck = z.infer<typeof RecentCheck>;

export const Checks = z.looseObject({
  /** ms; start of the first hour, and end, of the covered period. */
  from: z.number(),
  to: z.number(),
  /** Whether any app has ever logged a check of any entity. */
  isCounted: z.boolean(),
  /** Rules that decided at least one check, the most frequent first. */
  rules: z.array(CheckedRule),
  /** One item per hour, identified by its start; hours without checks are omitted. */
  hours: z.array(z.looseObject({ hour: z.number(), rules: z.array(CheckTally) })),
  /** SDKs that logged checks, the most recent first. */
  clients: z.array(CheckClient),
  /** The newest checks, the most recent first. */
  newest: z.array(RecentCheck),
});
export type Checks = z.infer<typeof Checks>;

export const ChecksQuery = z.object({
  /** Length of the period; a week if absent. */
  hours: z._default(wholeNumber(1, 960), 168),
  /** All environments if absent. */
  environment: z.optional(z.string()),
});
