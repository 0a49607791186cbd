// Dynamic configs as answered (API 2.8, 4.5).
import { z } from "zod";
import { authorship, Owner } from "./envelope.ts";
import { Rule } from "./rule.ts";

export const JsonRecord = z.record(z.string(), z.unknown());

export const DynamicConfig = z.looseObject({
  id: z.string(),
  /** Choice: a dynamic config's name is in its answers. */
  name: z.string().nullish(),
  description: z.string().nullish(),
  idType: z.string().nullish(),
  ...authorship,
  holdoutIDs: z.array(z.unknown()).nullish(),
  isEnabled: z.boolean(),
  /** "Archived", else absent. */
  status: z.string().nullish(),
  rules: z.array(Rule),
  defaultValue: JsonRecord.nullish(),
  defaultValueJson5: z.string().nullish(),
  schema: z.string().nullish(),
  schemaJson5: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  targetApps: z.unknown().optional(),
  team: z.string().nullish(),
  teamID: z.string().nullish(),
  releasePipelineID: z.string().nullish(),
  owner: Owner.nullish(),
  version: z.number().nullish(),
});
export type DynamicConfig = z.infer<typeof DynamicConfig>;

/** The one element of the rules answer (API 4.5). */
export const DynamicConfigRules = z.looseObject({ rules: z.array(Rule) });
