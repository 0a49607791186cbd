import { getRouteApi } from "@tanstack/react-router";
import type { Metric } from "#contract/metric.ts";
import { useDraftSlot } from "#console/foundation/api/draft-slot.ts";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { typeLabel } from "#console/features/metrics/metric-words.ts";
import { emptyDraft } from "./metric-draft.ts";
import { MetricEditor } from "./metric-editor.tsx";

const route = getRouteApi("/$company/metrics/$id");
const none = emptyDraft();

/** The page that edits a stored metric. */
export function EditMetric({ metric }: { metric: Metric }) {
  const { draft } = route.useSearch();
  const slot = useDraftSlot(`metrics/${metric.id}`, draft);
  const navigate = route.useNavigate();
  const toast = useToast();
  const close = () => void navigate({ search: {} });
  return (
    <div className="flex flex-1 flex-col">
      <PageHead
        title={`Edit ${metric.name}`}
        facts={[<b key="type">{typeLabel(metric.type)}</b>, "Its name and its kind stay."]}
      />
      {slot === undefined ? (
        <SkeletonRows rows={8} label="Loading the form" />
      ) : (
        <MetricEditor
          key={slot}
          stored={metric}
          initial={none}
          slot={slot}
          onSaved={() => {
            toast("The metric is saved");
            close();
          }}
          onLeave={close}
        />
      )}
    </div>
  );
}
