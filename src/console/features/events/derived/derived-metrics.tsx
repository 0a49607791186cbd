// How an event affects decisions: the metrics derived from it with their trend, and their results in experiments.
import { useQueries, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Metric } from "#contract/metric.ts";
import { isMetricType } from "#contract/metric-definition.ts";
import type { ResponseOf } from "#console/foundation/api/call.ts";
import { isFirstFailure, queryPage } from "#console/foundation/api/query.ts";
import { Paging } from "#console/foundation/table/paging.tsx";
import { directionText, metricSentence } from "#console/foundation/ui/metric-sentence.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { formatCount, uncapitalise } from "#console/foundation/ui/wording.ts";
import { experimentsOf, MetricExperiments } from "./metric-experiments.tsx";
import { MetricTrend } from "./metric-trend.tsx";

const route = getRouteApi("/$company/events/$name");
/** Each metric is computed over days and needs a query for its experiments, so their number is limited. */
const limit = 10;

const isComputed = (type: string) => type === "event_count" || isMetricType(type);

interface DerivedMetricProps {
  metric: Metric;
  experiments: ResponseOf<"listMetricExperiments"> | undefined;
}

function DerivedMetric({ metric, experiments }: DerivedMetricProps) {
  const { company } = route.useParams();
  const { id, name, type } = metric;
  return (
    <li className="pb-5">
      <Link to="/$company/metrics/$id" params={{ company, id }} state={{ name }} className="link font-medium">
        {name}
      </Link>
      <p className="mt-0.5">{metric.description || metricSentence(metric)}</p>
      <p className="text-12 text-text-muted">
        {type} · {uncapitalise(directionText(metric))}
        {metric.isVerified ? " · verified" : ""}
      </p>
      <div className="mt-1.5 grid grid-cols-[minmax(0,1fr)] gap-1 border-l border-border pl-3">
        {isComputed(type) ? <MetricTrend id={id} type={type} /> : null}
        <MetricExperiments id={id} name={name} answer={experiments} />
      </div>
    </li>
  );
}

export function DerivedMetrics() {
  const { name } = route.useParams();
  const { metrics: page = 1 } = route.useSearch();
  const setSearch = useSetSearch<{ metrics: number }>();
  const answer = useQuery({
    ...queryPage("listEventMetrics", { eventName: name, page, limit }),
    throwOnError: isFirstFailure,
  }).data;
  // Shown all together, because a list that arrives later would move the metrics below it.
  const experiments = useQueries({ queries: (answer?.data ?? []).map(({ id }) => experimentsOf(id)) });
  if (!answer || experiments.some(({ isPending }) => isPending))
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
        {metrics.map((metric, index) => (
          <DerivedMetric key={metric.id} metric={metric} experiments={experiments[index]?.data} />
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
