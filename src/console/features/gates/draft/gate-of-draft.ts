// A draft as the gate that it would become: changes, users and problems are read from that.
import type { Gate } from "#contract/gate.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import { ruleOfDraft } from "#console/rules/fields/rule-draft.ts";
import { gateDraftOf, type GateDraft, type GateRuleDraft } from "./gate-draft.ts";

const ruleOf = memoized((draft: GateRuleDraft): Rule => ({
  ...ruleOfDraft(draft),
  returnValue: draft.returnValue,
}));

/** A percentage that cannot be read yet is still the stored one: a change that is half typed is not shown. */
const rulesOfDraft = (gate: Gate, rules: readonly GateRuleDraft[]): Rule[] =>
  rules.map((draft) => {
    const stored =
      draft.passPercentage === undefined && gate.rules.find((rule) => baseIDOf(rule) === draft.key);
    return stored ? { ...ruleOf(draft), passPercentage: stored.passPercentage } : ruleOf(draft);
  });

/** Fields that the draft does not have stay as the gate has them. */
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
