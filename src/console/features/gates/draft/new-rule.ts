// Rules that are not stored yet: empty ones and copies, each with a key and a name of its own.
import { newKey, unusedName } from "#console/rules/fields/new-name.ts";
import type { GateRuleDraft } from "./gate-draft.ts";

/** Takes nobody until somebody says how many. */
export const newRule = (rules: readonly GateRuleDraft[]): GateRuleDraft => ({
  key: newKey(),
  name: unusedName("New rule", rules),
  passPercentage: 0,
  conditions: [],
  environments: null,
});

export const copyOfRule = (
  { id: _id, baseID: _base, ...rule }: GateRuleDraft,
  rules: readonly GateRuleDraft[],
): GateRuleDraft => ({ ...rule, name: unusedName(`${rule.name} copy`, rules), key: newKey() });
