import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Gauge } from "lucide-react";
import { Fragment, Suspense } from "react";
import { type EventWhere, parseField, parseWhere, printWhere, WhereProblem } from "#contract/event-where.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { buttonClass } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { PageButtons } from "#console/foundation/ui/page-actions.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { agree, formatCount } from "#console/foundation/ui/wording.ts";
import { DerivedMetrics } from "#console/features/events/derived/derived-metrics.tsx";
import { ExportEvents } from "#console/features/events/export/export-events.tsx";
import { withValue } from "#console/features/events/values/value-terms.ts";
import { EventFilter } from "./event-filter.tsx";
import { MetricSourceChoice } from "#console/features/events/warehouse/metric-source-choice.tsx";
import type { EventsSearch } from "./sentence/event-searches.ts";
import { inWarehouse, StoreChoice } from "./store-choice.tsx";
import { EventTimes } from "./event-times.tsx";
import { useEventRows } from "./rows/use-event-rows.ts";
import { LoggedEventsTable } from "./rows/logged-events-table.tsx";

const ValuesPanel = lazyPart(
  "The values",
  async () => (await import("#console/features/events/values/values-panel.tsx")).ValuesPanel,
);
const WarehouseLog = lazyPart(
  "The events of the warehouse",
  async () => (await import("./warehouse-log.tsx")).WarehouseLog,
);
const route = getRouteApi("/$company/events/$name");

interface NamedFilter {
  name: string[];
  where?: string;
}

/** The conditions of the address; those that cannot be read filter nothing, and the reason is said. */
function useFilter(): { where: string; terms: EventWhere; filter: NamedFilter; problem?: string } {
  const { name } = route.useParams();
  const { where = "" } = route.useSearch();
  try {
    const terms = where ? parseWhere(where) : [];
    return { where, terms, filter: { name: [name], ...(where && { where }) } };
  } catch (error) {
    if (!(error instanceof WhereProblem)) throw error;
    return { where, terms: [], filter: { name: [name] }, problem: error.message };
  }
}

const useRows = () => useEventRows(useFilter().filter);

/** How many, of how many users, and from when to when. */
function Facts() {
  const { filter } = useFilter();
  const total = useQuery(queryPage("readEventTotal", filter)).data?.data;
  if (!total) return "\u00a0";
  const { events, units, firstTime, lastTime } = total;
  return (
    <span className="figures">
      <b>{formatCount(events)}</b> {agree(events, "event", "events")} of <b>{formatCount(units)}</b>{" "}
      {agree(units, "user", "users")}
      {firstTime === null || lastTime === null ? null : (
        // A second line on a phone would move the page.
        <span className="max-tablet:hidden">
          , {formatDateTime(firstTime)} to {formatDateTime(lastTime)}
        </span>
      )}
    </span>
  );
}

function Buttons() {
  const { company, name } = route.useParams();
  const { fields, store } = route.useSearch();
  const { filter } = useFilter();
  return (
    <PageButtons>
      <Link
        to="/$company/metrics/new"
        params={{ company }}
        search={{ of: filter }}
        aria-label="Make a metric"
        className={buttonClass("quiet")}
      >
        <Gauge size={16} aria-hidden />
        <span className="max-tablet:sr-only">Make a metric</span>
      </Link>
      {store === inWarehouse ? null : (
        <ExportEvents name={name} filter={{ ...filter, ...(fields && { fields }) }} />
      )}
    </PageButtons>
  );
}

function Rows() {
  const { name } = route.useParams();
  const { row, fields } = route.useSearch();
  const { filter, where } = useFilter();
  const rows = useRows();
  const events = rows.rows;
  const total = useQuery(queryPage("readEventTotal", filter)).data?.data.events;
  if (events?.length === 0)
    return (
      <Empty title={where ? "No event of this name is like that." : "No event of this name was logged."} />
    );
  return (
    // The rows take the place of their outline: neither is the other, moved.
    <Fragment key={events ? "rows" : "outline"}>
      {events ? <EventTimes filter={filter} /> : <SkeletonBlock className="h-28" label="Drawing the times" />}
      <LoggedEventsTable
        caption={`Events named ${name}`}
        rows={rows}
        total={total}
        row={row}
        fields={fields}
        name={name}
        isNamed={false}
      />
    </Fragment>
  );
}

/** The events of the name that are recorded here, their filter, and the values of a field. */
function Recorded() {
  const { name } = route.useParams();
  const { field } = route.useSearch();
  const { where, terms, filter, problem } = useFilter();
  const setSearch = useSetSearch<EventsSearch>({ resetScroll: false });
  const ask = (asked: string) => setSearch({ where: asked || undefined, page: undefined, row: undefined });
  return (
    <>
      <EventFilter
        name={name}
        where={where}
        problem={problem}
        field={field}
        onWhere={ask}
        onField={(next) => setSearch({ field: next })}
      />
      <Rows />
      {field ? (
        <Suspense>
          <ValuesPanel
            filter={filter}
            field={field}
            onValue={(value, choice) => ask(printWhere(withValue(terms, parseField(field), choice, value)))}
            onClose={() => setSearch({ field: undefined })}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function Explored() {
  const { name } = route.useParams();
  const search = route.useSearch();
  const isInWarehouse = search.store === inWarehouse;
  return (
    <>
      <PageHead
        title={name}
        // Beside the title, where it may come late and moves nothing.
        state={
          <StoreChoice store={search.store}>
            {isInWarehouse ? <MetricSourceChoice search={search} event={name} /> : null}
          </StoreChoice>
        }
        facts={[isInWarehouse ? "What the warehouse holds of it, newest first." : <Facts key="facts" />]}
      />
      <Buttons />
      {isInWarehouse ? <WarehouseLog search={search} event={name} /> : <Recorded />}
    </>
  );
}

export function EventPage() {
  const { name } = route.useParams();
  const isRead = useRows().rows !== undefined;
  return (
    <div className="grid flex-1 max-desk:content-start desk:grid-cols-[minmax(0,1fr)_320px] desk:gap-8">
      <div className="min-w-0">
        <Explored key={name} />
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
