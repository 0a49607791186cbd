import { getRouteApi, Link } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import { Suspense, type ReactNode } from "react";
import type { EventRecord } from "#contract/event.ts";
import { Switch } from "#console/foundation/forms/switch.tsx";
import { buttonClass } from "#console/foundation/ui/button.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { PageButtons } from "#console/foundation/ui/page-actions.tsx";
import { TabLinks } from "#console/foundation/ui/tabs.tsx";
import { EventDetails } from "./rows/event-details.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import type { EventsSearch } from "./sentence/event-searches.ts";
import { useRemovedText } from "./events-removed.ts";
import { EventLog, Views } from "./event-log.tsx";
import { inWarehouse, StoreChoice } from "./store-choice.tsx";
import { MetricSourceChoice } from "#console/features/events/warehouse/metric-source-choice.tsx";
import { filterOf, isUnreadable } from "./sentence/question.ts";
import { Sentence } from "./sentence/sentence.tsx";
import { Unreadable } from "./sentence/unreadable.tsx";

const route = getRouteApi("/$company/events");

const EventNames = lazyPart(
  "The names",
  async () => (await import("./catalogue/event-names.tsx")).EventNames,
);
const WarehouseLog = lazyPart(
  "The events of the warehouse",
  async () => (await import("./warehouse-log.tsx")).WarehouseLog,
);
const OpenView = lazyPart("The view", async () => (await import("./views/open-view.tsx")).OpenView);
const LiveEvents = lazyPart("The live view", async () => (await import("./live/live-events.tsx")).LiveEvents);
const ImportPage = lazyPart("The import", async () => (await import("./import/import-page.tsx")).ImportPage);

function ImportLink() {
  const { company } = route.useParams();
  return (
    <Link
      to="/$company/events"
      params={{ company }}
      search={{ import: true }}
      className={`${buttonClass()} max-tablet:border-transparent max-tablet:px-2`}
    >
      <FileUp size={16} aria-hidden />
      <span className="max-tablet:sr-only">Import a file</span>
    </Link>
  );
}

const none: readonly never[] = [];

const liveDetails = (row: EventRecord & { key: string }) => <EventDetails row={row} fields={[]} />;

function Live() {
  const { from: _, to: __, ...search } = route.useSearch();
  return (
    <>
      <Sentence where={search.where} words={none} lead="Show" hasTime={false}>
        as they arrive
      </Sentence>
      {isUnreadable(search) ? (
        <Unreadable />
      ) : (
        <LiveEvents filter={filterOf(search)} renderDetails={liveDetails} />
      )}
    </>
  );
}

/** Switches between the list and the live view. */
function LiveSwitch({ isLive }: { isLive: boolean }) {
  const setSearch = useSetSearch<EventsSearch>();
  return (
    <span className="flex items-center gap-2 pr-2 max-tablet:pr-0">
      <span aria-hidden className="select-none">
        Live
      </span>
      <Switch
        label="Live"
        hideLabel
        checked={isLive}
        onChange={(next) =>
          setSearch(
            { tab: next ? "live" : undefined, page: undefined, row: undefined },
            // The live view is a page of its own: going back leaves it.
            { replace: false },
          )
        }
      />
    </span>
  );
}

const parts = { log: "Log", names: "Names" };

/** The return type is explicit: inferred, the types of all addresses would depend on themselves. */
export function EventListPage(): ReactNode {
  const search = route.useSearch();
  const { import: isImport = false, tab, store, view } = search;
  const removed = useRemovedText();
  if (isImport) return <ImportPage />;
  const isLive = tab === "live";
  return (
    <>
      {/* Screen readers only, since the sentence serves as the heading; the name of the page is in the top bar. */}
      <h1 className="sr-only">Events</h1>
      <PageButtons>
        {tab === "names" ? null : <LiveSwitch isLive={isLive} />}
        <ImportLink />
      </PageButtons>
      <div className="flex items-stretch max-tablet:flex-wrap">
        <div className="flex-1 pt-2">
          <TabLinks labels={parts} current={tab === "names" ? "names" : "log"} />
        </div>
        {tab === "names" || isLive || store === inWarehouse ? null : (
          <div className="flex items-end border-b border-border tablet:hidden">
            <Views isBesideTabs />
          </div>
        )}
        {/* Beside the tabs, so that it moves nothing if it arrives late. */}
        <div className="flex flex-wrap items-center justify-end gap-x-5 pt-2 tablet:border-b tablet:border-border">
          {view && tab !== "names" && !isLive ? (
            <Suspense>
              <OpenView key={view} id={view} search={search} />
            </Suspense>
          ) : null}
          {removed ? <p className="text-12 text-text-muted">{removed}</p> : null}
          {tab === "names" || isLive ? null : (
            <StoreChoice store={store}>
              {store === inWarehouse ? <MetricSourceChoice search={search} /> : null}
            </StoreChoice>
          )}
        </div>
      </div>
      {tab === "names" ? (
        <EventNames />
      ) : isLive ? (
        <Live />
      ) : store === inWarehouse ? (
        <WarehouseLog search={search} />
      ) : (
        <EventLog start={<ImportLink />} />
      )}
    </>
  );
}
