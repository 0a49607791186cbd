import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import type { FormerSettings, WarehouseChange } from "#contract/warehouse-connection.ts";
import {
  warehouseFields,
  warehouseProviderNames,
  warehouseProviders,
  type WarehouseField,
  type WarehouseProvider,
} from "#contract/warehouse-providers.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Confirm } from "#console/foundation/ui/dialog.tsx";
import { ErrorSummary } from "#console/foundation/ui/error-summary.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import { emailOfKeyFile } from "./bigquery-grants.ts";
import { DoctorPanel } from "./doctor-panel.tsx";
import { FormFooter } from "./form-footer.tsx";
import type { ScriptName } from "./grant-script.ts";
import { grantScript } from "./grant-scripts.ts";
import { Grants } from "./grants.tsx";
import { limitFields, requestOf } from "./limit-fields.ts";
import { Loads } from "./loads.tsx";
import { missingGrants } from "./missing-grants.ts";
import { RequestPreview } from "./request-preview.tsx";
import { SettingHistory } from "./setting-history.tsx";
import { namedProblems, settingProblems } from "./setting-problems.ts";
import { SettingSections } from "./setting-sections.tsx";
import { SourcesSection } from "./sources/sources-section.tsx";
import type { SourceTables } from "./sources/use-source-tables.ts";
import { TestedSecrets } from "./tested-secrets.tsx";
import { UndoLastSave } from "./undo-last-save.tsx";
import { useWarehouseCheck } from "./use-warehouse-check.ts";
import {
  bodyOf,
  changesOf,
  sameEdit,
  withEdit,
  withoutSaved,
  type Draft,
  type FieldEdit,
  type StoredValues,
} from "./warehouse-draft.ts";

interface ProviderFormProps {
  provider: WarehouseProvider;
  /** Stored non-secret values; undefined if the service does not return them. */
  stored: StoredValues;
  storedSecrets: readonly string[] | undefined;
  /** The settings from before the last save. */
  former: FormerSettings | undefined;
  /** Fingerprints of the stored secrets, by name. */
  fingerprints: Readonly<Record<string, string>>;
  /** Saves of all providers, newest first. */
  history: readonly WarehouseChange[];
  /** Bytes that statements have read today; undefined if they are not counted for this provider. */
  bytesToday: number | undefined;
  /** Tables that the sources of this warehouse read. */
  sources: SourceTables;
  /** Whether any warehouse is in use. */
  isInUse: boolean;
}

interface Refused {
  message: string;
  edit: FieldEdit | undefined;
}

const sentOr = (edit: FieldEdit | undefined, stored: unknown) =>
  edit?.kind === "value" ? edit.text : stored;

/** Scrolls to the failure notice above the form, because the save button may be far below it. */
const intoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: "nearest" });

/** The form of one provider's settings. The draft is kept in this component only, so that secrets never reach the browser's storage. */
export function ProviderForm(props: ProviderFormProps) {
  const { provider, bytesToday, sources, isInUse } = props;
  // Keeps the old props until everything is reloaded after a save, so that the request preview disappears in the same render in which the
  // new history appears, and the content moves only once.
  const [before, setBefore] = useState<ProviderFormProps>();
  const { stored, storedSecrets, former, fingerprints, history } = before ?? props;
  const { label } = warehouseProviders[provider];
  const ownFields = warehouseFields(provider);
  const fields = [...ownFields, ...limitFields(provider, bytesToday)];
  const [draft, setDraft] = useState<Draft>({});
  /** Names of the fields that the user has left once, and whose problems are therefore shown. */
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  /** The reasons why the last save was refused, by field, with the refused edit. */
  const [refused, setRefused] = useState<ReadonlyMap<string, Refused>>(new Map());
  /** The draft that the last test used; undefined once its settings are no longer told apart from the stored ones. */
  const [tested, setTested] = useState<Draft>();
  const [script, setScript] = useState<ScriptName>("Grant");
  const save = useSave("updateWarehouseConnection", { waits: true });
  const refusal = useSaveRefusal();
  const toast = useToast();
  const changes = changesOf(fields, draft);
  const keyFile = provider === "bigquery" ? draft["privateKey"] : undefined;
  const warehouseCheck = useWarehouseCheck(provider);
  const count = changes.length;
  const found = settingProblems(provider, fields, draft);
  const missing = [...found.values()][0];
  const leaving = useBlocker({
    shouldBlockFn: () => count > 0,
    withResolver: true,
    enableBeforeUnload: () => count > 0,
  });

  const candidate = bodyOf(changesOf(ownFields, draft), "sent");
  const ill = warehouseCheck.check?.steps.find(({ state }) => state === "failed");
  const failedStep = ill?.who === "warehouse admin" ? ill.name : undefined;
  const settled = {
    ...stored,
    ...bodyOf(changesOf(ownFields, draft), "shown"),
    ...(keyFile?.kind === "replace" ? { clientEmail: emailOfKeyFile(keyFile.text) } : {}),
  };
  const seconds = Number(sentOr(draft["limits.seconds"], stored?.["limits.seconds"])) || 900;
  const grant = grantScript(provider, "Grant", settled, seconds, sources.tables) ?? "";
  const missingLines = sources.isLoading ? [] : missingGrants(grant, failedStep);
  const isAsTested = (name: string) => tested !== undefined && sameEdit(tested[name], draft[name]);
  /** Whether the settings of the form differ from the tested ones. */
  const hasChanged = !ownFields.every(({ name }) => isAsTested(name));
  const errorOf = ({ name }: WarehouseField) => {
    const before = refused.get(name);
    return (
      (done.has(name) ? found.get(name) : undefined) ??
      (before && sameEdit(before.edit, draft[name]) ? before.message : undefined) ??
      (ill?.field === name && isAsTested(name) ? (ill.sentence ?? undefined) : undefined)
    );
  };
  const problems = fields.flatMap(({ name, title }) => {
    const before = refused.get(name);
    if (!before) return [];
    const isSame = sameEdit(before.edit, draft[name]);
    // A corrected field keeps its line, so that the form does not move while it is typed in.
    const message = isSame ? before.message : "Changed since then.";
    return [{ id: `${provider}-${name}`, label: title, message }];
  });
  const others = warehouseProviderNames
    .filter((name) => name !== provider)
    .map((name) => warehouseProviders[name].label);
  const settings = plural(count, "setting");
  const discard = () => {
    setDraft({});
    setDone(new Set());
    setRefused(new Map());
    save.reset();
  };

  const refuse = (messages: ReadonlyMap<string, string>) =>
    setRefused(
      new Map([...messages].map(([name, message]) => [name, { message, edit: draft[name] }] as const)),
    );
  const submit = () => {
    setDone(new Set([...done, ...found.keys()]));
    refuse(found);
    if (found.size > 0) return;
    setBefore(props);
    save.mutate(
      { body: requestOf(provider, changes, "sent") },
      {
        onSuccess: () => {
          // Edits made during the save are kept, because they are not saved yet.
          setDraft((now) => withoutSaved(now, draft));
          setTested(hasChanged ? undefined : {});
          setDone(new Set());
          toast(`${label}: ${settings} saved`);
        },
        onError: (error) => refuse(namedProblems(provider, fields, problemsOfFailure(error))),
        onSettled: () => setBefore(undefined),
      },
    );
  };

  const undo = former
    ? {
        provider,
        stored,
        newestTime: former.savedTime,
        disabledReason: refusal ?? (count > 0 ? "Save or discard first what you typed." : undefined),
      }
    : undefined;
  return (
    <form
      noValidate
      className="flex flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        if (!refusal && count > 0 && !save.isPending) submit();
      }}
    >
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start desk:grid-cols-[minmax(0,1fr)_392px] desk:gap-x-10">
        <div className="max-w-184">
          {save.error && problems.length === 0 ? (
            <div className="scroll-mt-16 pt-4" ref={intoView}>
              <SaveFailure
                error={save.error}
                reassurance="What you typed is still here; try again when you like."
              />
            </div>
          ) : null}
          {problems.length > 0 ? (
            <div className="pt-4">
              <ErrorSummary title="Nothing was stored. Fix these first:" problems={problems} />
            </div>
          ) : null}
          <SettingSections
            provider={provider}
            fields={fields}
            draft={draft}
            stored={stored}
            storedSecrets={storedSecrets}
            fingerprints={fingerprints}
            errorOf={errorOf}
            onEdit={(field, edit) => setDraft((now) => withEdit(now, field, edit, stored))}
            onDone={({ name }) => setDone((before) => new Set([...before, name]))}
          />
          <Grants
            provider={provider}
            settings={settled}
            seconds={seconds}
            sources={sources}
            missing={missingLines}
            name={script}
            onName={setScript}
          />
        </div>
        <div className="border-border pt-1 max-desk:border-t desk:border-l desk:pl-6">
          {/* Stays in view beside the long form. */}
          <div className="desk:sticky desk:top-12">
            <DoctorPanel
              check={warehouseCheck.check}
              provider={provider}
              hasChanged={hasChanged}
              missing={missingLines}
              openGrants={() => setScript("Grant")}
            />
            {warehouseCheck.check?.isFinished ? (
              <TestedSecrets
                provider={provider}
                tested={warehouseCheck.check.fingerprints ?? {}}
                stored={fingerprints}
              />
            ) : null}
            {warehouseCheck.failure instanceof Error ? (
              <SaveFailure
                error={warehouseCheck.failure}
                reassurance="Nothing was tested, and nothing was stored."
              />
            ) : null}
          </div>
        </div>
        <SourcesSection isInUse={isInUse}>
          <Loads />
          <div className="max-w-184 pb-6 desk:col-span-2">
            <RequestPreview provider={provider} settings={fields.length} changes={changes}>
              {former && undo ? <UndoLastSave former={former} undo={undo} /> : null}
              <SettingHistory provider={provider} history={history} undo={undo} />
            </RequestPreview>
          </div>
        </SourcesSection>
      </div>
      <FormFooter
        label={label}
        others={others}
        settings={settings}
        count={count}
        check={warehouseCheck.check}
        hasChanged={hasChanged}
        isFailing={ill !== undefined}
        refusal={refusal}
        missing={missing}
        isTesting={warehouseCheck.isRunning}
        isSaving={save.isPending}
        onDiscard={Object.keys(draft).length > 0 ? discard : undefined}
        onTest={() => {
          setTested(draft);
          void warehouseCheck.test(candidate);
        }}
      />
      <Confirm
        open={leaving.status === "blocked"}
        onClose={() => leaving.reset?.()}
        title={`Leave without saving the ${label} settings`}
        consequence={`${settings} would be lost: secrets are never stored in the browser.`}
        confirmLabel="Leave and lose them"
        onConfirm={() => leaving.proceed?.()}
      />
    </form>
  );
}
