import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Bookmark, Gauge } from "lucide-react";
import { memo, useMemo, useState, type ReactNode } from "react";
import { parseField, printField } from "#contract/event-where.ts";
import type { Input } from "#console/foundation/api/call.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { Button, buttonClass } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { EventsSearch } from "./sentence/event-searches.ts";
import { ChartWords } from "#console/features/events/chart/chart-words.tsx";
import { ComparedLine } from "#console/features/events/chart/compared-line.tsx";
import { CountLine } from "#console/features/events/chart/count-line.tsx";
import { EventChart, type ChartView } from "#console/features/events/chart/event-chart.tsx";
import { useEventCounts } from "#console/features/events/chart/use-event-counts.ts";
import { EventViewsDialog } from "#console/features/events/views/event-views-dialog.tsx";
import { ExportEvents } from "#console/features/events/export/export-events.tsx";
import { withValue } from "#console/features/events/values/value-terms.ts";
import { ValuesPanel } from "#console/features/events/values/values-panel.tsx";
import { LoggedEventsTable } from "./rows/logged-events-table.tsx";
import { useEventRows } from "./rows/use-event-rows.ts";
import { filterOf } from "./sentence/question.ts";
import { Sentence } from "./sentence/sentence.tsx";
import { useAsk } from "./sentence/use-question.ts";

type Filter = ReturnType<typeof filterOf>;

const route = getRouteApi("/$company/events");

interface AnswerProps {
  filter: Filter;
  view: ChartView;
}

/** How many events and users the question has, over time. */
const Answer = memo(function Answer({ filter, view }: AnswerProps) {
  const setSearch = useSetSearch<EventsSearch>({ resetScroll: false });
  const total = useQuery({ ...queryPage("readEventTotal", filter), throwOnError: true }).data?.data;
  const counts = useEventCounts(filter, view).data?.data;
  return (
    <>
      <CountLine
        total={total}
        measure={view.measure}
        counts={counts}
        onMeasure={(measure) => setSearch({ measure })}
      >
        {view.compare && filter.from !== undefined ? (
          // Its place is kept while it is counted.
          counts ? (
            <ComparedLine counts={counts} />
          ) : (
            <p className="max-tablet:w-full">&nbsp;</p>
          )
        ) : null}
      </CountLine>
      <div className="min-h-54">
        <EventChart
          filter={filter}
          view={view}
          onZoom={(first, end) =>
            setSearch(
              {
                from: new Date(first).toISOString(),
                to: new Date(end).toISOString(),
                page: undefined,
                row: undefined,
              },
              { replace: false },
            )
          }
        />
      </div>
    </>
  );
});

const ownWords = new Set(["name", "userID", "value", "source"]);

/** A field of the address, if it is one. */
function fieldText(split: string | undefined): string | undefined {
  if (!split) return undefined;
  try {
    return printField(parseField(split));
  } catch {
    return undefined;
  }
}

/** The one name that is asked for; empty where there are several. */
const nameOf = (filter: Input<"readEventTotal">) => (filter.name?.length === 1 ? String(filter.name[0]) : "");

const asked = ["from", "to", "where", "split", "measure", "compare", "fields"] as const;

/** Questions that are kept for everybody. */
function Views() {
  const { company } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  usePageActions([{ label: "Saved views of events", onSelect: open }]);
  return (
    <>
      <Button onClick={open} icon={Bookmark} className="max-tablet:hidden">
        Views
      </Button>
      {isOpen ? (
        <EventViewsDialog
          current={Object.fromEntries(
            asked.flatMap((part) => (search[part] === undefined ? [] : [[part, search[part]]])),
          )}
          onOpen={(query) =>
            void navigate({
              to: "/$company/events",
              params: { company },
              search: EventsSearch.parse(query),
            })
          }
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
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
      <Views />
      <ExportEvents name="events" filter={{ ...filter, ...(fields && { fields }) }} />
    </PageButtons>
  );
}

/** The events of the question, the newest first, with their count. */
export function EventLog({ start }: { start: ReactNode }) {
  const { from, to, where, split, measure, compare, row, field, fields } = route.useSearch();
  const ask = useAsk();
  const setSearch = useSetSearch<EventsSearch>({ resetScroll: false });
  const filter = useMemo(() => filterOf({ from, to, where }), [from, to, where]);
  const view: ChartView = useMemo(
    () => ({
      split: fieldText(split),
      measure: measure === "units" ? measure : undefined,
      compare: compare === "before",
    }),
    [split, measure, compare],
  );
  const isFiltered = Object.keys(filter).length > 0;
  const rows = useEventRows(filter);
  const total = useQuery(queryPage("readEventTotal", filter)).data?.data.events;
  const { words } = rows;
  const isNone = rows.rows?.length === 0;
  if (isNone && !isFiltered)
    return (
      <Empty title="No events were logged yet. Log them with a client, or import a file." action={start} />
    );
  return (
    <>
      <QuestionButtons filter={filter} />
      <div className={field ? "desk:pr-98" : ""}>
        <Sentence from={from} to={to} where={where} words={words}>
          <ChartWords
            view={view}
            fields={words.filter((word) => !ownWords.has(word))}
            times={{ from: filter.from, to: filter.to }}
            onView={(next) =>
              setSearch({
                ...("split" in next && { split: next.split }),
                ...("compare" in next && { compare: next.compare ? "before" : undefined }),
              })
            }
          />
        </Sentence>
        <Answer filter={filter} view={view} />
        {isNone ? (
          <Empty title="No event fits. Take a condition away, or choose a longer time." />
        ) : (
          <LoggedEventsTable
            caption="Newest events"
            rows={rows}
            total={total}
            row={row}
            fields={fields}
            name={nameOf(filter)}
            isNamed
          />
        )}
      </div>
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
