import { Plus } from "lucide-react";
import type { NameOf } from "#console/rules/condition-words.ts";
import { conditionsOfDraft } from "./draft-conditions.ts";
import { environmentsText } from "#console/rules/environments.ts";
import { Users } from "#console/rules/who.tsx";
import { SortableList } from "#console/forms/sortable-list.tsx";
import { Button } from "#console/ui/button.tsx";
import { newRule, type ConfigRuleDraft } from "./config-draft.ts";

export interface RuleListProps {
  rules: readonly ConfigRuleDraft[];
  onChange: (rules: ConfigRuleDraft[]) => void;
  /** Key of the chosen rule. */
  chosen: string | undefined;
  onChoose: (key: string) => void;
  nameOf: NameOf;
  /** Numbers, from 0, of the rules that have a problem. */
  withProblem: ReadonlySet<number>;
}

function Sentence({ rule, nameOf }: { rule: ConfigRuleDraft; nameOf: NameOf }) {
  const percent = rule.passPercentage ?? 100;
  const conditions = conditionsOfDraft(rule.conditions);
  const isEveryone = conditions.every(({ type }) => type === "public");
  const gets = rule.variants.length ? `${rule.variants.length} variants` : "the value of this rule";
  return (
    <>
      <Users conditions={conditions} percent={percent} nameOf={nameOf} /> {isEveryone ? "gets" : "get"}{" "}
      <span className="font-medium text-text">{gets}</span>
      {rule.environments ? `, in ${environmentsText(rule.environments).toLowerCase()}` : ""}.
    </>
  );
}

/** The rules in the order they are asked, each as a sentence. */
export function RuleList({ rules, onChange, chosen, onChoose, nameOf, withProblem }: RuleListProps) {
  return (
    <div className="min-w-0 pt-3 pb-4">
      <p className="pb-2 text-12 text-text-muted">The first rule that fits a user decides.</p>
      <SortableList
        label="Rules"
        items={rules}
        keyOf={({ key }) => key}
        nameOf={({ name }) => name}
        onChange={onChange}
        className="grid gap-1"
      >
        {(rule, index, handle) => {
          const isChosen = rule.key === chosen;
          return (
            <div
              className={`flex items-start rounded ${isChosen ? "bg-surface-selected" : "hover:bg-surface-hover"}`}
            >
              <span className="w-6 shrink-0 pt-0.5 pointer-coarse:w-11">{handle}</span>
              <button
                type="button"
                aria-current={isChosen ? "true" : undefined}
                onClick={() => onChoose(rule.key)}
                className="grid min-w-0 flex-1 grid-cols-[20px_minmax(0,1fr)] py-2 pr-2 text-left"
              >
                <span className="figures text-text-muted">{index + 1}</span>
                <span className="min-w-0">
                  <b className="font-strong break-words">{rule.name}</b>
                  {withProblem.has(index) ? (
                    <span className="ml-2 text-12 text-danger">needs mending</span>
                  ) : null}
                  <span className="block text-text-muted">
                    <Sentence rule={rule} nameOf={nameOf} />
                  </span>
                </span>
              </button>
            </div>
          );
        }}
      </SortableList>
      <p className="px-2 py-2 pl-11 text-text-muted">
        <b className="block font-strong text-text">Everyone else</b>
        gets the default value.
      </p>
      <Button
        variant="quiet"
        icon={<Plus size={14} aria-hidden />}
        onClick={() => {
          const rule = newRule(`new-${Date.now()}`, rules);
          onChange([...rules, rule]);
          onChoose(rule.key);
        }}
      >
        Add rule
      </Button>
    </div>
  );
}
