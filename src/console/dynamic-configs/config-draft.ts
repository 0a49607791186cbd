// A config while it is edited: every value is text, so that comments survive. From it the one full body of the update is built (API 4.4).
import { z } from "zod";
import { problemsOf, type Problem } from "#contract/api-error.ts";
import { DynamicConfigUpdate, type DynamicConfig } from "#contract/dynamic-config.ts";
import { parseJson5, sameJson } from "#contract/json5.ts";
import { baseIDOf, type Rule, type Variant } from "#contract/rule.ts";
import { sentConditions } from "#console/rules/condition-draft.ts";
import { RuleDraft, ruleDraftOf } from "#console/rules/rule-draft.ts";

const VariantDraft = z.object({
  /** Stays the same while the variant is edited; never sent. */
  key: z.string(),
  id: z.string().optional(),
  name: z.string(),
  passPercentage: z.number().optional(),
  value: z.string(),
});
export type VariantDraft = z.infer<typeof VariantDraft>;

const ConfigRuleDraft = RuleDraft.extend({
  key: z.string(),
  id: z.string().optional(),
  baseID: z.string().optional(),
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

const pretty = (value: unknown) =>
  value === undefined || value === null ? "" : JSON.stringify(value, null, 2);

/** A value as it is edited: the stored text with its comments, else the JSON. */
const textOfValue = (json5: string | null | undefined, json: unknown) => json5 ?? pretty(json);

function schemaText({ schema, schemaJson5 }: DynamicConfig): string {
  if (schemaJson5) return schemaJson5;
  const parsed = schema ? parseJson5(schema) : undefined;
  return parsed?.ok ? pretty(parsed.value) : (schema ?? "");
}

const variantDraftOf = (variant: Variant, index: number): VariantDraft => ({
  key: variant.id ?? `variant-${index}`,
  ...(variant.id ? { id: variant.id } : {}),
  name: variant.name,
  passPercentage: variant.passPercentage,
  value: textOfValue(variant.returnValueJson5, variant.returnValue),
});

const configRuleDraftOf = (rule: Rule): ConfigRuleDraft => ({
  ...ruleDraftOf(rule),
  key: baseIDOf(rule),
  id: rule.id,
  baseID: baseIDOf(rule),
  value: textOfValue(rule.returnValueJson5, rule.returnValue),
  variants: (rule.variants ?? []).map(variantDraftOf),
});

export const configDraftOf = (config: DynamicConfig): ConfigDraft => ({
  isEnabled: config.isEnabled,
  description: config.description ?? "",
  tags: config.tags ?? [],
  defaultValue: textOfValue(config.defaultValueJson5, config.defaultValue),
  schema: schemaText(config),
  rules: config.rules.map(configRuleDraftOf),
});

export const newRule = (key: string, rules: readonly ConfigRuleDraft[]): ConfigRuleDraft => ({
  key,
  name: unusedName("New rule", rules),
  passPercentage: 100,
  conditions: [],
  environments: null,
  value: "{}",
  variants: [],
});

export function unusedName(wanted: string, others: readonly { name: string }[]): string {
  const names = new Set(others.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!names.has(name)) return name;
  }
}

/** Text that parses is sent as JSON5 when it says more than JSON does; a value that was only JSON stays only JSON. */
function sentValue(text: string, field: "returnValue" | "defaultValue") {
  if (text.trim() === "") return {};
  const parsed = parseJson5(text);
  const isPlain = parsed.ok && text === pretty(parsed.value);
  return isPlain ? { [field]: parsed.value } : { [`${field}Json5`]: text };
}

function sentSchema(text: string) {
  if (text.trim() === "") return {};
  const parsed = parseJson5(text);
  return parsed.ok && text === pretty(parsed.value)
    ? { schema: JSON.stringify(parsed.value) }
    : { schemaJson5: text };
}

const ownerFields = ["ownerID", "ownerName", "ownerType", "ownerEmail"] as const;

/** Fields that this form does not show go back as they were read. */
function keptFields(config: DynamicConfig) {
  const owner = Object.fromEntries(
    ownerFields.flatMap((name) => (config.owner?.[name] ? [[name, config.owner[name]]] : [])),
  );
  return {
    ...(config.name ? { name: config.name } : {}),
    ...(config.idType ? { idType: config.idType } : {}),
    ...(Object.keys(owner).length ? { owner } : {}),
    ...(config.targetApps === undefined || config.targetApps === null
      ? {}
      : { targetApps: config.targetApps }),
    ...(config.team ? { team: config.team } : {}),
    ...(config.teamID ? { teamID: config.teamID } : {}),
    ...(config.releasePipelineID ? { releasePipelineID: config.releasePipelineID } : {}),
  };
}

/** The whole body of the update. */
export const bodyOf = (config: DynamicConfig, draft: ConfigDraft) => ({
  ...keptFields(config),
  isEnabled: draft.isEnabled,
  description: draft.description,
  tags: draft.tags,
  ...sentValue(draft.defaultValue, "defaultValue"),
  ...sentSchema(draft.schema),
  rules: draft.rules.map((rule) => ({
    ...(rule.id ? { id: rule.id } : {}),
    ...(rule.baseID ? { baseID: rule.baseID } : {}),
    name: rule.name,
    passPercentage: rule.passPercentage,
    conditions: sentConditions(rule.conditions),
    environments: rule.environments,
    ...(rule.variants.length ? {} : sentValue(rule.value, "returnValue")),
    ...(rule.variants.length
      ? {
          variants: rule.variants.map((variant) => ({
            ...(variant.id ? { id: variant.id } : {}),
            name: variant.name,
            passPercentage: variant.passPercentage,
            ...sentValue(variant.value, "returnValue"),
          })),
        }
      : {}),
  })),
});
export type ConfigBody = ReturnType<typeof bodyOf>;

export const isChanged = (config: DynamicConfig, draft: ConfigDraft) =>
  !sameJson(bodyOf(config, draft), bodyOf(config, configDraftOf(config)));

/** The body as the contract takes it, or its problems by the paths that the service uses. */
export function checkedBody(config: DynamicConfig, draft: ConfigDraft) {
  const body = bodyOf(config, draft);
  const missing = draft.rules.flatMap((rule, index): Problem[] => [
    ...(rule.passPercentage === undefined
      ? [{ property: `rules.${index}.passPercentage`, errorMessage: "Enter a number from 0 to 100" }]
      : []),
    ...rule.variants.flatMap((variant, place) =>
      variant.passPercentage === undefined
        ? [
            {
              property: `rules.${index}.variants.${place}.passPercentage`,
              errorMessage: "Enter a number from 0 to 100",
            },
          ]
        : [],
    ),
  ]);
  const parsed = DynamicConfigUpdate.safeParse(body);
  if (parsed.success && missing.length === 0)
    return { body: body as z.input<typeof DynamicConfigUpdate>, problems: [] };
  const told = parsed.success ? [] : problemsOf(parsed.error, body);
  const own = told.filter(({ property }) => !missing.some((problem) => problem.property === property));
  return { body: undefined, problems: [...missing, ...own] };
}
