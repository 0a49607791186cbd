// Adds variants to a rule and removes them, without losing the value of the rule or of its last variant.
import type { ConfigRuleDraft, VariantDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { unusedName } from "#console/editing/rule-list/new-rule.ts";
import { restOfVariants } from "#console/features/dynamic-configs/draft/rule-shares.ts";

/** Adds a variant: the first takes over the rule's value; others copy the last one and get the remaining percentage. */
export function withVariant(rule: ConfigRuleDraft, key: string): Pick<ConfigRuleDraft, "value" | "variants"> {
  const isFirst = rule.variants.length === 0;
  const variant: VariantDraft = {
    key,
    name: unusedName("Variant", rule.variants),
    passPercentage: isFirst ? 100 : Math.max(0, restOfVariants(rule)),
    value: rule.variants.at(-1)?.value ?? rule.value,
  };
  return { value: isFirst ? "" : rule.value, variants: [...rule.variants, variant] };
}

/** Removes a variant: if it was the last one and the rule has no value of its own, the rule takes over the variant's value. */
export function withoutVariant(
  rule: ConfigRuleDraft,
  variant: VariantDraft,
): Pick<ConfigRuleDraft, "value" | "variants"> {
  const variants = rule.variants.filter(({ key }) => key !== variant.key);
  const isLast = variants.length === 0 && rule.value.trim() === "";
  return { value: isLast ? variant.value : rule.value, variants };
}
