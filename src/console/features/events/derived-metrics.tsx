// The metrics that come from an event, some at a time: an event may have thousands.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Metric } from "#contract/metric.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";

const route = getRouteApi("/$company/events/$name");
const limit = 50;
const count = new Intl.NumberFormat();

const meanings: Record<string, string> = {
  event_count: "Number of these events for each user.",
  event_dau: "Share of days on which a user logs one.",
  sum: "Sum of the values for each user.",
  mean: "Mean of the values.",
  ratio: "One sum over another.",
  funnel: "Share of users who go all the way:",
};

const MetricEntry = ({ metric, event }: { metric: Metric; event: string }) => (
  <li className="pb-4">
    <p className="font-medium">{metric.name}</p>
    <p className="mt-0.5">{metric.description || meanings[metric.type]}</p>
    {metric.funnelEventList?.length ? (
      <ol className="py-0.5">
        {metric.funnelEventList.map((step, index) => (
          <li key={`${index} ${step.name}`} className="flex gap-2.5">
            <span className="text-text-muted">{index + 1}</span>
            <span className={step.name === event ? "font-strong" : ""}>
              <Mono>{step.name}</Mono>
            </span>
          </li>
        ))}
      </ol>
    ) : null}
    <p className="text-12 text-text-muted">
      {metric.type} · {metric.directionality === "decrease" ? "lower is better" : "higher is better"}
      {metric.isVerified ? " · verified" : ""}
    </p>
  </li>
);

function MetricPages({ page, total }: { page: number; total: number }) {
  const navigate = route.useNavigate();
  const show = (metrics: number) => void navigate({ search: (before) => ({ ...before, metrics }) });
  const last = Math.ceil(total / limit);
  return (
    <nav aria-label="Pages of metrics" className="flex items-center gap-2 border-t border-border py-2">
      <p aria-live="polite" className="figures text-text-muted">
        {count.format((page - 1) * limit + 1)}–{count.format(Math.min(page * limit, total))} of{" "}
        {count.format(total)}
      </p>
      <span className="ml-auto" />
      <IconButton
        label="Previous metrics"
        variant="outlined"
        icon={<ChevronLeft size={16} aria-hidden />}
        disabledReason={page <= 1 ? "These are the first metrics" : undefined}
        onClick={() => show(Math.min(page - 1, last))}
      />
      <IconButton
        label="Next metrics"
        variant="outlined"
        icon={<ChevronRight size={16} aria-hidden />}
        disabledReason={page >= last ? "These are the last metrics" : undefined}
        onClick={() => show(page + 1)}
      />
    </nav>
  );
}

export function DerivedMetrics() {
  const { name } = route.useParams();
  const { metrics: page = 1 } = route.useSearch();
  const answer = useQuery({
    ...queryPage("listEventMetrics", { eventName: name, page, limit }),
    throwOnError: true,
  }).data;
  if (!answer) return <SkeletonBlock className="mt-4 h-24" label="Loading the metrics" />;
  const { data: metrics, pagination } = answer;
  const total = pagination?.totalItems ?? metrics.length;
  return (
    <>
      <h2 className="flex h-12 items-center gap-2 font-strong">
        Derived metrics{" "}
        <span className="figures text-12 font-regular text-text-muted">{count.format(total)}</span>
      </h2>
      {total === 0 ? <p className="text-text-muted">No metric is derived from this event.</p> : null}
      <ul>
        {metrics.map((metric) => (
          <MetricEntry key={metric.id} metric={metric} event={name} />
        ))}
      </ul>
      {total > limit ? <MetricPages page={page} total={total} /> : null}
    </>
  );
}
