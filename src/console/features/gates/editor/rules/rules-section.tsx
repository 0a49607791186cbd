import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { newRule } from "#console/editing/rule-list/new-rule.ts";
import { RuleLines } from "#console/editing/rule-list/rule-lines.tsx";
import { useRuleMarks } from "#console/editing/rule-list/rule-marks.ts";
import { gateDraftOf, type GateRuleDraft } from "#console/features/gates/draft/gate-draft.ts";
import { RuleRow, ruleColumns } from "./rule-row.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { useGivenCondition } from "#console/rules/fields/given-condition.ts";
import type { RuleFindings } from "#console/rules/lint/findings.ts";
import type { GateEdit } from "#console/features/gates/draft/edited-gate.ts";

const route = getRouteApi("/$company/gates/$id");

interface RulesSectionProps {
  edit: GateEdit;
  findings: RuleFindings<GateRuleDraft>;
  chosen: string | undefined;
  onChoose: (key: string) => void;
}

const heads = ["", "", "Rule", "Who", "Environments", "Rollout"];

/** The rules in the order in which they decide, each as a sentence; a row opens its rule for editing. */
export function RulesSection({ edit, findings, chosen, onChoose }: RulesSectionProps) {
  const { changes, problems, nameOf } = edit;
  const { rules } = edit.draft;
  const marks = useRuleMarks({ changes, before: gateDraftOf(edit.base).rules, problems, findings });
  const setRules = (next: GateRuleDraft[]) => edit.change({ rules: next });
  // The same function each time: a row is drawn again only when something of its own rule changes.
  const choose = useEvent(onChoose);
  const add = () => {
    // It takes nobody until somebody says how many.
    const rule = newRule(rules, { passPercentage: 0 });
    setRules([...rules, rule]);
    onChoose(rule.key);
  };
  const navigate = route.useNavigate();
  const given = useGivenCondition();
  const taken = useRef<typeof given>(undefined);
  const take = useEvent((condition: NonNullable<typeof given>) => {
    const rule = newRule(rules, { passPercentage: 0, conditions: [condition] });
    setRules([...rules, rule]);
    // This step of the history leads to the rule from now on, and adds no other one.
    void navigate({ search: (before) => ({ ...before, rule: rule.key }), replace: true, state: {} });
  });
  // Before anything is seen without it.
  useLayoutEffect(() => {
    if (!given || taken.current) return;
    taken.current = given;
    take(given);
  }, [given, take]);
  return (
    <section aria-labelledby="rules">
      <SectionHead id="rules" title="Rules" note="The first rule that fits a user decides." />
      <div
        aria-hidden
        className={`hidden h-8 border-y border-border text-12 font-medium text-text-muted ${ruleColumns}`}
      >
        {heads.map((head, index) => (
          <span key={head || index} className={head === "Rollout" ? "pr-3 text-right" : ""}>
            {head}
          </span>
        ))}
      </div>
      <RuleLines
        {...marks}
        rules={rules}
        onChange={setRules}
        chosen={chosen}
        onChoose={choose}
        nameOf={nameOf}
        Line={RuleRow}
        className="max-tablet:border-t max-tablet:border-border"
      />
      <p className="py-2 text-text-muted">
        {rules.length === 0 ? "There are no rules: nobody passes." : "Everyone else does not pass."}
      </p>
      <div className="-ml-2">
        <Button variant="quiet" icon={Plus} onClick={add}>
          Add rule
        </Button>
      </div>
    </section>
  );
}
