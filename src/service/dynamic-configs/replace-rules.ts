// What the rules of an update become: stored rules keep their identity, new ones get one (API 4.4). Pure.
import { isJsonObject, parseJson5 } from "#contract/json5.ts";
import type { ConfigRuleUpdate } from "#contract/rule-update.ts";
import { identityOf, newID } from "#service/entity-writes/rule-ids.ts";
import type { StoredRule } from "#targeting/evaluate/stored-rule.ts";

/** The JSON value of a pair of twins: as sent, else derived from the JSON5 text. */
export function valueOfTwins(
  value: Record<string, unknown> | null | undefined,
  json5: string | null | undefined,
): Record<string, unknown> | null | undefined {
  if (value || typeof json5 !== "string") return value;
  const parsed = parseJson5(json5);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : value;
}

/** The rules that a config has after the update; `addressable` are those that a written one may replace. Ids must have been checked. */
export function replacedRules(
  config: { id: string; version: number },
  addressable: readonly StoredRule[],
  rules: readonly ConfigRuleUpdate[],
): StoredRule[] {
  return rules.map((rule) => {
    const { stored, identity } = identityOf(config, addressable, rule);
    const kept = {
      completedAutomatedRollouts: stored?.["completedAutomatedRollouts"] ?? [],
      pendingAutomatedRollouts: stored?.["pendingAutomatedRollouts"] ?? [],
    };
    return {
      ...kept,
      ...identity,
      name: rule.name,
      passPercentage: rule.passPercentage,
      conditions: rule.conditions,
      environments: rule.environments ?? null,
      returnValue: valueOfTwins(rule.returnValue, rule.returnValueJson5),
      returnValueJson5: rule.returnValueJson5,
      variants: rule.variants?.map((variant) => ({
        ...variant,
        id: variant.id ?? newID(config.id, config.version, rule.name, variant.name),
        returnValue: valueOfTwins(variant.returnValue, variant.returnValueJson5),
      })),
    };
  });
}
