// Rules that are not stored yet: empty ones and copies, each with a key and a name of its own.
import { newKey, unusedName } from "#console/rules/fields/new-name.ts";
import type { ConfigRuleDraft } from "./config-draft.ts";

export const newRule = (rules: readonly ConfigRuleDraft[]): ConfigRuleDraft => ({
  key: newKey(),
  name: unusedName("New rule", rules),
  passPercentage: 100,
  conditions: [],
  environments: null,
  value: "{}",
  variants: [],
});

/** A rule beside the one it came from; `part` is what the copy has otherwise. */
export const copyOfRule = (
  { id: _id, baseID: _base, ...rule }: ConfigRuleDraft,
  rules: readonly ConfigRuleDraft[],
  part: Partial<ConfigRuleDraft> = {},
): ConfigRuleDraft => ({
  ...rule,
  name: unusedName(`${rule.name} copy`, rules),
  variants: rule.variants.map(({ id: _variant, ...variant }) => variant),
  ...part,
  key: newKey(),
});
