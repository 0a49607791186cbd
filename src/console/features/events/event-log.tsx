import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Gauge } from "lucide-react";
import type { ReactNode } from "react";
import { parseField } from "#contract/event-where.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { buttonClass } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { PageButtons } from "#console/foundation/ui/page-actions.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { agree, formatCount, plural } from "#console/foundation/ui/wording.ts";
import type { EventsSearch } from "./event-searches.ts";
import { ExportEvents } from "#console/features/events/export/export-events.tsx";
import { withValue } from "#console/features/events/values/value-terms.ts";
import { ValuesPanel } from "#console/features/events/values/values-panel.tsx";
import { LoggedEventsTable } from "./logged-events-table.tsx";
import { filterOf } from "./sentence/question.ts";
import { Sentence } from "./sentence/sentence.tsx";
import { useAsk } from "./sentence/use-question.ts";

type Filter = ReturnType<typeof filterOf>;

const route = getRouteApi("/$company/events");

/** How many events and users the question has, in place of the count of all. */
function Answer({ search }: { search: EventsSearch }) {
  const total = useQuery({ ...queryPage("readEventTotal", filterOf(search)), throwOnError: true }).data?.data;
  return (
    <p aria-live="polite" className="flex min-h-12 items-baseline gap-3 pt-3 text-text-muted">
      {total ? (
        <>
          <b className="figures text-24 text-text">{formatCount(total.events)}</b>
          {agree(total.events, "event", "events")} of {plural(total.units, "user")}
        </>
      ) : (
        "Counting …"
      )}
    </p>
  );
}

/** The question as a metric, and its answer as a file. */
function QuestionButtons({ filter }: { filter: Filter }) {
  const { company } = route.useParams();
  const { fields } = route.useSearch();
  return (
    <PageButtons>
      <Link
        to="/$company/metrics/new"
        params={{ company }}
        search={{ of: filter }}
        aria-label="Make a metric"
        className={`${buttonClass("quiet")} max-tablet:hidden`}
      >
        <Gauge size={16} aria-hidden />
        <span className="max-desk:sr-only">Make a metric</span>
      </Link>
      <ExportEvents name="events" filter={{ ...filter, ...(fields && { fields }) }} />
    </PageButtons>
  );
}

/** The events of the question, the newest first, with their count. */
export function EventLog({ start }: { start: ReactNode }) {
  const search = route.useSearch();
  const { page = 1, limit = 20, field } = search;
  const ask = useAsk();
  const setSearch = useSetSearch<EventsSearch>({ resetScroll: false });
  const filter = filterOf(search);
  const isFiltered = Object.keys(filter).length > 0;
  const input = isFiltered ? { ...filter, page, limit, total: false } : { page, limit };
  const answer = useQuery({ ...queryPage("listEvents", input), throwOnError: true }).data;
  const counted = useQuery({ ...queryPage("readEventTotal", filter), enabled: isFiltered }).data;
  const events = answer?.data;
  const total = isFiltered ? counted?.data.events : (answer?.pagination?.totalItems ?? events?.length);
  const isNone = events?.length === 0 && total === 0;
  if (isNone && !isFiltered)
    return (
      <Empty title="No events were logged yet. Log them with a client, or import a file." action={start} />
    );
  return (
    <>
      <QuestionButtons filter={filter} />
      <Sentence search={search} events={events ?? []} />
      {isFiltered ? <Answer search={search} /> : null}
      {isNone ? (
        <Empty title="No event fits. Take a condition away, or choose a longer time." />
      ) : (
        <LoggedEventsTable caption="Newest events" events={events} total={total} search={search} isNamed />
      )}
      {field ? (
        <ValuesPanel
          filter={filter}
          field={field}
          onValue={(value, choice) => ask((terms) => withValue(terms, parseField(field), choice, value))}
          onClose={() => setSearch({ field: undefined })}
        />
      ) : null}
    </>
  );
}
