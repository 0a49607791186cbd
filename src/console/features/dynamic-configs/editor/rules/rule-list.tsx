import { Plus } from "lucide-react";
import { memo } from "react";
import type { ConfigRuleDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { conditionsOfDraft } from "#console/rules/fields/condition-draft.ts";
import { MoveHandle } from "#console/foundation/forms/sortable-list.tsx";
import {
  RuleLines,
  type RuleLineProps,
  type RuleLinesProps,
} from "#console/editing/rule-list/rule-lines.tsx";
import { usersParts, type NameOf } from "#console/rules/fields/condition-words.ts";
import { environmentsText } from "#console/rules/fields/environments.ts";
import { Sentence } from "#console/rules/fields/sentence.tsx";
import { Button } from "#console/foundation/ui/button.tsx";

interface RuleListProps extends RuleLinesProps<ConfigRuleDraft> {
  onAdd: () => void;
  /** Rules that are stored, or were typed here, and are not in the list any more. */
  removed: readonly ConfigRuleDraft[];
  onPutBack: (rule: ConfigRuleDraft) => void;
}

function RuleSentence({ rule, nameOf }: { rule: ConfigRuleDraft; nameOf: NameOf }) {
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

/** Ids of what takes the focus when a rule goes. */
export const ruleLineID = (key: string) => `rule-line-${key}`;
export const addRuleID = "add-rule";

const RuleLine = memo(function RuleLine(props: RuleLineProps<ConfigRuleDraft>) {
  const { rule, index, isChosen, hasProblem, edit, oddity, nameOf, onChoose } = props;
  return (
    <div
      className={`flex items-start rounded ${isChosen ? "bg-surface-selected" : "hover:bg-surface-hover"}`}
    >
      <span className="w-6 shrink-0 pt-0.5 pointer-coarse:w-11">
        <MoveHandle />
      </span>
      <button
        type="button"
        id={ruleLineID(rule.key)}
        aria-current={isChosen ? "true" : undefined}
        onClick={() => onChoose(rule.key)}
        className="grid min-w-0 flex-1 grid-cols-[20px_minmax(0,1fr)] py-2 pr-2 text-left"
      >
        <span className="figures text-text-muted">{index + 1}</span>
        <span className="min-w-0">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <b className="min-w-0 font-strong wrap-anywhere">{rule.name}</b>
            {hasProblem ? <span className="text-12 text-danger">needs fixing</span> : null}
            {edit ? <span className="ml-auto text-12 text-text-muted">{edit}</span> : null}
          </span>
          <span className="block wrap-anywhere text-text-muted">
            <RuleSentence rule={rule} nameOf={nameOf} />
          </span>
          {oddity ? <span className="block text-12 text-warning">{oddity}</span> : null}
        </span>
      </button>
    </div>
  );
});

/** The rules in the order in which they decide, each as a sentence. */
export const RuleList = memo(function RuleList({ onAdd, removed, onPutBack, ...lines }: RuleListProps) {
  return (
    <div className="min-w-0 pt-3 pb-4">
      <p className="pb-2 text-12 text-text-muted">The first rule that fits a user decides.</p>
      <RuleLines {...lines} Line={RuleLine} className="grid gap-1" />
      <p className="px-2 py-2 pl-11 text-text-muted">
        <b className="block font-strong text-text">Everyone else</b>
        gets the default value.
      </p>
      <Button id={addRuleID} variant="quiet" icon={Plus} onClick={onAdd}>
        Add rule
      </Button>
      {removed.length > 0 ? (
        <ul aria-label="Removed rules" className="mt-3 border-t border-border pt-2">
          {removed.map((rule) => (
            <li key={rule.key} className="flex items-center gap-2 pl-2 text-text-muted">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {rule.name} <span className="text-12">removed</span>
              </span>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Put ${rule.name} back`}
                onClick={() => onPutBack(rule)}
              >
                Put back
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
});
