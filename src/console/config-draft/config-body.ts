// From a draft the one full body of the update is built (API 4.4): what is left out would be removed.
import type { z } from "zod";
import { problemsOf, type Problem } from "#contract/api-error.ts";
import { DynamicConfigUpdate, type DynamicConfig } from "#contract/dynamic-config.ts";
import { parseJson5, sameJson } from "#contract/json5.ts";
import { remembered } from "#console/changes/remembered.ts";
import { sentConditions } from "#console/rules/condition-draft.ts";
import { configDraftOf, pretty, type ConfigDraft, type ConfigRuleDraft } from "./config-draft.ts";

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

const sentRule = remembered((rule: ConfigRuleDraft) => ({
  ...(rule.id ? { id: rule.id } : {}),
  ...(rule.baseID ? { baseID: rule.baseID } : {}),
  name: rule.name,
  passPercentage: rule.passPercentage,
  conditions: sentConditions(rule.conditions),
  environments: rule.environments,
  ...sentValue(rule.value, "returnValue"),
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
}));

/** The whole body of the update. */
export const bodyOf = (config: DynamicConfig, draft: ConfigDraft) => ({
  ...keptFields(config),
  isEnabled: draft.isEnabled,
  description: draft.description,
  tags: draft.tags,
  ...sentValue(draft.defaultValue, "defaultValue"),
  ...sentSchema(draft.schema),
  rules: draft.rules.map(sentRule),
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
