import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import type { Problem } from "#contract/api-error.ts";
import { insertInOrderOf } from "#console/editing/diff-merge/merge-lists.ts";
import { configDraftOf, type ConfigRuleDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { copyOfRule, newRule } from "#console/editing/rule-list/new-rule.ts";
import { RuleActions } from "#console/editing/rule-list/rule-actions.tsx";
import { RuleEditor } from "#console/features/dynamic-configs/editor/rules/rule-editor.tsx";
import { RemovedRuleList } from "#console/features/dynamic-configs/editor/rules/removed-rule-list.tsx";
import { FindingList } from "#console/rules/lint/finding-list.tsx";
import { useRuleMarks } from "#console/editing/rule-list/rule-marks.ts";
import { conditionMarks, useFindings } from "#console/rules/lint/findings.ts";
import { EditorPlace } from "#console/foundation/code-editor/editor-place.tsx";
import { ChoiceFilter } from "#console/foundation/table/choice-filter.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import type { ConfigEdit } from "#console/features/dynamic-configs/draft/config-adapter.ts";
import { DefaultValue } from "./default-value.tsx";
import type { DynamicConfigSearch } from "./dynamic-config-search.ts";
import { Matrix } from "#console/features/dynamic-configs/editor/matrix/matrix.tsx";
import { draftEdge } from "#console/features/dynamic-configs/editor/matrix/matrix-cell.tsx";
import { matrixColumns } from "#console/features/dynamic-configs/editor/matrix/matrix-columns.ts";
import { rowID, type RowPlace } from "#console/features/dynamic-configs/editor/matrix/matrix-rule.tsx";
import { useRuleUsers } from "#console/features/dynamic-configs/editor/matrix/rule-users.ts";
import type { RemovedRules } from "./use-removed-rules.ts";

const route = getRouteApi("/$company/dynamic_configs/$id");

interface RulesTabProps {
  edit: ConfigEdit;
  /** Reported validation errors, and those found while the user types. */
  problems: readonly Problem[];
  removed: RemovedRules;
}

const addRuleID = "add-rule";

/** Identifies the rows, with the texts whose width moves others: names have marks beside them, percentages are right-aligned. */
const rowsOf = ({ rules }: { rules: readonly ConfigRuleDraft[] }) =>
  rules
    .flatMap((rule) => [rule, ...rule.variants])
    .map(({ key, name, passPercentage }) => `${key} ${passPercentage} ${name}`)
    .join();

export function RulesTab({ edit, problems, removed }: RulesTabProps) {
  const { tab, rule: wanted, variant, fields } = route.useSearch();
  const setSearch = useSetSearch<DynamicConfigSearch>({ resetScroll: false });
  const { rules, schema, defaultValue } = edit.draft;
  const base = configDraftOf(edit.base);
  const before = base.rules;
  const number = Math.max(
    0,
    rules.findIndex(({ key }) => key === wanted),
  );
  const rule = tab === "default" ? undefined : rules[number];
  // Does not default to the first variant with an error, because a late validation would then switch the variant being edited.
  const chosenVariant = (rule?.variants.find(({ key }) => key === variant) ?? rule?.variants[0])?.key;
  const focusLater = useFocusLater();
  const show = ({ rule: key, variant: of }: RowPlace) =>
    setSearch({ tab: key === undefined ? "default" : undefined, rule: key, variant: of });
  const open = (key: string) => show({ rule: key });
  const choose = useEvent((place: RowPlace, field?: string | null) => {
    show(place);
    if (typeof field === "string") focusLater(field);
    // On narrow screens the value editor is below the matrix.
    else if (field === undefined && matchMedia("(width < 721px)").matches)
      requestAnimationFrame(() => document.getElementById("chosen-value")?.scrollIntoView());
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
    setRules(insertInOrderOf(rules, gone, before));
    open(gone.key);
    focusLater(rowID({ rule: gone.key }));
  });
  const remove = (gone: ConfigRuleDraft) => {
    setRules(rules.filter((other) => other !== gone));
    const next = rules[number + 1] ?? rules[number - 1];
    if (next) open(next.key);
    focusLater(next ? rowID({ rule: next.key }) : addRuleID);
  };
  const { changes, gates, nameOf } = edit;
  const users = useRuleUsers(edit.stored.id);
  const findings = useFindings(rules, { gates: gates.isComplete ? gates.byID : undefined });
  const marks = useRuleMarks({ changes, before, problems, findings });
  const [cellEdits, setCellEdits] = useState(0);
  const editValue = useEvent(({ rule: key, variant: of }: RowPlace, change: (text: string) => string) => {
    setCellEdits(cellEdits + 1);
    if (key === undefined) edit.change({ defaultValue: change(defaultValue) });
    else
      edit.change({
        rules: rules.map((one) =>
          one.key !== key
            ? one
            : of === undefined
              ? { ...one, value: change(one.value) }
              : {
                  ...one,
                  variants: one.variants.map((own) =>
                    own.key === of ? { ...own, value: change(own.value) } : own,
                  ),
                },
        ),
      });
  });
  const { columns, names } = useMemo(
    () => matrixColumns(schema, defaultValue, fields),
    [schema, defaultValue, fields],
  );
  const elsewhere = useMemo(
    () => new Set(columns.flatMap(({ name, kind }) => (kind === "list" || kind === "other" ? [] : [name]))),
    [columns],
  );
  const listed = useMemo(
    () => ({ cellEdits, rows: { rules, defaultText: defaultValue, problems, ...marks } }),
    [cellEdits, rules, defaultValue, problems, marks],
  );
  // The matrix of a long config is deferred while the user types, but is updated at once if a rule is added, removed, moved or
  // renamed or gets another percentage, and by an edit in a cell, which would otherwise show its old value when it is closed.
  const deferred = useDeferredValue(listed);
  const isDeferred = deferred.cellEdits === cellEdits && rowsOf(deferred.rows) === rowsOf(listed.rows);
  const { rows } = isDeferred ? deferred : listed;
  // The matrix is rendered first, and the more numerous fields after it.
  const isMatrixDrawn = useDeferredValue(true, false);
  return (
    <div className="min-w-0">
      <div className="flex min-h-10 flex-wrap items-center gap-x-5 gap-y-1 py-1 text-12 text-text-muted">
        <span>
          <b className="font-strong text-text">Bold</b> differs from the default.
        </span>
        <span className={draftEdge}>Edited in your draft, not live yet.</span>
        <span className="ml-auto flex items-center gap-x-1 max-tablet:-ml-2 tablet:-mr-2">
          {names.length > 1 ? (
            <ChoiceFilter
              isAtEnd
              isSmall
              label="Fields"
              summary=""
              options={names.map((name) => ({ value: name, label: name }))}
              chosen={columns.map(({ name }) => name)}
              onChange={(chosen) => setSearch({ fields: chosen.length > 0 ? chosen : undefined })}
            />
          ) : null}
          <Button id={addRuleID} size="small" variant="quiet" icon={Plus} onClick={add}>
            Add rule
          </Button>
        </span>
      </div>
      <Matrix
        {...rows}
        columns={columns}
        names={names}
        defaultBefore={base.defaultValue}
        chosenRule={rule?.key}
        chosenVariant={chosenVariant}
        users={users}
        nameOf={nameOf}
        onMove={setRules}
        onChoose={choose}
        onEdit={editValue}
      />
      <RemovedRuleList removed={removed.removed} onPutBack={putBack} />
      <EditorPlace id="chosen-value" className="scroll-mt-bar pt-2 pb-6">
        {!isMatrixDrawn ? (
          <div className="h-screen" />
        ) : rule ? (
          <RuleEditor
            key={`${edit.generation} ${rule.key}`}
            edit={edit}
            rule={rule}
            number={number}
            variant={chosenVariant}
            elsewhere={elsewhere}
            onChoose={(of) => show({ rule: rule.key, variant: of })}
            marks={conditionMarks(findings, rule.key)}
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
          <DefaultValue key={edit.generation} edit={edit} elsewhere={elsewhere} />
        )}
      </EditorPlace>
    </div>
  );
}
