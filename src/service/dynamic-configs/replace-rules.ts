// What the rules of an update become: stored rules keep their identity, new ones get one (API 4.4). Pure.
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Problem } from "#contract/api-error.ts";
import { isJsonObject, parseJson5 } from "#contract/json5.ts";
import { baseIDOf, type ConfigRuleUpdate } from "#contract/rule.ts";
import { newRuleIdentity, ruleAddressedBy, ruleIdentity } from "#targeting/rule-id.ts";
import type { StoredRule } from "#targeting/stored-rule.ts";
import type { StoredConfig } from "./stored-config.ts";

/** What of a rule in a body addresses a stored one; a body may be malformed. */
const Address = z.object({
  id: z.string().optional().catch(undefined),
  baseID: z.string().nullish().catch(undefined),
});

/** Ids in a body's rules that address no rule of the config, or one that another rule addresses already. */
export function ruleIDProblems(stored: readonly StoredRule[], rules: readonly unknown[]): Problem[] {
  const addressed = new Set<StoredRule>();
  return rules.flatMap((rule, index) => {
    const { id, baseID } = Address.catch({}).parse(rule);
    const field = id === undefined ? "baseID" : "id";
    const sent = id ?? baseID ?? undefined;
    if (sent === undefined) return [];
    const refuse = (name: string, errorMessage: string) => [
      { property: `rules.${index}.${name}`, errorMessage },
    ];
    const found = ruleAddressedBy(stored, sent);
    if (!found) return refuse(field, `A rule id that does not exist: '${sent}'`);
    if (addressed.has(found)) return refuse(field, `Another rule has this id already: '${sent}'`);
    addressed.add(found);
    if (typeof baseID === "string" && baseID !== baseIDOf(found))
      return refuse("baseID", `Expected '${baseIDOf(found)}', received '${baseID}'`);
    return [];
  });
}

/** Choice: ids of new rules and variants follow from the config, its version and the names, so that a dry run answers the very ids that are stored. */
const newID = (...parts: readonly (string | number)[]) =>
  BigInt(`0x${createHash("sha256").update(JSON.stringify(parts)).digest("hex")}`)
    .toString(36)
    .slice(0, 22);

/** The JSON value of a pair of twins: as sent, else derived from the JSON5 text. */
export function valueOfTwins(
  value: Record<string, unknown> | null | undefined,
  json5: string | null | undefined,
): Record<string, unknown> | null | undefined {
  if (value || typeof json5 !== "string") return value;
  const parsed = parseJson5(json5);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : value;
}

/** The rules that a config has after the update. Ids must have been checked. */
export function replacedRules(config: StoredConfig, rules: readonly ConfigRuleUpdate[]): StoredRule[] {
  return rules.map((rule) => {
    const address = rule.id ?? rule.baseID;
    const stored = address ? ruleAddressedBy(config.rules, address) : undefined;
    const identity = stored
      ? ruleIdentity(stored, rule.passPercentage)
      : newRuleIdentity(newID(config.id, config.version, rule.name), rule.passPercentage);
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
