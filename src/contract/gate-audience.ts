// How many users of recent events pass a gate or are taken by the rules of a config, and by which rule.
import { z } from "zod/mini";
import { textList } from "./query-fields.ts";

const EnvironmentAudience = z.looseObject({
  name: z.string(),
  /** Users who pass. */
  passing: z.number(),
  /** Users of whom it cannot be said. */
  unknown: z.number(),
  /** Those of the users who pass that a rule lets in, in the order of the rules; a rule that lets nobody in is left out. */
  rules: z.array(z.looseObject({ baseID: z.string(), users: z.number() })),
  /** Of a config: the users who get each variant; one that nobody gets is left out. */
  variants: z.optional(z.array(z.looseObject({ id: z.string(), users: z.number() }))),
});
export type EnvironmentAudience = z.infer<typeof EnvironmentAudience>;

export const GateAudience = z.looseObject({
  id: z.string(),
  /** Users that were judged: the newest ones. */
  users: z.number(),
  /** Attributes that the rules read and no recent event tells: all users count as without them. */
  unreported: z.array(z.string()),
  environments: z.array(EnvironmentAudience),
});
export type GateAudience = z.infer<typeof GateAudience>;

export const GateAudienceQuery = z.object({
  /** Of the gates or configs; those that do not exist are left out of the answer. */
  ids: textList,
  /** Of the ids; gates when absent. */
  kind: z.optional(z.enum(["gate", "dynamic_config"])),
  /** Production when absent. */
  environments: z.optional(textList),
});
