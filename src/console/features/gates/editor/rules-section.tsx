import { newRule } from "#console/editing/rule-list/new-rule.ts";
import { useRuleMarks } from "#console/editing/rule-list/rule-marks.ts";
import { gateDraftOf, type GateRuleDraft } from "#console/features/gates/draft/gate-draft.ts";
import { RuleRows } from "#console/features/gates/editor/rules/rule-rows.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import type { RuleFindings } from "#console/rules/lint/findings.ts";
import type { GateEdit } from "#console/features/gates/draft/edited-gate.ts";

interface RulesSectionProps {
  edit: GateEdit;
  findings: RuleFindings<GateRuleDraft>;
  chosen: string | undefined;
  onChoose: (key: string) => void;
}

export function RulesSection({ edit, findings, chosen, onChoose }: RulesSectionProps) {
  const { changes, problems, nameOf } = edit;
  const { rules } = edit.draft;
  const marks = useRuleMarks({ changes, before: gateDraftOf(edit.base).rules, problems, findings });
  const setRules = useEvent((next: GateRuleDraft[]) => edit.change({ rules: next }));
  const choose = useEvent(onChoose);
  const add = useEvent(() => {
    // It takes nobody until somebody says how many.
    const rule = newRule(rules, { passPercentage: 0 });
    setRules([...rules, rule]);
    onChoose(rule.key);
  });
  return (
    <section aria-labelledby="rules">
      <SectionHead id="rules" title="Rules" note="The first rule that fits a user decides." />
      <RuleRows
        rules={rules}
        {...marks}
        onChange={setRules}
        chosen={chosen}
        onChoose={choose}
        onAdd={add}
        nameOf={nameOf}
      />
    </section>
  );
}
