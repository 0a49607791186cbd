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
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import { useGivenCondition } from "#console/rules/fields/given-condition.ts";
import type { RuleFindings } from "#console/rules/lint/findings.ts";
import type { GateEdit } from "#console/features/gates/draft/gate-adapter.ts";

const route = getRouteApi("/$company/gates/$id");

interface RulesSectionProps {
  edit: GateEdit;
  findings: RuleFindings<GateRuleDraft>;
  chosen: string | undefined;
  onChoose: (key: string) => void;
}

const heads = ["", "", "Rule", "Who", "Environments", "Rollout"];

/** The rules in evaluation order, each as a sentence; a click on a row opens its rule for editing. */
export function RulesSection({ edit, findings, chosen, onChoose }: RulesSectionProps) {
  const { changes, problems, nameOf } = edit;
  const { rules } = edit.draft;
  const marks = useRuleMarks({ changes, before: gateDraftOf(edit.base).rules, problems, findings });
  const setRules = (next: GateRuleDraft[]) => edit.change({ rules: next });
  // A stable function, so that a memoized row is rendered again only when its own rule changes.
  const choose = useEvent(onChoose);
  const focusLater = useFocusLater();
  const add = () => {
    // A new rule matches nobody until a percentage is set.
    const rule = newRule(rules, { passPercentage: 0 });
    setRules([...rules, rule]);
    onChoose(rule.key);
    focusLater(`rule-${rules.length}-name`);
  };
  const navigate = route.useNavigate();
  const given = useGivenCondition();
  const taken = useRef<typeof given>(undefined);
  const take = useEvent((condition: NonNullable<typeof given>) => {
    const rule = newRule(rules, { passPercentage: 0, conditions: [condition] });
    setRules([...rules, rule]);
    // Replaces the current history entry, without the passed condition, so that it now points to the new rule.
    void navigate({ search: (before) => ({ ...before, rule: rule.key }), replace: true, state: {} });
  });
  // In a layout effect, so that nothing is painted without the new rule.
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
