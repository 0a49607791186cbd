// The events that a metric source of the warehouse holds. There is always a time: the last day where none is chosen.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { readTime } from "#contract/event-query.ts";
import { query } from "#console/foundation/api/query.ts";
import { Picker } from "#console/foundation/forms/select.tsx";
import { buttonClass } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import type { EventsSearch } from "./sentence/event-searches.ts";
import { filterOf } from "./sentence/question.ts";
import { Sentence } from "./sentence/sentence.tsx";
import { WarehouseAnswer } from "./warehouse-answer.tsx";

const route = getRouteApi("/$company/events");

const noWords: readonly never[] = [];

function NoSource() {
  const { company } = route.useParams();
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

export function WarehouseLog() {
  const search = route.useSearch();
  const setSearch = useSetSearch<EventsSearch>({ resetScroll: false });
  const { data } = useQuery({ ...query("listMetricSources", { limit: 100 }), throwOnError: true });
  const { data: status } = useQuery({ ...query("readWarehouseStatus", {}), retry: false });
  if (!data) return <SkeletonBlock className="mt-4 h-36" label="Reading the sources" />;
  const names = data.data.map(({ name }) => name);
  const [first] = names;
  if (first === undefined) return <NoSource />;
  const { metricSource = first } = search;
  const from = search.from !== undefined && readTime(search.from) ? search.from : "-24h";
  const bounded = { ...search, from };
  const filter = { ...filterOf(bounded), from, metricSource };
  return (
    <>
      <Sentence from={from} to={search.to} where={search.where} words={noWords} isInWarehouse />
      {names.length > 1 || !names.includes(metricSource) ? (
        <div className="pt-3">
          <Picker
            label="Metric source"
            value={metricSource}
            options={names.map((name) => ({ value: name, label: name }))}
            onChange={(name) => setSearch({ metricSource: name, row: undefined })}
          />
        </div>
      ) : null}
      {search.field ? (
        <p role="status" className="pt-3 text-text-muted">
          Values of {search.field} are counted among recorded events alone.{" "}
          <button type="button" className="link" onClick={() => setSearch({ store: undefined })}>
            See them there
          </button>
        </p>
      ) : null}
      {/* Each question is accepted by itself. */}
      <WarehouseAnswer
        key={JSON.stringify(filter)}
        filter={filter}
        search={search}
        provider={status?.data.provider}
      />
    </>
  );
}
