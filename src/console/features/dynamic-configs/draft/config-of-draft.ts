// Converts a draft into the config that it would become, from which changes, affected users and lint findings are derived.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { isJsonObject, type JsonObject } from "#contract/json5.ts";
import type { Rule } from "#contract/rule.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import { ruleOfDraft } from "#console/rules/fields/rule-draft.ts";
import type { ConfigDraft, ConfigRuleDraft } from "./config-draft.ts";

/** Parses a text as an object; undefined if it is not one. */
function objectOf(text: string): JsonObject | undefined {
  const value = valueIn(text);
  return value !== undefined && isJsonObject(value) ? value : undefined;
}

const valueOf = memoized((draft: { value: string }) => ({ value: objectOf(draft.value) }));
const textOf = ({ value }: { value: string }) => (value.trim() ? value : undefined);

/** Converts a rule; its value is parsed lazily, when first needed. */
const ruleOf = memoized((rule: ConfigRuleDraft): Rule => ({
  ...ruleOfDraft(rule),
  get returnValue() {
    return valueOf(rule).value;
  },
  returnValueJson5: textOf(rule),
  variants: rule.variants.map((variant) => ({
    id: variant.id ?? variant.key,
    name: variant.name,
    passPercentage: variant.passPercentage ?? 0,
    get returnValue() {
      return valueOf(variant).value;
    },
    returnValueJson5: textOf(variant),
  })),
}));

export const configOfDraft = (config: DynamicConfig, draft: ConfigDraft): DynamicConfig => ({
  ...config,
  isEnabled: draft.isEnabled,
  description: draft.description,
  tags: draft.tags,
  rules: draft.rules.map(ruleOf),
  defaultValue: objectOf(draft.defaultValue),
  defaultValueJson5: draft.defaultValue,
  schema: undefined,
  schemaJson5: draft.schema || undefined,
});
