import type { ConfigRuleDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { conditionsOfDraft } from "#console/rules/fields/condition-draft.ts";
import { usersParts, type NameOf } from "#console/rules/fields/condition-words.ts";
import { environmentsText } from "#console/rules/fields/environments.ts";
import { Sentence } from "#console/rules/fields/sentence.tsx";

/** A sentence about which users a rule gives which value. */
export function RuleSentence({ rule, nameOf }: { rule: ConfigRuleDraft; nameOf: NameOf }) {
  const conditions = conditionsOfDraft(rule.conditions);
  const isEveryone = conditions.every(({ type }) => type === "public");
  const { length } = rule.variants;
  return (
    <>
      <Sentence parts={usersParts(conditions, rule.passPercentage ?? 100, nameOf)} />{" "}
      {isEveryone ? "gets" : "get"}{" "}
      <span className="font-medium text-text">
        {length === 0
          ? "the value of this rule"
          : length === 1
            ? `variant ${rule.variants[0]?.name}`
            : `one of ${length} variants`}
      </span>
      {rule.environments ? `, in ${environmentsText(rule.environments).toLowerCase()}` : ""}.
    </>
  );
}
