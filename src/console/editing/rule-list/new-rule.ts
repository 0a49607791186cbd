// Creates rules that are not stored yet: empty ones and copies, each with a unique key and name.
import type { ConditionDraft } from "#console/rules/fields/condition-draft.ts";
import type { RuleDraft } from "#console/rules/fields/rule-draft.ts";

const newKey = () => `new-${Date.now()}`;

/** Whether a key belongs to a rule that was never stored; the key disappears when the rule is saved or discarded. */
export const isNewKey = (key: string) => /^new-\d+$/.test(key);

/** Returns the wanted name, with a number appended if it is taken. */
export function unusedName(wanted: string, others: readonly { name: string }[]): string {
  const names = new Set(others.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!names.has(name)) return name;
  }
}

/** Creates a rule for everyone; `rest` holds the additional fields of its kind of rule. */
export const newRule = <Rest extends object>(rules: readonly RuleDraft[], rest: Rest) => ({
  key: newKey(),
  name: unusedName("New rule", rules),
  conditions: [] as ConditionDraft[],
  environments: null,
  ...rest,
});

export type CopiedPart = Partial<Pick<RuleDraft, "name" | "environments">>;

/** Copies a rule, with a new key and without the stored id. */
export const copyOfRule = <Rule extends RuleDraft>(
  rule: Rule,
  rules: readonly RuleDraft[],
  { name = `${rule.name} copy`, ...part }: CopiedPart = {},
): Rule => ({
  ...rule,
  ...part,
  id: undefined,
  baseID: undefined,
  key: newKey(),
  name: unusedName(name, rules),
});
