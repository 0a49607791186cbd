import { Fragment, type ReactNode } from "react";
import { copyOfRule, type CopiedPart } from "#console/editing/rule-list/new-rule.ts";
import { RuleActions } from "#console/editing/rule-list/rule-actions.tsx";
import { gateDraftOf, type GateRuleDraft } from "#console/features/gates/draft/gate-draft.ts";
import type { GateEdit } from "#console/features/gates/draft/gate-adapter.ts";
import { PercentField } from "#console/foundation/forms/percent-field.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { SidePanel } from "#console/foundation/ui/side-panel.tsx";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import { capitalise } from "#console/foundation/ui/wording.ts";
import { ConditionsField, problemsUnder } from "#console/rules/fields/conditions-field.tsx";
import { EnvironmentsField } from "#console/rules/fields/environments-field.tsx";
import { knownEnvironments } from "#console/rules/fields/environments.ts";
import { PercentChange } from "#console/rules/fields/percent-change.tsx";
import { FindingList } from "#console/rules/lint/finding-list.tsx";
import { conditionMarks, type RuleFindings } from "#console/rules/lint/findings.ts";

interface RuleEditorProps {
  edit: GateEdit;
  rule: GateRuleDraft;
  findings: RuleFindings<GateRuleDraft>;
  onChoose: (key: string | undefined) => void;
  /** The impact of the change. */
  notice: ReactNode;
  footer: ReactNode;
}

/** Edits one rule of the draft, in a panel beside the list of rules. */
export function RuleEditor({ edit, rule, findings, onChoose, notice, footer }: RuleEditorProps) {
  const { rules } = edit.draft;
  const focusLater = useFocusLater();
  const { id: gateID, idType } = edit.stored;
  const index = rules.indexOf(rule);
  const id = `rule-${index}`;
  const was = gateDraftOf(edit.base).rules.find(({ key }) => key === rule.key)?.passPercentage;
  const units = idType && !/^user/i.test(idType) ? `${idType} units` : "users";
  const problems = problemsUnder(edit.problems, `rules.${index}`);
  const errorOf = (...fields: string[]) =>
    problems.find(({ property }) => fields.includes(property))?.errorMessage;
  const setRules = (next: GateRuleDraft[]) => edit.change({ rules: next });
  const change = (part: Partial<GateRuleDraft>) => setRules(rules.with(index, { ...rule, ...part }));
  const copyRule = (part?: CopiedPart) => {
    const copy = copyOfRule(rule, rules, part);
    setRules(rules.toSpliced(index + 1, 0, copy));
    onChoose(copy.key);
    focusLater(`rule-${index + 1}-name`);
  };
  const remove = () => {
    setRules(rules.toSpliced(index, 1));
    onChoose(undefined);
  };
  return (
    <SidePanel
      title={`Edit rule ${index + 1}`}
      onClose={() => onChoose(undefined)}
      footer={footer}
      warnings={
        <>
          <FindingList
            findings={findings}
            ruleKey={rule.key}
            onFix={(fixed) => edit.replace({ ...edit.draft, rules: fixed })}
          />
          {notice}
          <p className="hidden text-12 text-text-muted only:block">No warnings.</p>
        </>
      }
    >
      {/* The key resets fields with local state when another rule is selected or a button changes the draft. */}
      <Fragment key={`${edit.generation} ${rule.key}`}>
        <TextField
          label="Name"
          isRequired
          id={`${id}-name`}
          value={rule.name}
          error={errorOf("name", "id", "baseID")}
          onChange={(name) => change({ name })}
        />
        <ConditionsField
          label={`${capitalise(units)} where`}
          conditions={rule.conditions}
          onChange={(conditions) => change({ conditions })}
          problems={problemsUnder(problems, "conditions")}
          idPrefix={`${id}-conditions`}
          marks={conditionMarks(findings, rule.key)}
          gateID={gateID}
        />
        <div className="grid gap-2">
          <PercentField
            label="Rollout"
            id={`${id}-passPercentage`}
            share={rule}
            error={errorOf("passPercentage")}
            was={was}
            noun={units}
            onChange={change}
          />
          {/* Always rendered at a fixed minimum height, so that typing moves no field below. */}
          <div className="min-h-12">
            <PercentChange was={was ?? 0} now={rule.passPercentage ?? was ?? 0} />
          </div>
        </div>
        <EnvironmentsField
          value={rule.environments}
          onChange={(environments) => change({ environments })}
          known={knownEnvironments(rules.flatMap(({ environments }) => environments ?? []))}
        />
      </Fragment>
      <div className="border-t border-border pt-3">
        <div className="-ml-2 flex flex-wrap">
          <RuleActions rule={rule} onCopy={copyRule} onDelete={remove} />
        </div>
      </div>
    </SidePanel>
  );
}
