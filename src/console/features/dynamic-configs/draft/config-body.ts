// Builds the full body of the update from a draft (API 4.4). Fields that are left out would be removed.
import type { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { problemsOf } from "#contract/problems.ts";
import { DynamicConfigUpdate } from "#contract/dynamic-config-update.ts";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { sameJson } from "#contract/json5.ts";
import { ConfigRuleUpdate } from "#contract/rule-update.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import { isSameRules, percentProblem, sentRule } from "#console/rules/fields/rule-draft.ts";
import { configDraftOf, pretty, type ConfigDraft, type ConfigRuleDraft } from "./config-draft.ts";

/** A value is sent as plain JSON if its text is exactly the formatted JSON, and as JSON5 text otherwise. */
function sentValue(text: string, field: "returnValue" | "defaultValue") {
  if (text.trim() === "") return {};
  const value = valueIn(text);
  const isPlain = value !== undefined && text === pretty(value);
  return isPlain ? { [field]: value } : { [`${field}Json5`]: text };
}

function sentSchema(text: string) {
  if (text.trim() === "") return {};
  const value = valueIn(text);
  return value !== undefined && text === pretty(value)
    ? { schema: JSON.stringify(value) }
    : { schemaJson5: text };
}

const ownerFields = ["ownerID", "ownerName", "ownerType", "ownerEmail"] as const;
const otherFields = ["name", "idType", "targetApps", "team", "teamID", "releasePipelineID"] as const;

/** Picks the fields that have a non-empty value. */
const fieldsWithValue = <Name extends string>(
  record: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
) => Object.fromEntries(names.flatMap((name) => (record[name] ? [[name, record[name]]] : [])));

/** Fields that the form does not show, which are sent back unchanged. */
function unchangedFields(config: DynamicConfig) {
  const fields = fieldsWithValue(config, otherFields);
  const owner = fieldsWithValue(config.owner ?? {}, ownerFields);
  return Object.keys(owner).length ? { ...fields, owner } : fields;
}

const sentConfigRule = memoized((draft: ConfigRuleDraft) => {
  const { value, variants, ...rule } = sentRule(draft);
  const sentVariants = variants.map(({ key: _key, typedPercentage: _typed, value: text, ...variant }) => ({
    ...variant,
    ...sentValue(text, "returnValue"),
  }));
  return {
    ...rule,
    ...sentValue(value, "returnValue"),
    ...(variants.length ? { variants: sentVariants } : {}),
  };
});

/** Builds the full body of the update. */
export const bodyOf = (config: DynamicConfig, draft: ConfigDraft) => ({
  ...unchangedFields(config),
  isEnabled: draft.isEnabled,
  description: draft.description,
  tags: draft.tags,
  ...sentValue(draft.defaultValue, "defaultValue"),
  ...sentSchema(draft.schema),
  rules: draft.rules.map(sentConfigRule),
});

/** Compares texts without parsing them, because parsing a long one would delay typing. */
export function isChanged(config: DynamicConfig, draft: ConfigDraft): boolean {
  const before = configDraftOf(config);
  if (draft === before) return false;
  const { rules: oldRules, ...old } = before;
  const { rules, ...rest } = draft;
  return !isSameRules(oldRules, rules) || !sameJson(old, rest);
}

const problemsIn = (schema: z.ZodMiniType, input: unknown): Problem[] => {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : problemsOf(parsed.error, input);
};

/** Validation errors of one rule, with properties relative to it. */
const ruleProblems = memoized((rule: ConfigRuleDraft): Problem[] => {
  const missing = [
    ...percentProblem(rule, "passPercentage"),
    ...rule.variants.flatMap((variant, place) => percentProblem(variant, `variants.${place}.passPercentage`)),
  ];
  const found = problemsIn(ConfigRuleUpdate, sentConfigRule(rule));
  return [
    ...missing,
    ...found.filter(({ property }) => !missing.some((other) => other.property === property)),
  ];
});

/** Reports duplicate names at the field of the later rule, where they can be fixed. */
const duplicateNames = (rules: readonly ConfigRuleDraft[]): Problem[] =>
  rules.flatMap(({ name }, index) =>
    rules.findIndex((other) => other.name === name) < index
      ? [{ property: `rules.${index}.name`, errorMessage: "Another rule has this name" }]
      : [],
  );

/** Returns the body in the format of the contract, or its validation errors by the property paths that the service uses. */
export function checkedBody(config: DynamicConfig, draft: ConfigDraft) {
  const body = bodyOf(config, draft);
  const named = draft.rules.map(({ name }) => ({ name, conditions: [] }));
  const ofRules = draft.rules.flatMap((rule, index) =>
    ruleProblems(rule).map(({ property, errorMessage }) => ({
      property: `rules.${index}.${property}`,
      errorMessage,
    })),
  );
  const duplicates = duplicateNames(draft.rules);
  const ofRest = problemsIn(DynamicConfigUpdate, { ...body, rules: named }).filter(
    ({ property }) => !property.startsWith("rules.") && (property !== "rules" || duplicates.length === 0),
  );
  const problems = [...ofRest, ...ofRules, ...duplicates];
  if (problems.length > 0) return { body: undefined, problems };
  return { body: body as z.input<typeof DynamicConfigUpdate>, problems };
}
