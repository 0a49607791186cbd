// Response schema of a rule of a gate or a dynamic config (API 2.7).
import { z } from "zod/mini";
import { Condition } from "./condition.ts";

export const ReturnValue = z.record(z.string(), z.unknown());

export const Variant = z.looseObject({
  id: z.nullish(z.string()),
  name: z.string(),
  passPercentage: z.number(),
  returnValue: z.nullish(ReturnValue),
  returnValueJson5: z.nullish(z.string()),
});
export type Variant = z.infer<typeof Variant>;

export const Rule = z.looseObject({
  id: z.string(),
  baseID: z.nullish(z.string()),
  name: z.string(),
  passPercentage: z.number(),
  conditions: z.array(Condition),
  /** Null means every environment. */
  environments: z.nullish(z.array(z.string())),
  returnValue: z.nullish(ReturnValue),
  returnValueJson5: z.nullish(z.string()),
  variants: z.nullish(z.array(Variant)),
});
export type Rule = z.infer<typeof Rule>;

/** Returns a rule's id without the appended metadata; it stays the same for the life of the rule. */
export const baseIDOf = (rule: { id: string; baseID?: string | null | undefined }): string =>
  rule.baseID ?? rule.id.split(":")[0] ?? rule.id;
