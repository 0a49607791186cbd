// Splitting a rule into variants and putting it together again, so that no value gets lost on the way.
import type { ConfigRuleDraft, VariantDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { unusedName } from "#console/editing/rule-list/new-rule.ts";
import { restOfVariants } from "#console/features/dynamic-configs/draft/rule-shares.ts";

/** The first variant takes over the value of the rule; each further one starts like the last, with what is left. */
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

/** Without its last variant a rule has that variant's value, unless it has one of its own. */
export function withoutVariant(
  rule: ConfigRuleDraft,
  variant: VariantDraft,
): Pick<ConfigRuleDraft, "value" | "variants"> {
  const variants = rule.variants.filter(({ key }) => key !== variant.key);
  const isLast = variants.length === 0 && rule.value.trim() === "";
  return { value: isLast ? variant.value : rule.value, variants };
}
