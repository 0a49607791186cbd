import { Plus } from "lucide-react";
import { memo } from "react";
import { MoveHandle, SortableList } from "#console/forms/sortable-list.tsx";
import type { GateRuleDraft } from "#console/gate-draft/gate-draft.ts";
import { conditionsOfDraft } from "#console/rules/condition-draft.ts";
import { textOf, whoParts, type NameOf } from "#console/rules/condition-words.ts";
import { environmentsText } from "#console/rules/environments.ts";
import { percentText } from "#console/rules/percent.ts";
import { Who } from "#console/rules/who.tsx";
import { Button } from "#console/ui/button.tsx";

interface RuleRowsProps {
  rules: readonly GateRuleDraft[];
  onChange: (rules: GateRuleDraft[]) => void;
  /** Key of the rule that is edited. */
  chosen: string | undefined;
  onChoose: (key: string) => void;
  onAdd: () => void;
  nameOf: NameOf;
  /** Numbers, from 0, of the rules that have a problem. */
  withProblem: ReadonlySet<number>;
  /** Changes since the stored gate by the key of the rule, such as "Edited, 2 changes". */
  edits: ReadonlyMap<string, string>;
  /** What is odd about a rule, by its key. */
  oddities: ReadonlyMap<string, string>;
}

const columns =
  "tablet:grid tablet:grid-cols-[24px_28px_minmax(120px,26%)_minmax(0,1fr)_172px_84px] tablet:items-center";

interface RuleRowProps {
  rule: GateRuleDraft;
  index: number;
  isChosen: boolean;
  hasProblem: boolean;
  edit: string | undefined;
  oddity: string | undefined;
  nameOf: NameOf;
  onChoose: (key: string) => void;
}

const RuleRow = memo(function RuleRow(props: RuleRowProps) {
  const { rule, index, isChosen, hasProblem, edit, oddity, nameOf, onChoose } = props;
  const conditions = conditionsOfDraft(rule.conditions);
  return (
    <div
      className={`relative border-b border-border py-px max-tablet:grid max-tablet:py-1.5 max-tablet:grid-cols-[24px_20px_minmax(0,1fr)_auto] max-tablet:items-center ${columns} ${isChosen ? "bg-surface-selected" : "hover:bg-surface-hover"}`}
    >
      <span className="relative z-1 max-tablet:row-span-2 max-tablet:self-start pointer-coarse:-ml-2">
        <MoveHandle />
      </span>
      <span className="figures text-text-muted max-tablet:row-span-2 max-tablet:self-start max-tablet:pt-1.5 pointer-coarse:pt-3">
        {index + 1}
      </span>
      <span className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-2 pr-3">
        <button
          type="button"
          title={`Edit ${rule.name}`}
          aria-current={isChosen ? "true" : undefined}
          onClick={() => onChoose(rule.key)}
          className="max-w-full truncate rounded-small font-medium after:absolute after:inset-0 hover:underline"
        >
          {rule.name || "Without a name"}
        </button>
        {hasProblem ? <span className="text-12 text-danger">needs mending</span> : null}
        {edit ? <span className="text-12 text-text-muted">{edit}</span> : null}
      </span>
      <span
        className="min-w-0 truncate pr-3 text-text-muted max-tablet:order-1 max-tablet:col-span-2 max-tablet:col-start-3 max-tablet:whitespace-normal"
        title={textOf(whoParts(conditions, nameOf))}
      >
        <Who conditions={conditions} nameOf={nameOf} />
        <span className="tablet:hidden">
          {rule.environments ? `, in ${environmentsText(rule.environments).toLowerCase()}` : ""}
        </span>
      </span>
      <span className="truncate pr-3 text-text-muted max-tablet:hidden">
        {environmentsText(rule.environments)}
      </span>
      <span className="num pr-3 font-medium">
        {rule.passPercentage === undefined ? "–" : percentText(rule.passPercentage)}
      </span>
      {oddity ? (
        <span className="text-12 text-warning max-tablet:order-2 max-tablet:col-start-3 tablet:col-span-4 tablet:col-start-3">
          {oddity}
        </span>
      ) : null}
    </div>
  );
});

const heads = ["", "", "Rule", "Who", "Environments", "Passes"];

/** The rules in the order in which they decide, each as a sentence; a row opens its rule for editing. */
export const RuleRows = memo(function RuleRows(props: RuleRowsProps) {
  const { rules, onChange, chosen, onChoose, onAdd, nameOf, withProblem, edits, oddities } = props;
  return (
    <>
      <div
        aria-hidden
        className={`hidden h-8 border-y border-border text-12 font-medium text-text-muted ${columns}`}
      >
        {heads.map((head, index) => (
          <span key={head || index} className={head === "Passes" ? "pr-3 text-right" : ""}>
            {head}
          </span>
        ))}
      </div>
      <SortableList
        label="Rules"
        items={rules}
        keyOf={({ key }) => key}
        nameOf={({ name }) => name}
        onChange={onChange}
        className="max-tablet:border-t max-tablet:border-border"
      >
        {(rule, index) => (
          <RuleRow
            rule={rule}
            index={index}
            isChosen={rule.key === chosen}
            hasProblem={withProblem.has(index)}
            edit={edits.get(rule.key)}
            oddity={oddities.get(rule.key)}
            nameOf={nameOf}
            onChoose={onChoose}
          />
        )}
      </SortableList>
      <p className="py-2 text-text-muted">
        {rules.length === 0 ? "There are no rules: nobody passes." : "Everyone else does not pass."}
      </p>
      <div className="-ml-2">
        <Button variant="quiet" icon={<Plus size={14} aria-hidden />} onClick={onAdd}>
          Add rule
        </Button>
      </div>
    </>
  );
});
