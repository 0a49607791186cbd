// A metric while it is edited: the form, what it would measure, and the steps to a save.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Metric } from "#contract/metric.ts";
import { DraftQuestions } from "#console/editing/session/draft-questions.tsx";
import { conflictsText, errorsText } from "#console/editing/session/draft-words.ts";
import { MergeNotice } from "#console/editing/session/merge-notice.tsx";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { query } from "#console/foundation/api/query.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { countedValues } from "#console/foundation/table/listed-page.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { ErrorSummary } from "#console/foundation/ui/error-summary.tsx";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { formatTime } from "#console/foundation/ui/time-format.ts";
import { Time } from "#console/foundation/ui/time.tsx";
import { useEventNames } from "./event-names.ts";
import { definitionProblemsOf, fieldID } from "./metric-body.ts";
import type { MetricDraft } from "./metric-draft.ts";
import { MetricForm } from "./metric-form.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { labelOfProblem } from "./problem-labels.ts";
import { RunningDialog } from "./running-dialog.tsx";
import { type MetricEdit, useMetricDraft } from "./use-metric-draft.ts";
import { useSaveMetric } from "./use-save-metric.ts";

const noCounts = { inUse: 0, archived: 0, values: [], names: [] };

/** Tags and ID types that metrics have already. */
function useKnown() {
  const { data } = useQuery({ ...query("listMetrics", { counts: true, limit: 100 }), staleTime: 60_000 });
  const tags = countedValues(data?.counts ?? noCounts, "tags").map(({ value }) => value);
  const unitTypes = new Set(["userID", ...(data?.data ?? []).flatMap((metric) => metric.unitTypes ?? [])]);
  return { tags, unitTypes: [...unitTypes] };
}

function Kept({ edit }: { edit: MetricEdit }) {
  if (!edit.isDirty) return <span className="text-text-muted">No changes</span>;
  if (edit.isNotPersisted)
    return (
      <span className="text-warning">This browser’s storage is full: the draft lives in this page only</span>
    );
  return (
    <span className="text-text-muted">
      Draft kept in this browser
      {edit.persistedAt === undefined ? "" : ` since ${formatTime(edit.persistedAt)}`}
    </span>
  );
}

interface MetricEditorProps {
  stored?: Metric | undefined;
  initial: MetricDraft;
  slot: string;
  onSaved: (id: string) => void;
  /** Leaves without saving; the draft is kept. */
  onLeave: () => void;
}

export function MetricEditor({ stored, initial, slot, onSaved, onLeave }: MetricEditorProps) {
  const edit = useMetricDraft({ stored, initial, slot });
  const save = useSaveMetric(edit, onSaved);
  const refusal = useSaveRefusal();
  const eventNames = useEventNames();
  const known = useKnown();
  const [isAsking, setIsAsking] = useState(false);
  const { draft, base, merge, merged, isDirty } = edit;
  const name = base?.name ?? (draft.name.trim() || "the new metric");
  const conflicts = merge?.conflicts ?? [];
  const label = base ? "Save the metric" : "Create the metric";
  const { isOutdated } = save;
  const { reset } = save;
  // A newer version was merged since the refusal.
  useEffect(() => {
    if (isOutdated && !merge) reset();
  }, [isOutdated, merge, reset]);
  const disabledReason =
    refusal ??
    (conflicts.length > 0
      ? conflictsText(conflicts.length)
      : base && !isDirty
        ? "Change something first."
        : undefined);
  usePageActions([{ label, onSelect: save.submit, disabledReason }]);
  const incoming = merge ?? merged;
  return (
    <form
      noValidate
      className="flex flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        if (disabledReason === undefined) save.submit();
      }}
    >
      <div className="grid flex-1 content-start gap-x-10 desk:grid-cols-[minmax(0,1fr)_392px]">
        <div className="min-w-0 max-w-184">
          <div aria-live="polite" className="grid gap-2 pt-3 empty:hidden">
            {save.failure ? (
              <SaveFailure
                error={save.failure}
                reassurance="Nothing was saved. What you typed is still here."
              />
            ) : null}
            {save.problems.length > 0 ? (
              <ErrorSummary
                title={`${errorsText(save.problems.length)} before it can be saved`}
                problems={save.problems.map(({ property, errorMessage }) => ({
                  id: fieldID(property),
                  label: labelOfProblem(property, draft),
                  message: errorMessage,
                }))}
              />
            ) : null}
            {incoming ? (
              <MergeNotice
                who={incoming.theirs.lastModifierName ?? "Someone"}
                version={incoming.theirs.version ?? null}
                taken={incoming.taken}
                conflicts={conflicts}
                isUsedUp={!isDirty}
                onDecide={edit.decide}
              />
            ) : edit.restoredAt !== undefined && isDirty ? (
              <p className="text-12 text-text-muted">
                Your draft was restored; you last changed it <Time value={edit.restoredAt} relative />
              </p>
            ) : null}
          </div>
          <MetricForm
            draft={draft}
            stored={base}
            problems={save.problems}
            eventNames={eventNames}
            tags={known.tags}
            unitTypes={known.unitTypes}
            onChange={edit.change}
          />
        </div>
        <PreviewPanel draft={draft} problems={definitionProblemsOf(draft)} />
      </div>
      <footer className="sticky bottom-0 z-3 -mx-gutter flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-t border-border bg-surface px-gutter py-2">
        <span aria-live="polite" className="min-w-0 max-tablet:basis-full">
          <Kept edit={edit} />
        </span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-3">
          {isDirty ? (
            <Button variant="quiet" onClick={() => setIsAsking(true)}>
              Discard
            </Button>
          ) : (
            <Button variant="quiet" onClick={onLeave}>
              Cancel
            </Button>
          )}
          <Button type="submit" variant="primary" aria-busy={save.isPending} disabledReason={disabledReason}>
            {label}
          </Button>
        </span>
      </footer>
      {save.running ? (
        <RunningDialog name={name} uses={save.running} onClose={save.stopAsking} onConfirm={save.store} />
      ) : null}
      <DraftQuestions
        name={name}
        noun="metric"
        isAskingToDiscard={isAsking}
        onAskToDiscard={setIsAsking}
        onDiscard={() => {
          edit.discard();
          save.reset();
        }}
        isNotPersisted={edit.isNotPersisted}
      />
    </form>
  );
}
