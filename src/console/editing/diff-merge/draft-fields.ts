// Merge steps for the fields that gates and configs, or their rules, have in common.
import { conditionsOfDraft, sameConditions } from "#console/rules/fields/condition-draft.ts";
import { textOf, whoParts } from "#console/rules/fields/condition-words.ts";
import { environmentsText } from "#console/rules/fields/environments.ts";
import { isSameRule, type RuleDraft } from "#console/rules/fields/rule-draft.ts";
import { fieldStep, chainSteps, type Step } from "./merge-fields.ts";
import { listStep } from "./merge-lists.ts";
import { percentText } from "#console/foundation/ui/wording.ts";

interface WithPercent {
  passPercentage?: number | undefined;
  typedPercentage?: string | undefined;
}

export const percentStep = <Whole extends WithPercent>(what: string) =>
  fieldStep<Whole, "passPercentage">(
    what,
    "passPercentage",
    (percent) => (percent === undefined ? "nothing" : percentText(percent)),
    { set: (whole, passPercentage) => ({ ...whole, passPercentage, typedPercentage: undefined }) },
  );

const asIs = (text: string) => text;
export const nameStep = <Whole extends { name: string }>() => fieldStep<Whole, "name">("Name", "name", asIs);
export const descriptionStep = <Whole extends { description: string }>() =>
  fieldStep<Whole, "description">("Description", "description", asIs);
export const tagsStep = <Whole extends { tags: string[] }>() =>
  fieldStep<Whole, "tags">("Tags", "tags", (tags) => tags.join(", "));

/** Merge step for the rules: merges the fields that every rule has, in display order, and those in `more`. */
export const rulesStep = <Rule extends RuleDraft, Whole extends { rules: Rule[] }>(
  ...more: Step<Rule>[]
): Step<Whole> =>
  listStep<"rules", Rule, Whole>("rules", {
    noun: "Rule",
    isSame: isSameRule,
    mergeItem: chainSteps<Rule>(
      nameStep<Rule>(),
      percentStep<Rule>("Rollout"),
      fieldStep<Rule, "conditions">(
        "Who",
        "conditions",
        (conditions) => textOf(whoParts(conditionsOfDraft(conditions), () => undefined)),
        { same: sameConditions },
      ),
      fieldStep<Rule, "environments">("Environments", "environments", environmentsText),
      ...more,
    ),
  });
