import type { ReactNode } from "react";
import type { Gate } from "#contract/gate.ts";
import { gateDraftOf, type GateRuleDraft } from "#console/features/gates/draft/gate-draft.ts";
import { copyOfRule } from "#console/editing/rule-list/new-rule.ts";
import { RuleForm } from "#console/features/gates/editor/rules/rule-form.tsx";
import type { RuleFindings } from "#console/rules/lint/findings.ts";
import { FindingList } from "#console/rules/lint/finding-list.tsx";
import { problemsUnder } from "#console/rules/fields/conditions-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { SidePanel } from "#console/foundation/ui/side-panel.tsx";
import type { GateEdit } from "#console/features/gates/draft/edited-gate.ts";

interface RulePanelProps {
  edit: GateEdit;
  rule: GateRuleDraft;
  findings: RuleFindings<GateRuleDraft>;
  onChoose: (key: string | undefined) => void;
  /** The impact of the change. */
  notice: ReactNode;
  footer: ReactNode;
}

const unitsOf = ({ idType }: Gate) => (idType && !/^user/i.test(idType) ? `${idType} units` : "users");

/** Edits one rule of the draft, beside the list of all. */
export function RulePanel(props: RulePanelProps) {
  const { edit, rule, findings, onChoose } = props;
  const { rules } = edit.draft;
  const number = rules.indexOf(rule);
  const before = gateDraftOf(edit.base).rules.find(({ key }) => key === rule.key);
  const setRules = (next: GateRuleDraft[]) => edit.change({ rules: next });
  const duplicate = () => {
    const copy = copyOfRule(rule, rules);
    setRules(rules.toSpliced(number + 1, 0, copy));
    onChoose(copy.key);
  };
  const remove = () => {
    setRules(rules.filter(({ key }) => key !== rule.key));
    onChoose(undefined);
  };
  return (
    <SidePanel title={`Edit rule ${number + 1}`} onClose={() => onChoose(undefined)} footer={props.footer}>
      {props.notice}
      <RuleForm
        key={`${edit.generation} ${rule.key}`}
        rule={rule}
        before={before}
        number={number}
        problems={problemsUnder(edit.problems, `rules.${number}`)}
        gateID={edit.stored.id}
        environments={rules.flatMap(({ environments }) => environments ?? [])}
        units={unitsOf(edit.stored)}
        findings={
          <FindingList
            findings={findings}
            ruleKey={rule.key}
            onFix={(fixed) => edit.replace({ ...edit.draft, rules: fixed })}
          />
        }
        onChange={(part) =>
          setRules(rules.map((other) => (other.key === rule.key ? { ...other, ...part } : other)))
        }
      />
      <div className="border-t border-border pt-3">
        <div className="-ml-2 flex flex-wrap">
          <Button variant="quiet" onClick={duplicate}>
            Duplicate
          </Button>
          <Button variant="quiet" onClick={remove}>
            Delete
          </Button>
        </div>
      </div>
    </SidePanel>
  );
}
