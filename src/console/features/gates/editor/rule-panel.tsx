import type { ReactNode } from "react";
import type { Gate } from "#contract/gate.ts";
import type { Finding } from "#targeting/lint/finding.ts";
import { gateDraftOf, type GateRuleDraft } from "#console/features/gates/draft/gate-draft.ts";
import { fixedRules } from "#console/features/gates/draft/gate-of-draft.ts";
import { copyOfRule } from "#console/features/gates/draft/new-rule.ts";
import { RuleForm } from "#console/features/gates/editor/rules/rule-form.tsx";
import { FindingList } from "#console/rules/lint/finding-list.tsx";
import { problemsUnder } from "#console/rules/fields/conditions-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { SidePanel } from "#console/foundation/ui/side-panel.tsx";
import type { GateEdit } from "./use-gate-edit.ts";

interface RulePanelProps {
  edit: GateEdit;
  rule: GateRuleDraft;
  gates: readonly Gate[];
  findings: readonly Finding[];
  /** The rules that the findings number. */
  linted: readonly GateRuleDraft[];
  onChoose: (key: string | undefined) => void;
  /** What the change reaches. */
  notice: ReactNode;
  footer: ReactNode;
}

const unitsOf = ({ idType }: Gate) => (idType && !/^user/i.test(idType) ? `${idType} units` : "users");

/** Edits one rule of the draft, beside the list of all. */
export function RulePanel(props: RulePanelProps) {
  const { edit, rule, gates, findings, linted, onChoose } = props;
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
        gates={gates.flatMap(({ id, name }) => (id === edit.stored.id ? [] : [{ value: id, label: name }]))}
        environments={rules.flatMap(({ environments }) => environments ?? [])}
        units={unitsOf(edit.stored)}
        findings={
          <FindingList
            findings={findings.filter(({ ruleIndex }) => linted[ruleIndex]?.key === rule.key)}
            onFix={(fix) => edit.replace({ ...edit.draft, rules: fixedRules(linted, fix) })}
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
