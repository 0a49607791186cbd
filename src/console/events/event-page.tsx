import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { EventRecord } from "#contract/event.ts";
import type { Metric } from "#contract/metric.ts";
import { query, queryAll } from "#console/api/query.ts";
import { Paging } from "#console/table/paging.tsx";
import { Empty } from "#console/ui/empty.tsx";
import { Mono } from "#console/ui/mono.tsx";
import { PageHead } from "#console/ui/page-head.tsx";
import { SkeletonBlock, SkeletonRows } from "#console/ui/skeleton.tsx";
import { formatDateTime } from "#console/ui/time-format.ts";
import { EventRows } from "./event-rows.tsx";
import { timeBins } from "./time-bins.ts";

const route = getRouteApi("/$company/events/$name");
const Histogram = lazy(async () => ({ default: (await import("#console/charts/histogram.tsx")).Histogram }));
const count = new Intl.NumberFormat();
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const secondsClock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const dayAndClock = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const minute = 60_000;
const halfDay = 720 * minute;

function Span({ events, total }: { events: readonly EventRecord[]; total: number }) {
  const [newest, oldest] = [events[0], events.at(-1)];
  const shown =
    newest && oldest
      ? `${formatDateTime(Number(oldest.timestamp))} to ${formatDateTime(Number(newest.timestamp))}`
      : "";
  return (
    <span className="figures">
      <b>{count.format(total)}</b> events{shown ? `; this page: ${shown}` : ""}
    </span>
  );
}

function Times({ events }: { events: readonly EventRecord[] }) {
  const { bars, length } = timeBins(events);
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last || bars.length < 2) return null;
  const format = last.start - first.start > halfDay ? dayAndClock : length < minute ? secondsClock : clock;
  const busiest = bars.reduce((most, bar) => (bar.count > most.count ? bar : most), first);
  return (
    <Suspense fallback={<SkeletonBlock className="h-28" label="Drawing the times" />}>
      <Histogram
        label="Events of this page over time"
        summary={`${events.length} events; most of them, ${busiest.count}, from ${format.format(busiest.start)}.`}
        bars={bars}
        format={(start) => format.format(start)}
      />
    </Suspense>
  );
}

function Values() {
  const { name, company } = route.useParams();
  const { page = 1, limit = 20, row } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: events, pagination } = useSuspenseQuery(
    query("listEventValues", { eventName: name, page, limit }),
  ).data;
  const total = pagination?.totalItems ?? events.length;
  return (
    <>
      <PageHead title={name} facts={[<Span key="span" events={events} total={total} />]} />
      {total === 0 ? (
        <Empty title="No event of this name was logged." />
      ) : (
        <>
          <Times events={events} />
          <EventRows
            caption={`Events named ${name}`}
            events={events}
            company={company}
            named={false}
            opened={row}
            onOpen={(key) => void navigate({ search: (before) => ({ ...before, row: key }), replace: true })}
          />
          <Paging
            total={total}
            page={page}
            limit={limit}
            onPage={(next) =>
              void navigate({ search: (before) => ({ ...before, page: next, row: undefined }) })
            }
            onLimit={(next) => void navigate({ search: { limit: next } })}
          />
        </>
      )}
    </>
  );
}

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

function DerivedMetrics() {
  const { name } = route.useParams();
  const { data: metrics } = useSuspenseQuery(queryAll("listEventMetrics", { eventName: name }));
  return (
    <>
      <h2 className="flex h-12 items-center gap-2 font-strong">
        Derived metrics <span className="figures text-12 font-regular text-text-muted">{metrics.length}</span>
      </h2>
      {metrics.length === 0 ? <p className="text-text-muted">No metric is derived from this event.</p> : null}
      <ul>
        {metrics.map((metric) => (
          <MetricEntry key={metric.id} metric={metric} event={name} />
        ))}
      </ul>
    </>
  );
}

export function EventPage() {
  const { name } = route.useParams();
  return (
    <div className="grid flex-1 max-desk:content-start desk:grid-cols-[minmax(0,1fr)_288px] desk:gap-8">
      <div className="min-w-0">
        <Suspense key={name} fallback={<SkeletonRows rows={16} label="Loading the events" />}>
          <Values />
        </Suspense>
      </div>
      <aside
        aria-label="Derived metrics"
        className="border-border pt-2 max-desk:mt-6 max-desk:border-t desk:border-l desk:pl-6"
      >
        <Suspense key={name} fallback={<SkeletonBlock className="mt-4 h-24" label="Loading the metrics" />}>
          <DerivedMetrics />
        </Suspense>
      </aside>
    </div>
  );
}
