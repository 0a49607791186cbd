import { useDeferredValue, useMemo } from "react";
import type { Gate } from "#contract/gate.ts";
import type { Finding } from "#targeting/lint/finding.ts";
import { lintRules } from "#targeting/lint/lint-rules.ts";
import { gateDraftOf, type GateRuleDraft } from "#console/features/gates/draft/gate-draft.ts";
import { rulesOfDraft } from "#console/features/gates/draft/gate-of-draft.ts";
import { newRule } from "#console/features/gates/draft/new-rule.ts";
import { RuleRows } from "#console/features/gates/editor/rules/rule-rows.tsx";
import { marksOf, odditiesOf } from "#console/editing/rule-list/rule-marks.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import type { GateEdit } from "./use-gate-edit.ts";

const editWords = (count: number) => `Edited, ${count} change${count === 1 ? "" : "s"}`;

/** What is odd about the rules as they stand in the form. */
export function useFindings(gate: Gate, rules: readonly GateRuleDraft[], gates: readonly Gate[]) {
  // The findings follow the keystrokes when there is time for it.
  const linted = useDeferredValue(rules);
  const findings = useMemo(() => {
    const known = gates.length ? new Map(gates.map((other) => [other.id, other])) : undefined;
    return lintRules(rulesOfDraft(gate, linted), { gates: known, gateID: gate.id });
  }, [linted, gates, gate]);
  return { linted, findings };
}

interface RulesSectionProps {
  edit: GateEdit;
  findings: readonly Finding[];
  /** The rules that the findings number. */
  linted: readonly GateRuleDraft[];
  nameOf: NameOf;
  chosen: string | undefined;
  onChoose: (key: string) => void;
}

export function RulesSection({ edit, findings, linted, nameOf, chosen, onChoose }: RulesSectionProps) {
  const { rules } = edit.draft;
  const { changes, problems, base } = edit;
  const marks = useMemo(
    () => marksOf(changes, gateDraftOf(base).rules, problems, editWords),
    [changes, base, problems],
  );
  const oddities = useMemo(() => odditiesOf(findings, linted), [findings, linted]);
  const setRules = useEvent((next: GateRuleDraft[]) => edit.change({ rules: next }));
  const choose = useEvent(onChoose);
  const add = useEvent(() => {
    const rule = newRule(rules);
    edit.change({ rules: [...rules, rule] });
    onChoose(rule.key);
  });
  return (
    <section aria-labelledby="rules">
      <SectionHead id="rules" title="Rules" note="The first rule that fits a user decides." />
      <RuleRows
        rules={rules}
        {...marks}
        oddities={oddities}
        onChange={setRules}
        chosen={chosen}
        onChoose={choose}
        onAdd={add}
        nameOf={nameOf}
      />
    </section>
  );
}
