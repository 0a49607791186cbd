// The list of a gate's or config's rules in evaluation order, to be reordered and selected. Each feature renders its own rows.
import type { ComponentType } from "react";
import { SortableList } from "#console/foundation/forms/sortable-list.tsx";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import type { RuleMarks } from "./rule-marks.ts";

export interface RuleLineProps<Rule> {
  rule: Rule;
  /** The rule without the draft's changes; absent for a new rule. */
  was: Rule | undefined;
  index: number;
  isChosen: boolean;
  hasProblem: boolean;
  edit: string | undefined;
  oddity: string | undefined;
  nameOf: NameOf;
  onChoose: (key: string) => void;
}

export interface RuleLinesProps<Rule> extends RuleMarks<Rule> {
  rules: readonly Rule[];
  onChange: (rules: Rule[]) => void;
  /** Key of the selected rule. */
  chosen: string | undefined;
  onChoose: (key: string) => void;
  nameOf: NameOf;
}

/** `Line` renders one rule; if memoized, it is rendered again only when its own rule changes. */
export const RuleLines = <Rule extends { key: string; name: string }>({
  rules,
  onChange,
  chosen,
  onChoose,
  nameOf,
  known,
  withProblem,
  edits,
  oddities,
  Line,
  className,
}: RuleLinesProps<Rule> & { Line: ComponentType<RuleLineProps<Rule>>; className: string }) => (
  <SortableList
    label="Rules"
    items={rules}
    keyOf={({ key }) => key}
    nameOf={({ name }) => name}
    onChange={onChange}
    className={className}
  >
    {(rule, index) => (
      <Line
        rule={rule}
        was={known.get(rule.key)}
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
);
