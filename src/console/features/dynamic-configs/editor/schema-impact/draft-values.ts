// Lists and maps all values of a config that its schema applies to: those of rules and variants, and the default.
import type { ConfigDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";

export interface DraftValue {
  /** Path of the value in the update (API 4.4), such as "rules.0.variants.1.returnValue". */
  property: string;
  /** Such as "Rule 1, Staff", "Rule 2, North, variant Free" or "Default value". */
  label: string;
  text: string;
}

/** Returns a copy of the draft with the text of each value replaced. */
export const mapValues = (draft: ConfigDraft, textOf: (value: DraftValue) => string): ConfigDraft => ({
  ...draft,
  rules: draft.rules.map((rule, index) => {
    const property = `rules.${index}`;
    const label = `Rule ${index + 1}, ${rule.name}`;
    return {
      ...rule,
      value: textOf({ property: `${property}.returnValue`, label, text: rule.value }),
      variants: rule.variants.map((variant, place) => ({
        ...variant,
        value: textOf({
          property: `${property}.variants.${place}.returnValue`,
          label: `${label}, variant ${variant.name}`,
          text: variant.value,
        }),
      })),
    };
  }),
  defaultValue: textOf({ property: "defaultValue", label: "Default value", text: draft.defaultValue }),
});

/** Lists all values except empty ones, for which a client gets the default value. */
export function draftValues(draft: ConfigDraft): DraftValue[] {
  const found: DraftValue[] = [];
  mapValues(draft, (value) => {
    if (value.text.trim() !== "") found.push(value);
    return value.text;
  });
  return found;
}
