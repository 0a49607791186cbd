// Matches the rules of a write, by id, with the stored rules that they replace, including rules of earlier versions.
import { createHash } from "node:crypto";
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { isJsonObject } from "#contract/json5.ts";
import { baseIDOf } from "#contract/rule.ts";
import type { Reader } from "#service/database/database.ts";
import { type FormerRule, readFormerRules } from "#service/database/history.ts";
import { addressedBaseID, rulesByAddress } from "#targeting/evaluate/rule-id.ts";
import type { StoredRule } from "#targeting/evaluate/stored-rule.ts";
import type { RuleOwnerKind } from "./rule-owner.ts";

/** The fields of a rule that address a stored one; the body may be malformed. */
const Address = z.object({
  id: z.catch(z.optional(z.string()), undefined),
  baseID: z.catch(z.nullish(z.string()), undefined),
});

const addressIn = (rule: unknown) => {
  const { id, baseID } = z.catch(Address, {}).parse(rule);
  return { sent: id ?? baseID ?? undefined, field: id === undefined ? "baseID" : "id", baseID };
};

/** The rules in a raw body; none where it is malformed. */
export const rulesIn = (body: unknown): unknown[] =>
  isJsonObject(body) && Array.isArray(body["rules"]) ? body["rules"] : [];

/** The rules of an entity that a write may address. Choice: a rule of an earlier version is restored by its id, and gets the same users again. */
export async function addressableRules(
  reader: Reader,
  kind: RuleOwnerKind,
  entity: { id: string; rules: readonly StoredRule[] },
  sent: readonly unknown[],
): Promise<readonly FormerRule[]> {
  const addressed = rulesByAddress(entity.rules);
  const unknown = sent.flatMap((rule) => {
    const address = addressIn(rule).sent;
    return address === undefined || addressed(address) ? [] : [address];
  });
  if (unknown.length === 0) return entity.rules;
  const addresses = [...new Set(unknown.flatMap((address) => [address, addressedBaseID(address)]))];
  const known = new Set(entity.rules.map(baseIDOf));
  const former = await readFormerRules(reader, kind, entity.id, addresses);
  return [...entity.rules, ...former.filter((rule) => !known.has(baseIDOf(rule)))];
}

/** Problems of ids in a body's rules that match no stored rule, or one that another rule of the body matches already. */
export function ruleIDProblems(stored: readonly FormerRule[], rules: readonly unknown[]): Problem[] {
  const ruleOf = rulesByAddress(stored);
  const addressed = new Set<FormerRule>();
  return rules.flatMap((rule, index) => {
    const { sent, field, baseID } = addressIn(rule);
    if (sent === undefined) return [];
    const refuse = (name: string, errorMessage: string) => [
      { property: `rules.${index}.${name}`, errorMessage },
    ];
    const found = ruleOf(sent);
    if (!found) return refuse(field, `A rule id that does not exist: '${sent}'`);
    if (addressed.has(found)) return refuse(field, `Another rule has this id already: '${sent}'`);
    addressed.add(found);
    if (typeof baseID === "string" && baseID !== baseIDOf(found))
      return refuse("baseID", `Expected '${baseIDOf(found)}', received '${baseID}'`);
    return [];
  });
}

/** Choice: ids of new rules and variants are derived from their owner, its version and their names. */
export const newID = (...parts: readonly (string | number)[]) =>
  BigInt(`0x${createHash("sha256").update(JSON.stringify(parts)).digest("hex")}`)
    .toString(36)
    .slice(0, 22);
