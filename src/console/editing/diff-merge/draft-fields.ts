// The fields that gates and configs, or their rules, have in common, as they are merged and told.
import { sameJson } from "#contract/json5.ts";
import {
  conditionsOfDraft,
  sentConditions,
  type ConditionDraft,
} from "#console/rules/fields/condition-draft.ts";
import { textOf, whoParts } from "#console/rules/fields/condition-words.ts";
import { environmentsText } from "#console/rules/fields/environments.ts";
import { percentText } from "#console/rules/fields/percent.ts";
import type { RuleDraft } from "#console/rules/fields/rule-draft.ts";
import { mergeField, type Field, type Step } from "./merge-fields.ts";

interface WithPercent {
  passPercentage?: number | undefined;
  typedPercentage?: string | undefined;
}

export const percentField = <Whole extends WithPercent>(what: string): Field<Whole, number | undefined> => ({
  what,
  get: ({ passPercentage }) => passPercentage,
  set: (whole, passPercentage) => ({ ...whole, passPercentage, typedPercentage: undefined }),
  show: (value) => (value === undefined ? "nothing" : percentText(value)),
});

export const nameField = <Whole extends { name: string }>(): Field<Whole, string> => ({
  what: "Name",
  get: ({ name }) => name,
  set: (whole, name) => ({ ...whole, name }),
  show: (name) => name,
});

export const descriptionField = <Whole extends { description: string }>(): Field<Whole, string> => ({
  what: "Description",
  get: ({ description }) => description,
  set: (whole, description) => ({ ...whole, description }),
  show: (text) => text,
});

export const tagsField = <Whole extends { tags: string[] }>(): Field<Whole, string[]> => ({
  what: "Tags",
  get: ({ tags }) => tags,
  set: (whole, tags) => ({ ...whole, tags }),
  show: (tags) => tags.join(", "),
});

const conditionsField = <Rule extends RuleDraft>(): Field<Rule, ConditionDraft[]> => ({
  what: "Who",
  get: ({ conditions }) => conditions,
  set: (rule, conditions) => ({ ...rule, conditions }),
  same: (left, right) => sameJson(sentConditions(left), sentConditions(right)),
  show: (conditions) => textOf(whoParts(conditionsOfDraft(conditions), () => undefined)),
});

const environmentsField = <Rule extends RuleDraft>(): Field<Rule, string[] | null> => ({
  what: "Environments",
  get: ({ environments }) => environments,
  set: (rule, environments) => ({ ...rule, environments }),
  show: (environments) => environmentsText(environments),
});

/** What every rule has, in the order in which it is told. */
export const mergeRuleFields = <Rule extends RuleDraft>(): Step<Rule>[] => [
  (all) => mergeField(nameField<Rule>(), all),
  (all) => mergeField(percentField<Rule>("Passes"), all),
  (all) => mergeField(conditionsField<Rule>(), all),
  (all) => mergeField(environmentsField<Rule>(), all),
];
