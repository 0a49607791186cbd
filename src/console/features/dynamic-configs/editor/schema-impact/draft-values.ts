// Every value of a config that its schema is about: of rules, of variants, and the default.
import type { ConfigDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";

export interface DraftValue {
  /** Path of the value in the update (API 4.4), such as "rules.0.variants.1.returnValue". */
  property: string;
  /** "Rule 1, Staff", "Rule 2, North, variant Free", "Default value". */
  label: string;
  text: string;
  withText: (draft: ConfigDraft, text: string) => ConfigDraft;
}

const replaced = <Item>(items: readonly Item[], index: number, change: (item: Item) => Item) =>
  items.map((item, place) => (place === index ? change(item) : item));

/** Values that are empty are left out: there a client gets the default value. */
export function draftValues(draft: ConfigDraft): DraftValue[] {
  const ofRules = draft.rules.flatMap((rule, index): DraftValue[] => {
    const label = `Rule ${index + 1}, ${rule.name}`;
    const changed = (whole: ConfigDraft, change: (rule: ConfigDraft["rules"][number]) => typeof rule) => ({
      ...whole,
      rules: replaced(whole.rules, index, change),
    });
    return [
      {
        property: `rules.${index}.returnValue`,
        label,
        text: rule.value,
        withText: (whole, value) => changed(whole, (own) => ({ ...own, value })),
      },
      ...rule.variants.map((variant, place): DraftValue => ({
        property: `rules.${index}.variants.${place}.returnValue`,
        label: `${label}, variant ${variant.name}`,
        text: variant.value,
        withText: (whole, value) =>
          changed(whole, (own) => ({
            ...own,
            variants: replaced(own.variants, place, (other) => ({ ...other, value })),
          })),
      })),
    ];
  });
  return [
    ...ofRules,
    {
      property: "defaultValue",
      label: "Default value",
      text: draft.defaultValue,
      withText: (whole: ConfigDraft, defaultValue: string) => ({ ...whole, defaultValue }),
    },
  ].filter(({ text }) => text.trim() !== "");
}
