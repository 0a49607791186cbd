import { getRouteApi } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import type { Problem } from "#contract/api-error.ts";
import type { Gate } from "#contract/gate.ts";
import { insertLike } from "#console/editing/diff-merge/merge-lists.ts";
import { configDraftOf, type ConfigRuleDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { fixedRules, ruleOfDraft } from "#console/features/dynamic-configs/draft/draft-config.ts";
import { copyOfRule, newRule } from "#console/features/dynamic-configs/draft/new-rule.ts";
import { RuleEditor } from "#console/features/dynamic-configs/editor/rules/rule-editor.tsx";
import {
  addRuleID,
  RuleList,
  ruleLineID,
} from "#console/features/dynamic-configs/editor/rules/rule-list.tsx";
import { createLint } from "#console/rules/lint/memoized-lint.ts";
import { FindingList } from "#console/rules/lint/finding-list.tsx";
import { marksOf, odditiesOf } from "#console/editing/rule-list/rule-marks.ts";
import { problemsUnder } from "#console/rules/fields/conditions-field.tsx";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { unusedName } from "#console/rules/fields/new-name.ts";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import { RuleActions } from "./rule-actions.tsx";
import type { ConfigEdit } from "./use-config-edit.ts";
import type { RemovedRules } from "./use-removed-rules.ts";

const route = getRouteApi("/$company/dynamic_configs/$id");

const editWords = (count: number) => `${count} change${count === 1 ? "" : "s"}`;

interface RulesTabProps {
  edit: ConfigEdit;
  /** What was told and what is found live. */
  problems: readonly Problem[];
  gates: readonly Gate[];
  nameOf: NameOf;
  removed: RemovedRules;
}

export function RulesTab({ edit, problems, gates, nameOf, removed }: RulesTabProps) {
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
  const focusLater = useFocusLater();
  const open = (key: string) =>
    void navigate({ search: (search) => ({ ...search, rule: key, variant: undefined }), replace: true });
  const choose = useEvent((key: string) => {
    open(key);
    // On a narrow screen the editor stands below the list.
    requestAnimationFrame(() => {
      const editor = document.getElementById("rule-editor");
      if (editor && editor.getBoundingClientRect().top > innerHeight * 0.8) editor.scrollIntoView();
    });
  });
  const setRules = useEvent((next: ConfigRuleDraft[]) => {
    removed.remember(rules.filter(({ key }) => next.every((other) => other.key !== key)));
    edit.change({ rules: next });
  });
  const insert = (added: ConfigRuleDraft, place: number) => {
    setRules([...rules.slice(0, place), added, ...rules.slice(place)]);
    open(added.key);
    focusLater(`rule-${place}-name`);
  };
  const add = useEvent(() => insert(newRule(rules), rules.length));
  const putBack = useEvent((gone: ConfigRuleDraft) => {
    setRules(insertLike(rules, gone, before));
    open(gone.key);
    focusLater(ruleLineID(gone.key));
  });
  const remove = (gone: ConfigRuleDraft) => {
    setRules(rules.filter((other) => other !== gone));
    const next = rules[number + 1] ?? rules[number - 1];
    if (next) open(next.key);
    focusLater(next ? ruleLineID(next.key) : addRuleID);
  };
  const { changes } = edit;
  const marks = useMemo(() => marksOf(changes, before, problems, editWords), [changes, before, problems]);
  const listed = useMemo(
    () => ({ rules, removed: removed.removed, ...marks }),
    [rules, removed.removed, marks],
  );
  // The list of a long config follows the keystrokes when there is time for it.
  const shown = useDeferredValue(listed);
  const [lint] = useState(createLint);
  const knownGates = useMemo(
    () => (gates.length ? new Map(gates.map((gate) => [gate.id, gate])) : undefined),
    [gates],
  );
  const findings = useMemo(() => {
    const found = lint(shown.rules.map(ruleOfDraft), { gates: knownGates });
    // A percentage that is still being typed is not meant as 0.
    const isTyped = (index: number) => shown.rules[index]?.passPercentage === undefined;
    return found.filter(({ kind, ruleIndex }) => kind !== "takes_nobody" || !isTyped(ruleIndex));
  }, [lint, shown.rules, knownGates]);
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
          onAdd={add}
          onPutBack={putBack}
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
              onDuplicate={() => insert(copyOfRule(rule, rules), number + 1)}
              onCopyTo={(environments, name) =>
                insert(copyOfRule(rule, rules, { environments, name: unusedName(name, rules) }), number + 1)
              }
              onDelete={() => remove(rule)}
            />
          }
        />
      ) : (
        <p className="pt-3 text-text-muted">There are no rules: everyone gets the default value.</p>
      )}
    </div>
  );
}
