import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import { isFirstFailure, query } from "#console/foundation/api/query.ts";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { LoadingHead, Outline } from "#console/foundation/ui/loading-head.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonBlock, SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { MetricView } from "./metric-view.tsx";

const route = getRouteApi("/$company/metrics/$id");
const EditMetric = lazyPart(
  "The form",
  async () => (await import("#console/features/metrics/editor/edit-metric.tsx")).EditMetric,
);

const outline = (
  <>
    <LoadingHead label="Loading the metric" />
    <Outline>
      <SectionHead title="By day" />
      <SkeletonBlock className="h-55" label="Loading the values" />
    </Outline>
  </>
);

function OpenMetric({ id }: { id: string }) {
  const { edit = false } = route.useSearch();
  const { data, dataUpdatedAt } = useQuery({
    ...query("readMetric", { id }),
    throwOnError: isFirstFailure,
  });
  if (!data) return outline;
  return edit ? (
    <Suspense fallback={<SkeletonRows rows={8} label="Loading the form" />}>
      <EditMetric metric={data.data} />
    </Suspense>
  ) : (
    <MetricView metric={data.data} now={dataUpdatedAt} />
  );
}

export function MetricPage() {
  const { id } = route.useParams();
  return <OpenMetric key={id} id={id} />;
}
