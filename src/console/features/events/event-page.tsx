import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Fragment, Suspense } from "react";
import type { EventRecord } from "#contract/event.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { formatDateTime, instantFormat } from "#console/foundation/ui/time-format.ts";
import { agree, formatCount, plural } from "#console/foundation/ui/wording.ts";
import { DerivedMetrics } from "./derived-metrics.tsx";
import { LoggedEventsTable } from "./logged-events-table.tsx";
import { timeBins } from "./time-bins.ts";

const route = getRouteApi("/$company/events/$name");
const Histogram = lazyPart(
  "The chart",
  async () => (await import("#console/foundation/charts/histogram.tsx")).Histogram,
);

function Span({ events, total }: { events: readonly EventRecord[]; total: number }) {
  const [newest, oldest] = [events[0], events.at(-1)];
  const shown =
    newest && oldest
      ? `${formatDateTime(Number(oldest.timestamp))} to ${formatDateTime(Number(newest.timestamp))}`
      : "";
  return (
    <span className="figures">
      <b>{formatCount(total)}</b> {agree(total, "event", "events")}
      {shown ? `; this page: ${shown}` : ""}
    </span>
  );
}

const timesOutline = <SkeletonBlock className="h-28" label="Drawing the times" />;

function Times({ events }: { events: readonly EventRecord[] }) {
  const { bars, length } = timeBins(events);
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last || bars.length < 2) return null;
  const format = instantFormat(last.start - first.start, length);
  const busiest = bars.reduce((most, bar) => (bar.count > most.count ? bar : most), first);
  return (
    <Suspense fallback={timesOutline}>
      <Histogram
        label="Events of this page over time"
        summary={`${plural(events.length, "event")}; most of them, ${busiest.count}, from ${format(busiest.start)}.`}
        bars={bars}
        format={format}
      />
    </Suspense>
  );
}

function useValues() {
  const { name } = route.useParams();
  const { page = 1, limit = 20 } = route.useSearch();
  return useQuery({
    ...queryPage("listEventValues", { eventName: name, page, limit }),
    throwOnError: true,
  }).data;
}

function Values() {
  const { name } = route.useParams();
  const search = route.useSearch();
  const answer = useValues();
  const events = answer?.data;
  const total = answer?.pagination?.totalItems ?? events?.length;
  return (
    <>
      <PageHead
        title={name}
        facts={[events && total !== undefined ? <Span key="span" events={events} total={total} /> : "\u00a0"]}
      />
      {total === 0 ? (
        <Empty title="No event of this name was logged." />
      ) : (
        // The rows take the place of their outline: neither is the other, moved.
        <Fragment key={events ? "rows" : "outline"}>
          {events ? <Times events={events} /> : timesOutline}
          <LoggedEventsTable
            caption={`Events named ${name}`}
            events={events}
            total={total}
            search={search}
            isNamed={false}
          />
        </Fragment>
      )}
    </>
  );
}

export function EventPage() {
  const { name } = route.useParams();
  const isRead = useValues() !== undefined;
  return (
    <div className="grid flex-1 max-desk:content-start desk:grid-cols-[minmax(0,1fr)_288px] desk:gap-8">
      <div className="min-w-0">
        <Values key={name} />
      </div>
      <aside
        aria-label="Derived metrics"
        className={`border-border pt-2 max-desk:mt-6 max-desk:border-t desk:border-l desk:pl-6 ${isRead ? "" : "max-desk:hidden"}`}
      >
        <DerivedMetrics key={name} />
      </aside>
    </div>
  );
}
