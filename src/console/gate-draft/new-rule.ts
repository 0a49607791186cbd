// Rules that are not stored yet: empty ones and copies, each with a key and a name of its own.
import type { GateRuleDraft } from "./gate-draft.ts";

function unusedName(wanted: string, others: readonly GateRuleDraft[]): string {
  const names = new Set(others.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!names.has(name)) return name;
  }
}

const newKey = () => `new-${Date.now()}`;

/** Whether a rule of this key was never stored: discarded or saved, it is no more under this name. */
export const isNewKey = (key: string) => /^new-\d+$/.test(key);

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
