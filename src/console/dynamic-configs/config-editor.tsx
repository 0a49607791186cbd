// The editor of one config: one draft over all tabs, a dry run before every save, and nothing typed is ever lost.
import { getRouteApi } from "@tanstack/react-router";
import { Suspense, useState, type ReactNode } from "react";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Gate } from "#contract/gate.ts";
import { useSaveRefusal } from "#console/api/current-key.ts";
import { ApiFailure, problemsOfFailure } from "#console/api/failure.ts";
import { Switch } from "#console/forms/switch.tsx";
import { TextField } from "#console/forms/text-field.tsx";
import { TokensField } from "#console/forms/tokens-field.tsx";
import { problemsUnder } from "#console/rules/conditions-field.tsx";
import { SaveFailure } from "#console/rules/save-failure.tsx";
import { Button } from "#console/ui/button.tsx";
import { CopyableId } from "#console/ui/copy.tsx";
import { Confirm } from "#console/ui/dialog.tsx";
import { ErrorSummary } from "#console/ui/error-summary.tsx";
import { Notice } from "#console/ui/notice.tsx";
import { usePageActions } from "#console/ui/page-actions.tsx";
import { PageHead } from "#console/ui/page-head.tsx";
import { SkeletonRows } from "#console/ui/skeleton.tsx";
import { Time } from "#console/ui/time.tsx";
import { useToast } from "#console/ui/toast.tsx";
import { configChanges } from "./config-changes.ts";
import { unusedName, type ConfigRuleDraft } from "./config-draft.ts";
import { ConfigHistory } from "./config-history.tsx";
import { ConfigReview } from "./config-review.tsx";
import type { ConfigTab } from "./dynamic-config-search.ts";
import { fieldID, labelOf, ruleNumbers } from "./problem-place.ts";
import { RuleEditor } from "./rule-editor.tsx";
import { RuleList } from "./rule-list.tsx";
import { useConfigEdit, type ConfigEdit } from "./use-config-edit.ts";
import { ValueEditor } from "./value-editor.tsx";

const route = getRouteApi("/$company/dynamic_configs/$id");

interface ConfigEditorProps {
  config: DynamicConfig;
  gates: readonly Gate[];
  tab: ConfigTab;
  tabs: ReactNode;
}

function Head({ config, edit }: { config: DynamicConfig; edit: ConfigEdit }) {
  return (
    <PageHead
      title={config.name ?? config.id}
      state={
        <Switch
          label={edit.draft.isEnabled ? "On" : "Off"}
          checked={edit.draft.isEnabled}
          onChange={(isEnabled) => edit.change({ isEnabled })}
        />
      }
      facts={[
        ...(edit.draft.description ? [edit.draft.description] : []),
        ...(config.idType
          ? [
              <span key="unit">
                Unit <b>{config.idType}</b>
              </span>,
            ]
          : []),
        <CopyableId key="id" id={config.id} />,
        ...(config.lastModifiedTime
          ? [
              <span key="saved">
                Saved <Time value={config.lastModifiedTime} /> by{" "}
                <b>{config.lastModifierName ?? "somebody"}</b>
              </span>,
            ]
          : []),
      ]}
    />
  );
}

function RulesTab({ edit, gates }: { edit: ConfigEdit; gates: readonly Gate[] }) {
  const { rule: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const { rules } = edit.draft;
  const number = Math.max(
    0,
    rules.findIndex(({ key }) => key === wanted),
  );
  const rule = rules[number];
  const names = new Map(gates.map(({ id, name }) => [id, name]));
  const choose = (key: string) =>
    void navigate({ search: (before) => ({ ...before, rule: key }), replace: true });
  const setRules = (next: ConfigRuleDraft[]) => edit.change({ rules: next });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] tablet:grid-cols-[288px_minmax(0,1fr)] tablet:gap-6">
      <div className="border-border tablet:border-r tablet:pr-3">
        <RuleList
          rules={rules}
          onChange={setRules}
          chosen={rule?.key}
          onChoose={choose}
          nameOf={(id) => names.get(id)}
          withProblem={ruleNumbers(edit.problems)}
        />
      </div>
      {rule ? (
        <RuleEditor
          key={`${edit.generation} ${rule.key}`}
          rule={rule}
          number={number}
          problems={problemsUnder(edit.problems, `rules.${number}`)}
          gates={gates.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(part) =>
            setRules(rules.map((other) => (other.key === rule.key ? { ...other, ...part } : other)))
          }
          onDuplicate={() => {
            const { id: _id, baseID: _base, ...rest } = rule;
            const copy = {
              ...rest,
              key: `new-${Date.now()}`,
              name: unusedName(`${rule.name} copy`, rules),
              variants: rule.variants.map(({ id: _variant, ...variant }) => variant),
            };
            setRules([...rules.slice(0, number + 1), copy, ...rules.slice(number + 1)]);
            choose(copy.key);
          }}
          onDelete={() => setRules(rules.filter(({ key }) => key !== rule.key))}
        />
      ) : (
        <p className="pt-3 text-text-muted">There are no rules: everyone gets the default value.</p>
      )}
    </div>
  );
}

function DefaultTab({ edit }: { edit: ConfigEdit }) {
  const about = (field: string) =>
    edit.problems.filter(({ property }) => property.replace("Json5", "").split(".")[0] === field);
  return (
    <div key={edit.generation} className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5 py-4">
      <ValueEditor
        id="default-value"
        label="Default value"
        value={edit.draft.defaultValue}
        problems={about("defaultValue")}
        onChange={(defaultValue) => edit.change({ defaultValue })}
        height={280}
      />
      <TextField
        id="description"
        label="Description"
        multiline
        value={edit.draft.description}
        error={about("description")[0]?.errorMessage}
        onChange={(description) => edit.change({ description })}
      />
      <TokensField label="Tags" values={edit.draft.tags} onChange={(tags) => edit.change({ tags })} />
    </div>
  );
}

const SchemaTab = ({ edit }: { edit: ConfigEdit }) => (
  <div key={edit.generation} className="max-w-4xl py-4">
    <p className="pb-3 text-text-muted">
      A JSON Schema (2020-12) that every value must fit; the service checks it with each review. Comments are
      kept.
    </p>
    <ValueEditor
      id="schema"
      label="Schema"
      value={edit.draft.schema}
      problems={edit.problems.filter(({ property }) => property.startsWith("schema"))}
      onChange={(schema) => edit.change({ schema })}
      height={420}
    />
  </div>
);

function Notices({
  config,
  edit,
  gates,
}: {
  config: DynamicConfig;
  edit: ConfigEdit;
  gates: readonly Gate[];
}) {
  const names = new Map(gates.map(({ id, name }) => [id, name]));
  const isConflict = edit.failure instanceof ApiFailure && edit.failure.status === 412;
  if (edit.isOutdated) {
    const theirs = configChanges(edit.base, config, (id) => names.get(id));
    return (
      <Notice
        tone="warning"
        title={`${config.lastModifierName ?? "Someone"} saved this config meanwhile`}
        action={
          <Button size="small" onClick={edit.rebase}>
            Review my draft against version {config.version}
          </Button>
        }
      >
        <ul>
          {theirs.map(({ who, what, before, after }) => (
            <li key={`${who} ${what}`}>
              {who}, {what.toLowerCase()}: {before} became <b className="font-medium">{after}</b>
            </li>
          ))}
        </ul>
        <p>
          What you typed is kept. It replaces the whole config, so the review will show these changes as
          undone.
        </p>
      </Notice>
    );
  }
  if (edit.failure && !isConflict && problemsOfFailure(edit.failure).length === 0)
    return (
      <SaveFailure
        error={edit.failure}
        kept="Nothing was stored by half. What you typed is kept; try again when you like."
      />
    );
  if (edit.problems.length > 0)
    return (
      <ErrorSummary
        title="This draft cannot be saved yet"
        problems={edit.problems.map(({ property, errorMessage }) => ({
          id: fieldID(property),
          label: labelOf(property, edit.draft),
          message: errorMessage,
        }))}
      />
    );
  if (edit.restored !== undefined && edit.isDirty)
    return (
      <p className="text-12 text-text-muted">
        Your draft of <Time value={edit.restored} relative /> was restored.
      </p>
    );
  return null;
}

export function ConfigEditor({ config, gates, tab, tabs }: ConfigEditorProps) {
  const edit = useConfigEdit(config);
  const refusal = useSaveRefusal();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const names = new Map(gates.map(({ id, name }) => [id, name]));
  const blocked =
    refusal ??
    (edit.isBusy ? "The service is being asked." : undefined) ??
    (edit.isDirty ? undefined : "Nothing is changed yet.") ??
    (edit.isOutdated ? "Someone saved meanwhile: continue on the newer version first." : undefined);

  const save = async () => {
    const stored = await edit.saveAccepted();
    if (stored)
      toast(`${config.name ?? config.id} is saved${stored.version ? `, version ${stored.version}` : ""}`);
  };

  usePageActions([
    edit.accepted
      ? { label: "Save to production", onSelect: () => void save(), disabledReason: blocked }
      : { label: "Review changes", onSelect: () => void edit.review(), disabledReason: blocked },
    ...(edit.isDirty ? [{ label: "Discard the draft", onSelect: () => setAsking(true) }] : []),
  ]);

  return (
    <div className="flex flex-1 flex-col">
      <Head config={config} edit={edit} />
      {edit.accepted ? null : tabs}
      <div className="empty:hidden pt-3">
        <Notices config={config} edit={edit} gates={gates} />
      </div>
      <div className="flex-1">
        {edit.accepted ? (
          <ConfigReview stored={config} accepted={edit.accepted} nameOf={(id) => names.get(id)} />
        ) : (
          <>
            {tab === "rules" && <RulesTab edit={edit} gates={gates} />}
            {tab === "default" && <DefaultTab edit={edit} />}
            {tab === "schema" && <SchemaTab edit={edit} />}
            {tab === "history" && (
              <Suspense fallback={<SkeletonRows rows={6} label="Loading the history" />}>
                <ConfigHistory id={config.id} />
              </Suspense>
            )}
          </>
        )}
      </div>
      <footer className="sticky bottom-0 z-3 -mx-gutter flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-border bg-surface px-gutter py-2">
        {edit.accepted ? (
          <Button variant="quiet" onClick={edit.backToEditing}>
            Back to editing
          </Button>
        ) : (
          <span aria-live="polite" className="text-text-muted">
            {edit.isDirty ? "Draft kept in this browser" : "No changes"}
          </span>
        )}
        <span className="ml-auto" />
        {edit.isDirty && !edit.accepted ? (
          <Button variant="quiet" onClick={() => setAsking(true)}>
            Discard
          </Button>
        ) : null}
        {edit.accepted ? (
          <Button variant="primary" disabledReason={blocked} onClick={() => void save()}>
            Save to production
          </Button>
        ) : (
          <Button variant="primary" disabledReason={blocked} onClick={() => void edit.review()}>
            Review changes
          </Button>
        )}
      </footer>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={`Discard your draft of ${config.name ?? config.id}`}
        consequence="What you typed is forgotten, and the fields show the stored config again."
        confirmLabel="Discard the draft"
        danger
        onConfirm={edit.discard}
      />
    </div>
  );
}
