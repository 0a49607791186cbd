// Converts a draft into the gate that it would become, from which changes, affected users and lint findings are derived.
import type { Gate } from "#contract/gate.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import { ruleOfDraft } from "#console/rules/fields/rule-draft.ts";
import { gateDraftOf, type GateDraft, type GateRuleDraft } from "./gate-draft.ts";

const ruleOf = memoized((draft: GateRuleDraft): Rule => ({
  ...ruleOfDraft(draft),
  returnValue: draft.returnValue,
}));

/** While a typed percentage is not valid, the stored one is used, so that a half-typed change is not shown. */
const rulesOfDraft = (gate: Gate, rules: readonly GateRuleDraft[]): Rule[] =>
  rules.map((draft) => {
    const stored =
      draft.passPercentage === undefined && gate.rules.find((rule) => baseIDOf(rule) === draft.key);
    return stored ? { ...ruleOf(draft), passPercentage: stored.passPercentage } : ruleOf(draft);
  });

/** Applies the draft to the gate; fields that the draft does not contain stay unchanged. */
export function gateOfDraft(gate: Gate, draft: GateDraft): Gate {
  const isSwitched = draft.state !== gateDraftOf(gate).state;
  return {
    ...gate,
    ...(isSwitched ? { status: draft.state, isEnabled: draft.state !== "Disabled" } : {}),
    name: draft.name,
    description: draft.description,
    tags: draft.tags,
    type: draft.type,
    rules: rulesOfDraft(gate, draft.rules),
  };
}
