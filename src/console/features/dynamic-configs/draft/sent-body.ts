// The fields of a full replacement, with their origin, and the config that a request asks for.
import type { DynamicConfigUpdateInput } from "#contract/dynamic-config-update.ts";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { isJsonObject, parseJson5, sameJson, type JsonObject } from "#contract/json5.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import type { SentField } from "#console/editing/review/review-checks.tsx";
import { bodyOf } from "./config-body.ts";
import { configDraftOf } from "./config-draft.ts";

const labels = {
  isEnabled: "State",
  rules: "Rules",
  defaultValue: "Default value",
  schema: "Schema",
  description: "Description",
  tags: "Tags",
  name: "Name",
  idType: "Unit",
  owner: "Owner",
  targetApps: "Target apps",
  team: "Team",
  teamID: "Team id",
  releasePipelineID: "Pipeline",
} as const;
type FieldName = keyof typeof labels;
const names = Object.keys(labels).filter((name): name is FieldName => Object.hasOwn(labels, name));

const bothTexts = (body: Readonly<Record<string, unknown>>, name: string) => [
  body[name],
  body[`${name}Json5`],
];

/** Every field of the update with where its value comes from. `known` names the fields that the service answers. */
export function sentFields(
  base: DynamicConfig,
  body: DynamicConfigUpdateInput,
  known: ReadonlySet<string> | "all" = "all",
): SentField[] {
  const before: Record<string, unknown> = bodyOf(base, configDraftOf(base));
  return names.map((name) => {
    const isChanged = !sameJson(bothTexts(before, name), bothTexts(body, name));
    const isKnown = known === "all" || known.has(name);
    return { label: labels[name], origin: isChanged ? "changed" : isKnown ? "kept" : "unknown" };
  });
}

function valueOf(json: unknown, json5: unknown): JsonObject | undefined {
  if (typeof json5 !== "string") return isJsonObject(json) ? json : undefined;
  const parsed = parseJson5(json5);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}

type SentRule = DynamicConfigUpdateInput["rules"][number];
function storedRule(sent: SentRule, answer: Rule | undefined): Rule {
  return {
    ...answer,
    id: sent.id ?? answer?.id ?? "",
    baseID: sent.baseID ?? (answer ? baseIDOf(answer) : sent.name),
    name: sent.name,
    passPercentage: sent.passPercentage ?? 100,
    conditions: sent.conditions,
    environments: sent.environments,
    returnValue: valueOf(sent.returnValue, sent.returnValueJson5),
    returnValueJson5: sent.returnValueJson5,
    variants: (sent.variants ?? []).map((variant, index) => ({
      id: variant.id ?? answer?.variants?.[index]?.id,
      name: variant.name,
      passPercentage: variant.passPercentage,
      returnValue: valueOf(variant.returnValue, variant.returnValueJson5),
      returnValueJson5: variant.returnValueJson5,
    })),
  };
}

/** The config that was asked for: what differs between it and the answer was not stored as sent. */
export const requestedConfig = (body: DynamicConfigUpdateInput, answer: DynamicConfig): DynamicConfig => ({
  ...answer,
  isEnabled: body.isEnabled,
  description: body.description,
  tags: body.tags,
  rules: body.rules.map((rule, index) => storedRule(rule, answer.rules[index])),
  defaultValue: valueOf(body.defaultValue, body.defaultValueJson5),
  defaultValueJson5: body.defaultValueJson5,
  schema: body.schema ?? (body.schemaJson5 ? answer.schema : undefined),
  schemaJson5: body.schemaJson5,
});
