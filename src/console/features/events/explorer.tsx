// The explorer of events: their number over time, a selected part of that time, its rows, and the values of a field. For the
// page of all events and for that of one event name.
import { useQuery } from "@tanstack/react-query";
import { memo, type ReactNode } from "react";
import { parseField } from "#contract/event-where.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { ChartWords } from "#console/features/events/chart/chart-words.tsx";
import { ChosenTime } from "#console/features/events/chart/chosen-time.tsx";
import { ComparedLine } from "#console/features/events/chart/compared-line.tsx";
import { CountLine } from "#console/features/events/chart/count-line.tsx";
import { EventChart } from "#console/features/events/chart/event-chart.tsx";
import { useEventCounts } from "#console/features/events/chart/use-event-counts.ts";
import { withValue } from "#console/features/events/values/value-terms.ts";
import { ValuesPanel } from "#console/features/events/values/values-panel.tsx";
import { PageButtons } from "#console/foundation/ui/page-actions.tsx";
import type { ExplorerQuery } from "./explorer-query.ts";
import { MetricLink, QuestionButtons } from "./question-buttons.tsx";
import { LoggedEventsTable, timeClass } from "./rows/logged-events-table.tsx";
import { useEventRows } from "./rows/use-event-rows.ts";
import { useLinkedTime } from "./rows/use-linked-row.ts";
import type { EventsSearch } from "./sentence/event-searches.ts";
import { isUnreadable, partText, timesText } from "./sentence/question.ts";
import { Sentence } from "./sentence/sentence.tsx";
import { Unreadable } from "./sentence/unreadable.tsx";
import { useChangeQuestion } from "./sentence/use-question.ts";
import { useExplorerQuery, useDisplayedQuery } from "./use-explorer-query.ts";

interface AnswerProps {
  asked: ExplorerQuery;
  drawn: ExplorerQuery;
}

/** The number of events and users that match, and their chart over time. */
const Answer = memo(function Answer({ asked, drawn: { filter, view } }: AnswerProps) {
  const setSearch = useSetSearch<EventsSearch>({ resetScroll: false });
  const { data, error, refetch } = useQuery(queryPage("readEventTotal", filter));
  const counts = useEventCounts(filter, view).data?.data;
  return (
    <>
      <CountLine
        total={data?.data}
        failure={error}
        onRetry={() => void refetch()}
        measure={asked.view.measure}
        counts={counts}
        onMeasure={(measure) => setSearch({ measure }, { replace: false })}
      >
        {asked.view.compare && asked.filter.from !== undefined ? (
          // Reserves the line while counting.
          counts ? (
            <ComparedLine counts={counts} />
          ) : (
            <p className="max-tablet:w-full">&nbsp;</p>
          )
        ) : null}
      </CountLine>
      <EventChart
        filter={filter}
        view={view}
        place={asked.view}
        chosen={asked.part}
        onChoose={(time) =>
          setSearch(
            { during: time && partText(time), row: undefined },
            // Changing a selection adds no step to the browser history.
            { replace: asked.part !== undefined },
          )
        }
      />
    </>
  );
});

/** Fields that have their own parameter. */
const ownWords = new Set(["name", "userID", "value", "source"]);

interface ExplorerProps {
  search: EventsSearch;
  /** The event name of the page, if the page is about a single one. */
  event?: string;
  /** Replaces everything if no event was logged. */
  nothing: ReactNode;
  /** Buttons of the page, before those of the question. */
  buttons?: ReactNode;
  /** Content above the rows of events of a single name. */
  aboutName?: (name: string) => ReactNode;
}

export function Explorer({ search, event, nothing, buttons, aboutName }: ExplorerProps) {
  const { from, to, where, row, field, fields } = search;
  const ask = useChangeQuestion();
  const setSearch = useSetSearch<EventsSearch>({ resetScroll: false });
  const asked = useExplorerQuery(search, event);
  const drawn = useDisplayedQuery(asked);
  const { filter, part, shown } = drawn;
  const rows = useEventRows(shown);
  useLinkedTime(row, rows, part, (during) => setSearch({ during }));
  const { data, isPlaceholderData, refetch } = useQuery(queryPage("readEventTotal", shown));
  const total = isPlaceholderData ? undefined : data?.data.events;
  const { words, failure } = rows;
  const cannotRead = isUnreadable(search);
  const isNone = rows.rows?.length === 0;
  const questionButtons = cannotRead ? (
    <PageButtons>{buttons}</PageButtons>
  ) : (
    <QuestionButtons name={event} filter={asked.filter} rows={asked.shown} fields={fields}>
      {buttons}
    </QuestionButtons>
  );
  if (isNone && !rows.isOfBefore && drawn === asked && !from && !to && !where && !part)
    return (
      <>
        {/* The buttons to their left would move if these disappeared. */}
        {event === undefined ? questionButtons : null}
        {nothing}
      </>
    );
  const [name = ""] = filter.name?.length === 1 ? filter.name : [];
  const [names, others] = [name ? [] : ["name"], words.filter((word) => !ownWords.has(word))];
  const splits = [...names, "source", ...others];
  const time = part ? (
    <ChosenTime
      time={part}
      events={total}
      onZoom={() => setSearch({ ...timesText(part), during: undefined, row: undefined }, { replace: false })}
      onClear={() => setSearch({ during: undefined, row: undefined })}
    />
  ) : (
    <p className={timeClass}>
      Newest first{name && aboutName ? <> · {aboutName(name)}</> : null}
      {event === undefined ? (
        // On a phone the top bar has no room for it.
        <span className="tablet:hidden">
          {" · "}
          <MetricLink of={asked.filter} />
        </span>
      ) : null}
    </p>
  );
  return (
    <>
      {questionButtons}
      {/* The page of one event has a column of that width, which the panel covers. */}
      <div className={field && event === undefined ? "desk:pr-78" : ""}>
        <Sentence from={from} to={to} where={where} words={words} event={event}>
          <ChartWords
            view={asked.view}
            fields={splits}
            times={{ from: asked.filter.from, to: asked.filter.to }}
            onView={(next) =>
              setSearch(
                {
                  ...("split" in next && { split: next.split }),
                  ...("compare" in next && { compare: next.compare ? "before" : undefined }),
                },
                // A new part of the sentence is a step in the browser history, like a condition, so going back removes it.
                { replace: false },
              )
            }
          />
        </Sentence>
        {cannotRead ? (
          <Unreadable />
        ) : failure && !rows.rows ? (
          // The question stays unchanged and is asked again when the service is reachable.
          <div className="pt-4">
            <FailureNotice
              error={failure}
              title="The events could not be read"
              retry={() => {
                rows.readMore();
                void refetch();
              }}
            />
          </div>
        ) : (
          <>
            <Answer asked={asked} drawn={drawn} />
            {isNone ? (
              <>
                <div className="min-h-12">{part ? time : null}</div>
                <Empty
                  title={
                    part
                      ? "No event fits in this part of the time."
                      : "No event fits. Take a condition away, or choose a longer time."
                  }
                />
              </>
            ) : (
              <LoggedEventsTable
                caption={event === undefined ? "Newest events" : `Events named ${event}`}
                rows={rows}
                total={total}
                row={row}
                fields={fields}
                name={name}
                isNamed={name === ""}
                time={time}
              />
            )}
          </>
        )}
      </div>
      {field && !cannotRead ? (
        <ValuesPanel
          filter={asked.shown}
          field={field}
          fields={[...others, ...names, "source", "value", "userID"]}
          onField={(next) => setSearch({ field: next })}
          onValue={(value, choice) => ask((terms) => withValue(terms, parseField(field), choice, value))}
          onClose={() => setSearch({ field: undefined })}
        />
      ) : null}
    </>
  );
}
