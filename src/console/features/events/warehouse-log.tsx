// The events of a metric source of the warehouse, all or those of one name. There is always a time range: by default the last
// day.
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { readTime } from "#contract/event-query.ts";
import { query } from "#console/foundation/api/query.ts";
import { buttonClass } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { useMetricSources } from "#console/features/events/warehouse/metric-source-choice.tsx";
import type { EventsSearch } from "./sentence/event-searches.ts";
import { filterOf, isUnreadable } from "./sentence/question.ts";
import { Sentence } from "./sentence/sentence.tsx";
import { Unreadable } from "./sentence/unreadable.tsx";
import { WarehouseAnswer } from "./warehouse-answer.tsx";

const noWords: readonly never[] = [];

function NoSource() {
  const { company = "-" } = useParams({ strict: false });
  return (
    <Empty
      title="The warehouse has no metric source yet. Add one for the table that the events stand in."
      action={
        <Link to="/$company/metric_sources" params={{ company }} className={buttonClass()}>
          Add a metric source
        </Link>
      }
    />
  );
}

interface WarehouseLogProps {
  search: EventsSearch;
  /** The event name, if the page is about a single one. */
  event?: string;
}

export function WarehouseLog({ search, event }: WarehouseLogProps) {
  const setSearch = useSetSearch<EventsSearch>({ resetScroll: false });
  const { names, chosen: metricSource } = useMetricSources(search, event);
  const { data: status } = useQuery({ ...query("readWarehouseStatus", {}), retry: false });
  if (!names) return <SkeletonBlock className="mt-4 h-36" label="Reading the sources" />;
  if (names.length === 0 || metricSource === undefined) return <NoSource />;
  const from = search.from !== undefined && readTime(search.from) ? search.from : "-24h";
  const filter = { ...filterOf({ ...search, from }, event), from, metricSource };
  return (
    <>
      <Sentence from={from} to={search.to} where={search.where} words={noWords} event={event} isInWarehouse />
      {search.field ? (
        <p role="status" className="pt-3 text-text-muted">
          Values of {search.field} are counted among recorded events alone.{" "}
          <button type="button" className="link" onClick={() => setSearch({ store: undefined })}>
            See them there
          </button>
        </p>
      ) : null}
      {isUnreadable(search) ? (
        <Unreadable />
      ) : (
        // The key resets the state for each question, so that each must be accepted separately.
        <WarehouseAnswer
          key={JSON.stringify(filter)}
          filter={filter}
          search={search}
          event={event}
          provider={status?.data.provider}
        />
      )}
    </>
  );
}
