// Applies an update of one rule to a gate (API 4.7). Pure: storing is the handler's work.
import type { GateRuleUpdate } from "#contract/rule-update.ts";
import { badField, notFound } from "#service/http/errors.ts";
import { signature, type Signer } from "#service/http/signature.ts";
import { ruleAddressedBy, ruleIdentity } from "#targeting/evaluate/rule-id.ts";
import type { StoredGate } from "./stored-gate.ts";
import { given } from "./write-gate.ts";

/** The gate with the given fields of that rule replaced; 404 for an unknown rule, 400 for a name that another rule has. */
export function withRule(
  gate: StoredGate,
  ruleID: string,
  update: GateRuleUpdate,
  signer: Signer,
): StoredGate {
  const rule = ruleAddressedBy(gate.rules, ruleID);
  if (!rule) throw notFound("Rule");
  if (update.name !== undefined && gate.rules.some((other) => other !== rule && other.name === update.name))
    throw badField("name", "Duplicate rule name(s) given");
  const passPercentage = given(update.passPercentage, rule.passPercentage);
  const changed = {
    ...rule,
    ...ruleIdentity(rule, passPercentage),
    passPercentage,
    name: given(update.name, rule.name),
    conditions: given(update.conditions, rule.conditions),
    environments: given(update.environments, rule.environments),
    returnValue: given(update.returnValue, rule.returnValue),
  };
  return {
    ...gate,
    rules: gate.rules.map((other) => (other === rule ? changed : other)),
    version: gate.version + 1,
    ...signature(signer, update.changeReason),
  };
}
