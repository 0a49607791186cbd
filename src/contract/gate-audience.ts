// Estimated audience: how many users of recent events pass a gate or match the rules of a config, by deciding rule.
import { z } from "zod/mini";
import { textList } from "./query-fields.ts";

const EnvironmentAudience = z.looseObject({
  name: z.string(),
  /** Number of users who pass. */
  passing: z.number(),
  /** Number of users for whom the result cannot be determined. */
  unknown: z.number(),
  /** Users who pass because of a rule, in the order of the rules; rules without such users are omitted. */
  rules: z.array(z.looseObject({ baseID: z.string(), users: z.number() })),
  /** For configs: number of users by variant; variants without users are omitted. */
  variants: z.optional(z.array(z.looseObject({ id: z.string(), users: z.number() }))),
});
export type EnvironmentAudience = z.infer<typeof EnvironmentAudience>;

export const GateAudience = z.looseObject({
  id: z.string(),
  /** Number of users evaluated, namely the most recent ones. */
  users: z.number(),
  /** Attributes that the rules use but no recent event contains: evaluation treats them as missing for all users. */
  unreported: z.array(z.string()),
  environments: z.array(EnvironmentAudience),
});
export type GateAudience = z.infer<typeof GateAudience>;

export const GateAudienceQuery = z.object({
  /** Ids of the gates or configs; unknown ids are omitted from the response. */
  ids: textList,
  /** Kind of all ids; gates if absent. */
  kind: z.optional(z.enum(["gate", "dynamic_config"])),
  /** Production if absent. */
  environments: z.optional(textList),
});
