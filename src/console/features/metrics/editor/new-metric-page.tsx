import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useDraftSlot } from "#console/foundation/api/draft-slot.ts";
import { query } from "#console/foundation/api/query.ts";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { andList } from "#console/foundation/ui/wording.ts";
import { metricOfFilter } from "./metric-of-filter.ts";
import { copyOf, emptyDraft, type MetricDraft } from "./metric-draft.ts";
import { MetricEditor } from "./metric-editor.tsx";

const route = getRouteApi("/$company/metrics/new");

function NewMetric({ initial, slot }: { initial: MetricDraft; slot: string }) {
  const { company } = route.useParams();
  const navigate = route.useNavigate();
  const toast = useToast();
  const [first] = useState(initial);
  return (
    <MetricEditor
      initial={first}
      slot={slot}
      onSaved={(id) => {
        toast("The metric is made");
        void navigate({ to: "/$company/metrics/$id", params: { company, id } });
      }}
      onLeave={() => void navigate({ to: "/$company/metrics", params: { company } })}
    />
  );
}

/** Creates a metric: from scratch, from an event or a filter, or as a copy of another one. */
export function NewMetricPage() {
  const { event, like, of, draft } = route.useSearch();
  const slot = useDraftSlot("metrics/new", draft);
  const copied = useQuery({
    ...query("readMetric", { id: like ?? "" }),
    enabled: like !== undefined,
    throwOnError: true,
  }).data;
  const isReady = slot !== undefined && (like === undefined || copied !== undefined);
  const counted = of === undefined ? undefined : metricOfFilter(of);
  const initial = copied ? copyOf(copied.data) : (counted?.draft ?? emptyDraft(event));
  return (
    <div className="flex flex-1 flex-col">
      <PageHead
        title="New metric"
        facts={["Made from logged events. It is tried on the last 30 days before it is saved."]}
      />
      {counted?.left.length ? (
        <div className="pb-3">
          <Notice tone="info" title="A metric counts more than the events that were in view">
            It cannot have {andList(counted.left)}.
          </Notice>
        </div>
      ) : null}
      {isReady ? (
        <NewMetric key={slot} slot={slot} initial={initial} />
      ) : (
        <SkeletonRows rows={8} label="Loading the form" />
      )}
    </div>
  );
}
