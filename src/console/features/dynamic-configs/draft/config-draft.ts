// The draft of a config: every value is kept as text, so that comments in it survive.
import { z } from "zod/mini";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { sameJson } from "#contract/json5.ts";
import type { Rule, Variant } from "#contract/rule.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import { RuleDraft, ruleDraftOf } from "#console/rules/fields/rule-draft.ts";

const VariantDraft = z.object({
  /** Stable while the variant is edited; never sent. */
  key: z.string(),
  id: z.optional(z.string()),
  name: z.string(),
  /** Undefined while the typed text is not a valid percentage; the text is in `typedPercentage`. */
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

/** Formats a value that has no stored source text. */
export const pretty = (value: unknown) =>
  value === undefined || value === null ? "" : JSON.stringify(value, null, 2);

/** The text of a value for editing: the stored JSON5 with its comments, or else the formatted JSON. */
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

/** Replaces the parts of a restored draft that equal those of `base` by the same objects. */
export function reuseUnchangedParts(base: ConfigDraft, draft: ConfigDraft): ConfigDraft {
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

/** Memoized, so that unchanged parts of a draft can be recognised by identity. */
export const configDraftOf = memoized((config: DynamicConfig): ConfigDraft => ({
  isEnabled: config.isEnabled,
  description: config.description ?? "",
  tags: config.tags ?? [],
  defaultValue: textOfValue(config.defaultValueJson5, config.defaultValue),
  schema: schemaText(config),
  rules: config.rules.map(configRuleDraftOf),
}));
