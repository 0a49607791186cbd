// The metric editor: the form, a preview of the values it would measure, and the steps to save it.
import { useQuery } from "@tanstack/react-query";
import type { Metric } from "#contract/metric.ts";
import { FormFrame } from "#console/editing/form/form-frame.tsx";
import { query } from "#console/foundation/api/query.ts";
import { countedValues } from "#console/foundation/table/listed-page.tsx";
import { useEventNames } from "./event-names.ts";
import { definitionProblemsOf, fieldID } from "./metric-body.ts";
import type { MetricDraft } from "./metric-draft.ts";
import { MetricForm } from "./metric-form.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { labelOfProblem } from "./problem-labels.ts";
import { RunningDialog } from "./running-dialog.tsx";
import { useMetricDraft } from "./use-metric-draft.ts";
import { useSaveMetric } from "./use-save-metric.ts";

const noCounts = { inUse: 0, archived: 0, values: [], names: [] };

/** Tags and ID types in use by existing metrics. */
function useKnown() {
  const { data } = useQuery({ ...query("listMetrics", { counts: true, limit: 100 }), staleTime: 60_000 });
  const tags = countedValues(data?.counts ?? noCounts, "tags").map(({ value }) => value);
  const unitTypes = new Set(["userID", ...(data?.data ?? []).flatMap((metric) => metric.unitTypes ?? [])]);
  return { tags, unitTypes: [...unitTypes] };
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
  const eventNames = useEventNames();
  const known = useKnown();
  const { draft, base } = edit;
  const name = base?.name ?? (draft.name.trim() || "the new metric");
  const summary = save.problems.map(({ property, errorMessage }) => ({
    id: fieldID(property),
    label: labelOfProblem(property, draft),
    message: errorMessage,
  }));
  return (
    <FormFrame
      edit={edit}
      save={{ ...save, summary }}
      noun="metric"
      label={base ? "Save the metric" : "Create the metric"}
      onLeave={onLeave}
      aside={<PreviewPanel draft={draft} problems={definitionProblemsOf(draft)} />}
      dialogs={
        save.running ? (
          <RunningDialog name={name} uses={save.running} onClose={save.stopAsking} onConfirm={save.store} />
        ) : null
      }
    >
      <MetricForm
        draft={draft}
        stored={base}
        problems={save.problems}
        eventNames={eventNames}
        tags={known.tags}
        unitTypes={known.unitTypes}
        onChange={edit.change}
      />
    </FormFrame>
  );
}
