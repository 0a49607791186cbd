// The metrics that come from an event, some at a time: an event may have thousands.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { queryPage } from "#console/foundation/api/query.ts";
import { Paging } from "#console/foundation/table/paging.tsx";
import { directionText, metricSentence } from "#console/foundation/ui/metric-sentence.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { formatCount, uncapitalise } from "#console/foundation/ui/wording.ts";

const route = getRouteApi("/$company/events/$name");
const limit = 50;

export function DerivedMetrics() {
  const { name } = route.useParams();
  const { metrics: page = 1 } = route.useSearch();
  const setSearch = useSetSearch<{ metrics: number }>();
  const answer = useQuery({
    ...queryPage("listEventMetrics", { eventName: name, page, limit }),
    throwOnError: true,
  }).data;
  if (!answer)
    return (
      <>
        <SectionHead title="Derived metrics" />
        {[1, 2, 3].map((metric) => (
          <SkeletonBlock key={metric} className="mb-4 h-14" label="Loading the metrics" />
        ))}
      </>
    );
  const { data: metrics, pagination } = answer;
  const total = pagination?.totalItems ?? metrics.length;
  return (
    <>
      <SectionHead title="Derived metrics" note={formatCount(total)} />
      {total === 0 ? <p className="text-text-muted">No metric is derived from this event.</p> : null}
      <ul>
        {metrics.map((metric) => (
          <li key={metric.id} className="pb-4">
            <p className="font-medium">{metric.name}</p>
            <p className="mt-0.5">{metric.description || metricSentence(metric)}</p>
            <p className="text-12 text-text-muted">
              {metric.type} · {uncapitalise(directionText(metric))}
              {metric.isVerified ? " · verified" : ""}
            </p>
          </li>
        ))}
      </ul>
      {total > limit ? (
        <Paging
          label="Pages of metrics"
          total={total}
          page={page}
          limit={limit}
          onPage={(metrics) => setSearch({ metrics }, { replace: false })}
        />
      ) : null}
    </>
  );
}
