// Rules that are not stored yet: empty ones and copies, each with a key and a name of its own.
import type { ConditionDraft } from "#console/rules/fields/condition-draft.ts";
import type { RuleDraft } from "#console/rules/fields/rule-draft.ts";

const newKey = () => `new-${Date.now()}`;

/** A rule of such a key was never stored: discarded or saved, it is no more under this name. */
export const isNewKey = (key: string) => /^new-\d+$/.test(key);

/** The wanted name, with a number behind it where another has it. */
export function unusedName(wanted: string, others: readonly { name: string }[]): string {
  const names = new Set(others.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!names.has(name)) return name;
  }
}

/** A rule for everyone; `rest` is what a rule of its kind has besides. */
export const newRule = <Rest extends object>(rules: readonly RuleDraft[], rest: Rest) => ({
  key: newKey(),
  name: unusedName("New rule", rules),
  conditions: [] as ConditionDraft[],
  environments: null,
  ...rest,
});

export type CopiedPart = Partial<Pick<RuleDraft, "name" | "environments">>;

/** A rule beside the one it came from, without its identity. */
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
