// Converts the rules of a write to stored rules: rules that exist keep their identity, new ones get one. Pure.
import { objectOfTwins } from "#contract/json5.ts";
import type { ConfigRuleUpdate, GateRule } from "#contract/rule-update.ts";
import { newRuleIdentity, rulesByAddress, ruleIdentity } from "#targeting/evaluate/rule-id.ts";
import type { StoredRule } from "#targeting/evaluate/stored-rule.ts";
import type { FormerRule } from "#service/database/history.ts";
import { newID } from "./rule-ids.ts";

/** The JSON value of a pair of twins: as sent, or else derived from the JSON5 text. */
export const valueOfTwins = (
  value: Record<string, unknown> | null | undefined,
  json5: string | null | undefined,
) => value ?? objectOfTwins(value, json5) ?? value;

/** The rules of an entity after a write; written rules may replace those in `addressable`. Their ids must have been checked. */
export const writtenRules = (
  entity: { id: string; version: number },
  addressable: readonly FormerRule[],
  rules: readonly (GateRule & Partial<ConfigRuleUpdate>)[],
): StoredRule[] => {
  const ruleOf = rulesByAddress(addressable);
  return rules.map((rule) => {
    const { passPercentage } = rule;
    const address = rule.id ?? rule.baseID ?? undefined;
    const stored = address === undefined ? undefined : ruleOf(address);
    const identity = stored
      ? ruleIdentity(stored, passPercentage)
      : newRuleIdentity(newID(entity.id, entity.version, rule.name), passPercentage);
    return {
      completedAutomatedRollouts: stored?.["completedAutomatedRollouts"] ?? [],
      pendingAutomatedRollouts: stored?.["pendingAutomatedRollouts"] ?? [],
      ...identity,
      name: rule.name,
      passPercentage,
      conditions: rule.conditions,
      environments: rule.environments ?? null,
      returnValue: valueOfTwins(rule.returnValue, rule.returnValueJson5),
      returnValueJson5: rule.returnValueJson5,
      variants: rule.variants?.map((variant) => ({
        ...variant,
        id: variant.id ?? newID(entity.id, entity.version, rule.name, variant.name),
        returnValue: valueOfTwins(variant.returnValue, variant.returnValueJson5),
      })),
    };
  });
};
