// Response schemas of dynamic configs (API 2.8, 4.5).
import { z } from "zod/mini";
import { authorship, Owner } from "./envelope.ts";
import { Rule } from "./rule.ts";

export const JsonRecord = z.record(z.string(), z.unknown());

export const DynamicConfig = z.looseObject({
  id: z.string(),
  /** Choice: responses contain the name of a dynamic config. */
  name: z.nullish(z.string()),
  description: z.nullish(z.string()),
  idType: z.nullish(z.string()),
  ...authorship,
  holdoutIDs: z.nullish(z.array(z.unknown())),
  isEnabled: z.boolean(),
  /** "Archived", or absent. */
  status: z.nullish(z.string()),
  rules: z.array(Rule),
  defaultValue: z.nullish(JsonRecord),
  defaultValueJson5: z.nullish(z.string()),
  schema: z.nullish(z.string()),
  schemaJson5: z.nullish(z.string()),
  tags: z.nullish(z.array(z.string())),
  targetApps: z.optional(z.unknown()),
  team: z.nullish(z.string()),
  teamID: z.nullish(z.string()),
  releasePipelineID: z.nullish(z.string()),
  owner: z.nullish(Owner),
  version: z.nullish(z.number()),
  /** How often apps check the config; absent if no check was ever logged. */
  checksPerHour: z.optional(z.number()),
});
export type DynamicConfig = z.infer<typeof DynamicConfig>;

/** The only element of the list in the response of the rules endpoint (API 4.5). */
export const DynamicConfigRules = z.looseObject({ rules: z.array(Rule) });
