// A config while it is edited: every value is text, so that comments survive.
import { z } from "zod/mini";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { sameJson } from "#contract/json5.ts";
import type { Rule, Variant } from "#contract/rule.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import { RuleDraft, ruleDraftOf } from "#console/rules/fields/rule-draft.ts";

const VariantDraft = z.object({
  /** Stays the same while the variant is edited; never sent. */
  key: z.string(),
  id: z.optional(z.string()),
  name: z.string(),
  /** Missing while the text is no percentage; the text is kept beside it. */
  passPercentage: z.optional(z.number()),
  typedPercentage: z.optional(z.string()),
  value: z.string(),
});
export type VariantDraft = z.infer<typeof VariantDraft>;

const ConfigRuleDraft = z.extend(RuleDraft, {
  value: z.string(),
  variants: z.array(VariantDraft),
});
export type ConfigRuleDraft = z.infer<typeof ConfigRuleDraft>;

export const ConfigDraft = z.object({
  isEnabled: z.boolean(),
  description: z.string(),
  tags: z.array(z.string()),
  defaultValue: z.string(),
  schema: z.string(),
  rules: z.array(ConfigRuleDraft),
});
export type ConfigDraft = z.infer<typeof ConfigDraft>;

/** How a value that came without a text of its own is shown. */
export const pretty = (value: unknown) =>
  value === undefined || value === null ? "" : JSON.stringify(value, null, 2);

/** A value as it is edited: the stored text with its comments, else the JSON. */
const textOfValue = (json5: string | null | undefined, json: unknown) => json5 ?? pretty(json);

function schemaText({ schema, schemaJson5 }: DynamicConfig): string {
  if (schemaJson5) return schemaJson5;
  const value = valueIn(schema ?? "");
  return value === undefined ? (schema ?? "") : pretty(value);
}

const variantDraftOf = (variant: Variant, index: number): VariantDraft => ({
  key: variant.id ?? `variant-${index}`,
  ...(variant.id ? { id: variant.id } : {}),
  name: variant.name,
  passPercentage: variant.passPercentage,
  value: textOfValue(variant.returnValueJson5, variant.returnValue),
});

/** A draft read back from storage, with the parts of `base` in place of their equals. */
export function sharingWith(base: ConfigDraft, draft: ConfigDraft): ConfigDraft {
  const known = new Map(base.rules.map((rule) => [rule.key, rule]));
  const rules = draft.rules.map((rule) => {
    const before = known.get(rule.key);
    return before && sameJson(before, rule) ? before : rule;
  });
  return { ...draft, rules };
}

const configRuleDraftOf = (rule: Rule): ConfigRuleDraft => ({
  ...ruleDraftOf(rule),
  value: textOfValue(rule.returnValueJson5, rule.returnValue),
  variants: (rule.variants ?? []).map(variantDraftOf),
});

/** The same draft for the same config, so that what nobody touched is known by its identity. */
export const configDraftOf = memoized((config: DynamicConfig): ConfigDraft => ({
  isEnabled: config.isEnabled,
  description: config.description ?? "",
  tags: config.tags ?? [],
  defaultValue: textOfValue(config.defaultValueJson5, config.defaultValue),
  schema: schemaText(config),
  rules: config.rules.map(configRuleDraftOf),
}));
