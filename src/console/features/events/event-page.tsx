// The page of one event: its explorer, and the metrics that are derived from it.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { queryPage } from "#console/foundation/api/query.ts";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { DerivedMetrics } from "#console/features/events/derived/derived-metrics.tsx";
import { MetricSourceChoice } from "#console/features/events/warehouse/metric-source-choice.tsx";
import { Explorer } from "./explorer.tsx";
import { QuestionButtons } from "./question-buttons.tsx";
import { filterOf, isUnreadable } from "./sentence/question.ts";
import { inWarehouse, StoreChoice } from "./store-choice.tsx";

const WarehouseLog = lazyPart(
  "The events of the warehouse",
  async () => (await import("./warehouse-log.tsx")).WarehouseLog,
);
const route = getRouteApi("/$company/events/$name");

/** The times of the first and the last logged event. */
function Logged() {
  const { name } = route.useParams();
  const { firstTime, lastTime } = useQuery(queryPage("readEventTotal", { name: [name] })).data?.data ?? {};
  // Reserves the line while loading.
  if (typeof firstTime !== "number" || typeof lastTime !== "number") return "\u00a0";
  return (
    <>
      Logged from <b>{formatDateTime(firstTime)}</b>
      {/* On a phone a second line would move the page. */}
      <span className="max-tablet:hidden">
        {" "}
        to <b>{formatDateTime(lastTime)}</b>
      </span>
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
        // Beside the title, so that it moves nothing if it arrives late.
        state={
          <StoreChoice store={search.store}>
            {isInWarehouse ? <MetricSourceChoice search={search} event={name} /> : null}
          </StoreChoice>
        }
        facts={[isInWarehouse ? "What the warehouse holds of it, newest first." : <Logged key="logged" />]}
      />
      {isInWarehouse ? (
        <>
          {isUnreadable(search) ? null : (
            <QuestionButtons name={name} filter={filterOf(search, name)} fields={search.fields} />
          )}
          <WarehouseLog search={search} event={name} />
        </>
      ) : (
        <Explorer
          search={search}
          event={name}
          nothing={<Empty title="No event of this name was logged." />}
        />
      )}
    </>
  );
}

export function EventPage() {
  const { name } = route.useParams();
  return (
    <div className="grid flex-1 max-desk:content-start desk:grid-cols-[minmax(0,1fr)_320px] desk:gap-8">
      <div className="min-w-0">
        <Explored key={name} />
      </div>
      <aside
        aria-label="Derived metrics"
        className="border-border pt-2 max-desk:mt-6 max-desk:border-t desk:border-l desk:pl-6"
      >
        <DerivedMetrics key={name} />
      </aside>
    </div>
  );
}
