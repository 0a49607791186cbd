// The rules of a gate or a config in the order in which they decide, to be moved and chosen. Each side draws its own line.
import type { ComponentType } from "react";
import { SortableList } from "#console/foundation/forms/sortable-list.tsx";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import type { RuleMarks } from "./rule-marks.ts";

export interface RuleLineProps<Rule> {
  rule: Rule;
  /** The rule as it is without the draft; absent where it is new. */
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
  /** Key of the rule that is edited. */
  chosen: string | undefined;
  onChoose: (key: string) => void;
  nameOf: NameOf;
}

/** `Line` draws one rule; memoized, it is drawn again only when something of its own rule changes. */
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
