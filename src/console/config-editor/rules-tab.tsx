import { getRouteApi } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import type { Problem } from "#contract/api-error.ts";
import type { Gate } from "#contract/gate.ts";
import type { Finding } from "#targeting/rule-lint/finding.ts";
import type { Changes } from "#console/changes/changes.ts";
import { configDraftOf, unusedName, type ConfigRuleDraft } from "#console/config-draft/config-draft.ts";
import { fixedRules, ruleOfDraft } from "#console/config-draft/draft-config.ts";
import { ruleNumbers } from "#console/config-draft/problem-place.ts";
import { RuleEditor } from "#console/config-rules/rule-editor.tsx";
import { RuleList } from "#console/config-rules/rule-list.tsx";
import { createLint } from "#console/rule-lint/lint-memory.ts";
import { FindingList } from "#console/rule-lint/finding-list.tsx";
import { problemsUnder } from "#console/rules/conditions-field.tsx";
import type { NameOf } from "#console/rules/condition-words.ts";
import { useEvent } from "#console/ui/use-event.ts";
import { RuleActions } from "./rule-actions.tsx";
import type { ConfigEdit } from "./use-config-edit.ts";

const route = getRouteApi("/$company/dynamic_configs/$id");

/** A rule beside the one it came from: its own identity, its own name. */
const copyOf = (
  { id: _id, baseID: _base, ...rule }: ConfigRuleDraft,
  rules: readonly ConfigRuleDraft[],
  part: Partial<ConfigRuleDraft> = {},
): ConfigRuleDraft => ({
  ...rule,
  name: unusedName(`${rule.name} copy`, rules),
  variants: rule.variants.map(({ id: _variant, ...variant }) => variant),
  ...part,
  key: `new-${Date.now()}`,
});

const editWords = (count: number) => `${count} change${count === 1 ? "" : "s"}`;

/** What stands beside a rule in the list. */
const marksOf = (
  { audiences }: Changes,
  before: readonly ConfigRuleDraft[],
  problems: readonly Problem[],
) => ({
  edits: new Map(
    audiences.map(({ key, changes }) => [
      key,
      before.some((known) => known.key === key) ? editWords(changes.length) : "New",
    ]),
  ),
  withProblem: ruleNumbers(problems),
});

/** What stands in the list of a rule that is odd; notes are told beside the rule only. */
const odditiesOf = (findings: readonly Finding[], rules: readonly ConfigRuleDraft[]) =>
  new Map(
    findings
      .filter(({ severity }) => severity !== "note")
      .map(({ ruleIndex, words }) => [rules[ruleIndex]?.key ?? "", words]),
  );

interface RulesTabProps {
  edit: ConfigEdit;
  /** What was told and what is found live. */
  problems: readonly Problem[];
  gates: readonly Gate[];
  nameOf: NameOf;
}

export function RulesTab({ edit, problems, gates, nameOf }: RulesTabProps) {
  const { rule: wanted, variant } = route.useSearch();
  const navigate = route.useNavigate();
  const { rules } = edit.draft;
  const before = configDraftOf(edit.base).rules;
  const number = Math.max(
    0,
    rules.findIndex(({ key }) => key === wanted),
  );
  const rule = rules[number];
  const stored = rule && before.find(({ key }) => key === rule.key);
  const gateOptions = useMemo(() => gates.map(({ id, name }) => ({ value: id, label: name })), [gates]);
  const choose = useEvent((key: string) => {
    void navigate({ search: (search) => ({ ...search, rule: key, variant: undefined }), replace: true });
    // On a narrow screen the editor stands below the list.
    requestAnimationFrame(() => {
      const editor = document.getElementById("rule-editor");
      if (editor && editor.getBoundingClientRect().top > innerHeight * 0.8) editor.scrollIntoView();
    });
  });
  const setRules = useEvent((next: ConfigRuleDraft[]) => edit.change({ rules: next }));
  const insert = (copy: ConfigRuleDraft) => {
    setRules([...rules.slice(0, number + 1), copy, ...rules.slice(number + 1)]);
    choose(copy.key);
  };
  const { changes } = edit;
  const marks = useMemo(() => marksOf(changes, before, problems), [changes, before, problems]);
  const listed = useMemo(() => ({ rules, ...marks }), [rules, marks]);
  // The list of a long config follows the keystrokes when there is time for it.
  const shown = useDeferredValue(listed);
  const [lint] = useState(createLint);
  const knownGates = useMemo(
    () => (gates.length ? new Map(gates.map((gate) => [gate.id, gate])) : undefined),
    [gates],
  );
  const findings = useMemo(
    () => lint(shown.rules.map(ruleOfDraft), { gates: knownGates }),
    [lint, shown.rules, knownGates],
  );
  const oddities = useMemo(() => odditiesOf(findings, shown.rules), [findings, shown.rules]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] tablet:grid-cols-[288px_minmax(0,1fr)] tablet:gap-6">
      <div className="border-border tablet:border-r tablet:pr-3">
        <RuleList
          {...shown}
          oddities={oddities}
          onChange={setRules}
          chosen={rule?.key}
          onChoose={choose}
          nameOf={nameOf}
        />
      </div>
      {rule ? (
        <RuleEditor
          key={`${edit.generation} ${rule.key}`}
          rule={rule}
          before={stored}
          variant={variant}
          onVariant={(key) =>
            void navigate({ search: (search) => ({ ...search, variant: key }), replace: true })
          }
          number={number}
          problems={problemsUnder(edit.problems, `rules.${number}`)}
          gates={gateOptions}
          findings={
            <FindingList
              findings={findings.filter(({ ruleIndex }) => shown.rules[ruleIndex]?.key === rule.key)}
              onFix={(fix) => setRules(fixedRules(shown.rules, fix))}
            />
          }
          schema={edit.draft.schema}
          onChange={(part) =>
            setRules(rules.map((other) => (other.key === rule.key ? { ...other, ...part } : other)))
          }
          actions={
            <RuleActions
              rule={rule}
              onDuplicate={() => insert(copyOf(rule, rules))}
              onCopyTo={(environments, name) =>
                insert(copyOf(rule, rules, { environments, name: unusedName(name, rules) }))
              }
              onDelete={() => setRules(rules.filter(({ key }) => key !== rule.key))}
            />
          }
        />
      ) : (
        <p className="pt-3 text-text-muted">There are no rules: everyone gets the default value.</p>
      )}
    </div>
  );
}
