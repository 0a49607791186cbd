import { getRouteApi } from "@tanstack/react-router";
import { useDeferredValue, useMemo } from "react";
import type { Problem } from "#contract/api-error.ts";
import { insertLike } from "#console/editing/diff-merge/merge-lists.ts";
import { configDraftOf, type ConfigRuleDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { copyOfRule, newRule } from "#console/editing/rule-list/new-rule.ts";
import { RuleActions } from "#console/editing/rule-list/rule-actions.tsx";
import { RuleEditor } from "#console/features/dynamic-configs/editor/rules/rule-editor.tsx";
import {
  addRuleID,
  RuleList,
  ruleLineID,
} from "#console/features/dynamic-configs/editor/rules/rule-list.tsx";
import { FindingList } from "#console/rules/lint/finding-list.tsx";
import { useRuleMarks } from "#console/editing/rule-list/rule-marks.ts";
import { useFindings } from "#console/rules/lint/findings.ts";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import type { ConfigEdit } from "#console/features/dynamic-configs/draft/edited-config.ts";
import type { RemovedRules } from "./use-removed-rules.ts";

const route = getRouteApi("/$company/dynamic_configs/$id");

interface Listed {
  rules: readonly ConfigRuleDraft[];
  removed: readonly ConfigRuleDraft[];
}

interface RulesTabProps {
  edit: ConfigEdit;
  /** The problems that are reported and those found live. */
  problems: readonly Problem[];
  removed: RemovedRules;
}

const orderOf = ({ rules, removed }: Listed) => [...rules, ...removed].map(({ key }) => key).join(" ");

export function RulesTab({ edit, problems, removed }: RulesTabProps) {
  const { rule: wanted } = route.useSearch();
  const setSearch = useSetSearch<{ rule: string; variant: undefined }>();
  const { rules } = edit.draft;
  const before = configDraftOf(edit.base).rules;
  const number = Math.max(
    0,
    rules.findIndex(({ key }) => key === wanted),
  );
  const rule = rules[number];
  const focusLater = useFocusLater();
  const open = (key: string) => setSearch({ rule: key, variant: undefined });
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
    setRules(rules.toSpliced(place, 0, added));
    open(added.key);
    focusLater(`rule-${place}-name`);
  };
  const add = useEvent(() =>
    insert(newRule(rules, { passPercentage: 100, value: "{}", variants: [] }), rules.length),
  );
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
  const { changes, gates, nameOf } = edit;
  const findings = useFindings(rules, { gates: gates.isComplete ? gates.byID : undefined });
  const marks = useRuleMarks({ changes, before, problems, findings });
  const listed = useMemo(
    () => ({ rules, removed: removed.removed, ...marks }),
    [rules, removed.removed, marks],
  );
  // The list of a long config follows the keystrokes when there is time for it; a rule that comes, goes or moves is drawn at once.
  const deferred = useDeferredValue(listed);
  const shown = orderOf(deferred) === orderOf(listed) ? deferred : listed;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] tablet:grid-cols-[288px_minmax(0,1fr)] tablet:gap-6">
      <div className="border-border tablet:border-r tablet:pr-3">
        <RuleList
          {...shown}
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
          edit={edit}
          rule={rule}
          number={number}
          findings={<FindingList findings={findings} ruleKey={rule.key} onFix={setRules} />}
          actions={
            <RuleActions
              rule={rule}
              onCopy={(part) => {
                const variants = rule.variants.map((own) => ({ ...own, id: undefined }));
                insert(copyOfRule({ ...rule, variants }, rules, part), number + 1);
              }}
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
