// A draft as the config that it would become: changes, users and problems are read from that.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { isJsonObject, type JsonObject } from "#contract/json5.ts";
import type { Rule } from "#contract/rule.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import { parsedText } from "#console/foundation/code-editor/json5/read-text.ts";
import { conditionsOfDraft } from "#console/rules/fields/condition-draft.ts";
import type { ConfigDraft, ConfigRuleDraft } from "./config-draft.ts";

/** The object that a text says; undefined while it says none. */
function objectOf(text: string): JsonObject | undefined {
  const parsed = parsedText(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}

/** The same conditions for the same draft, whatever else of the rule is typed. */
const conditionsOf = memoized(conditionsOfDraft);
const valueOf = memoized((draft: { value: string }) => ({ value: objectOf(draft.value) }));
const textOf = ({ value }: { value: string }) => (value.trim() ? value : undefined);

/** A percentage that is still being typed counts as 0. Values are read from their texts when they are first needed. */
const ruleOfDraft = memoized((rule: ConfigRuleDraft): Rule => ({
  id: rule.id ?? rule.key,
  baseID: rule.baseID ?? rule.key,
  name: rule.name,
  passPercentage: rule.passPercentage ?? 0,
  conditions: conditionsOf(rule.conditions),
  environments: rule.environments,
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
  rules: draft.rules.map(ruleOfDraft),
  defaultValue: objectOf(draft.defaultValue),
  defaultValueJson5: draft.defaultValue,
  schema: undefined,
  schemaJson5: draft.schema || undefined,
});
