import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import type { FormerSettings, WarehouseChange } from "#contract/warehouse-connection.ts";
import {
  warehouseFields,
  warehouseProviderNames,
  warehouseProviders,
  type WarehouseProvider,
} from "#contract/warehouse-providers.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Confirm } from "#console/foundation/ui/dialog.tsx";
import { ErrorSummary } from "#console/foundation/ui/error-summary.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { andList, plural } from "#console/foundation/ui/wording.ts";
import { emailOfKeyFile } from "./bigquery-grants.ts";
import { DoctorPanel } from "./doctor-panel.tsx";
import { FooterFinding } from "./footer-finding.tsx";
import type { ScriptName } from "./grant-script.ts";
import { grantScript } from "./grant-scripts.ts";
import { Grants } from "./grants.tsx";
import { limitFields, propertyOf, requestOf } from "./limit-fields.ts";
import { Loads } from "./loads.tsx";
import { missingGrants } from "./missing-grants.ts";
import { RequestPreview } from "./request-preview.tsx";
import { SettingField } from "./setting-field.tsx";
import { SettingHistory } from "./setting-history.tsx";
import type { SourceTables } from "./sources/use-source-tables.ts";
import { TestedSecrets } from "./tested-secrets.tsx";
import { UndoLastSave } from "./undo-last-save.tsx";
import { useWarehouseCheck } from "./use-warehouse-check.ts";
import {
  bodyOf,
  changesOf,
  problemOf,
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
}

const sentOr = (edit: FieldEdit | undefined, stored: unknown) =>
  edit?.kind === "value" ? edit.text : stored;

/** Scrolls to the failure notice above the form, because the save button may be far below it. */
const intoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: "nearest" });

/** The form of one provider's settings. The draft is kept in this component only, so that secrets never reach the browser's storage. */
export function ProviderForm(props: ProviderFormProps) {
  const { provider, bytesToday, sources } = props;
  // Keeps the old props until everything is reloaded after a save, so that the request preview disappears in the same render in which the
  // new history appears, and the content moves only once.
  const [before, setBefore] = useState<ProviderFormProps>();
  const { stored, storedSecrets, former, fingerprints, history } = before ?? props;
  const { label } = warehouseProviders[provider];
  const ownFields = warehouseFields(provider);
  const fields = [...ownFields, ...limitFields(provider, bytesToday)];
  const [draft, setDraft] = useState<Draft>({});
  const [tried, setTried] = useState(false);
  const [script, setScript] = useState<ScriptName>("Grant");
  const save = useSave("updateWarehouseConnection", { waits: true });
  const refusal = useSaveRefusal();
  const toast = useToast();
  const changes = changesOf(fields, draft);
  const keyFile = provider === "bigquery" ? draft["privateKey"] : undefined;
  const warehouseCheck = useWarehouseCheck(provider);
  const count = changes.length;
  const missing = fields.map((field) => problemOf(field, draft[field.name])).find(Boolean);
  const leaving = useBlocker({
    shouldBlockFn: () => count > 0,
    withResolver: true,
    enableBeforeUnload: () => count > 0,
  });

  const serverErrors = new Map(
    problemsOfFailure(save.error).map(({ property, errorMessage }) => [property, errorMessage]),
  );
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
  const problems = fields.flatMap((field) => {
    const message =
      (tried ? problemOf(field, draft[field.name]) : undefined) ??
      serverErrors.get(propertyOf(provider, field.name));
    return message
      ? [{ id: `${provider}-${field.name}`, name: field.name, label: field.title, message }]
      : [];
  });
  const sections = [...new Set(fields.map(({ section }) => section))];
  const others = warehouseProviderNames
    .filter((name) => name !== provider)
    .map((name) => warehouseProviders[name].label);
  const settings = plural(count, "setting");
  const discard = () => {
    setDraft({});
    setTried(false);
    save.reset();
  };

  const submit = () => {
    setTried(true);
    if (fields.some((field) => problemOf(field, draft[field.name]))) return;
    setBefore(props);
    save.mutate(
      { body: requestOf(provider, changes, "sent") },
      {
        onSuccess: () => {
          // Edits made during the save are kept, because they are not saved yet.
          setDraft((now) => withoutSaved(now, draft));
          setTried(false);
          toast(`${label}: ${settings} saved`);
        },
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
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] desk:grid-cols-[minmax(0,1fr)_392px] desk:grid-rows-[auto_1fr] desk:gap-x-10">
        <div className="max-w-184">
          {save.error && serverErrors.size === 0 ? (
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
          {sections.map((section) => {
            const own = fields.filter((field) => field.section === section);
            const isSecret = own.every(({ secret }) => secret);
            return (
              <section
                key={section}
                aria-label={section}
                className="border-border pt-4 pb-5 not-first:border-t"
              >
                <h2 className="mb-3 text-15 font-strong">{section}</h2>
                <div
                  className={`grid gap-y-4 ${isSecret ? "" : own.every(({ unit }) => unit) ? "grid-cols-2 gap-x-4 tablet:grid-cols-4" : "gap-x-6 tablet:grid-cols-2"}`}
                >
                  {own.map((field) => (
                    <SettingField
                      key={field.name}
                      id={`${provider}-${field.name}`}
                      field={field}
                      edit={draft[field.name]}
                      stored={stored}
                      isSecretSet={storedSecrets?.includes(field.name)}
                      fingerprint={fingerprints[field.name]}
                      error={
                        problems.find(({ name }) => name === field.name)?.message ??
                        (ill?.field === field.name ? (ill.sentence ?? undefined) : undefined)
                      }
                      onEdit={(edit) => setDraft((now) => withEdit(now, field, edit, stored))}
                    />
                  ))}
                </div>
              </section>
            );
          })}
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
        <div className="border-border pt-1 max-desk:border-t desk:row-span-2 desk:border-l desk:pl-6">
          <DoctorPanel
            check={warehouseCheck.check}
            provider={provider}
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
        <div className="max-w-184 pb-6">
          <RequestPreview provider={provider} settings={fields.length} changes={changes}>
            {former && undo ? <UndoLastSave former={former} undo={undo} /> : null}
            <SettingHistory provider={provider} history={history} undo={undo} />
          </RequestPreview>
        </div>
        <Loads />
      </div>
      <footer className="sticky bottom-0 z-3 -mx-gutter flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-border bg-surface px-gutter py-2">
        <b className="figures font-strong tablet:min-w-40" aria-live="polite">
          {count ? `${settings} will change` : "No changes"}
        </b>
        {/* Takes the remaining space, so that the buttons do not move. */}
        <span className="min-w-0 flex-1 max-tablet:flex-auto">
          {warehouseCheck.check ? (
            <FooterFinding check={warehouseCheck.check} />
          ) : (
            <span className="text-text-muted max-desk:hidden">{andList(others)} are not touched</span>
          )}
        </span>
        <span className="contents max-tablet:ml-auto max-tablet:flex max-tablet:flex-wrap max-tablet:items-center max-tablet:justify-end max-tablet:gap-3">
          {Object.keys(draft).length > 0 ? (
            <Button variant="quiet" onClick={discard}>
              Discard
            </Button>
          ) : null}
          <Button
            variant={ill ? "primary" : "outlined"}
            disabledReason={refusal ?? (warehouseCheck.isRunning ? "Testing" : undefined)}
            reasonAt="page"
            className="min-w-24"
            onClick={() => void warehouseCheck.test(candidate)}
          >
            {warehouseCheck.check ? "Test again" : "Test"}
          </Button>
          <Button
            type="submit"
            variant={ill ? "outlined" : "primary"}
            // The reason that nothing has changed is not repeated here, because the footer already shows it on the left.
            reasonAt={(refusal ?? missing) ? "before" : "page"}
            disabledReason={
              refusal ??
              (count === 0 ? (missing ?? "Change something first.") : save.isPending ? "Saving" : undefined)
            }
          >
            {/* Shortened on phones, so that the buttons fit on one line. */}
            <span>
              Save <span className="max-tablet:sr-only">{label} settings</span>
            </span>
          </Button>
        </span>
      </footer>
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
