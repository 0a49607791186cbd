import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { EventRecord } from "#contract/event.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import { Switch } from "#console/foundation/forms/switch.tsx";
import { Button, buttonClass } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { PageButtons } from "#console/foundation/ui/page-actions.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { TabLinks } from "#console/foundation/ui/tabs.tsx";
import { EventDetails } from "./event-details.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import type { EventsSearch } from "./event-searches.ts";
import { useRemovedText } from "./events-removed.ts";
import { LoggedEventsTable } from "./logged-events-table.tsx";

const route = getRouteApi("/$company/events");

const EventNames = lazyPart(
  "The names",
  async () => (await import("./catalogue/event-names.tsx")).EventNames,
);
const LiveEvents = lazyPart("The live view", async () => (await import("./live/live-events.tsx")).LiveEvents);
const ImportPage = lazyPart("The import", async () => (await import("./import/import-page.tsx")).ImportPage);

function ImportLink() {
  const { company } = route.useParams();
  return (
    <Link to="/$company/events" params={{ company }} search={{ import: true }} className={buttonClass()}>
      <FileUp size={16} aria-hidden />
      Import a file
    </Link>
  );
}

/** Opens an event by its name, logged or not. */
function OpenByName() {
  const [name, setName] = useState("");
  const navigate = route.useNavigate();
  const { company } = route.useParams();
  return (
    <div role="search" aria-label="Open an event">
      <form
        className="flex gap-2 pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim())
            void navigate({ to: "/$company/events/$name", params: { company, name: name.trim() } });
          else event.currentTarget.querySelector("input")?.focus();
        }}
      >
        <SearchField label="Event name" value={name} onChange={setName} />
        <Button type="submit">Open</Button>
      </form>
    </div>
  );
}

function Events() {
  const search = route.useSearch();
  const { page = 1, limit = 20 } = search;
  const answer = useQuery({ ...queryPage("listEvents", { page, limit }), throwOnError: true }).data;
  const events = answer?.data;
  const total = answer?.pagination?.totalItems ?? events?.length;
  return total === 0 ? (
    <Empty
      title="No events were logged yet. Log them with a client, or import a file."
      action={<ImportLink />}
    />
  ) : (
    <LoggedEventsTable caption="Newest events" events={events} total={total} search={search} isNamed />
  );
}

const liveDetails = (row: EventRecord & { key: string }) => <EventDetails row={row} fields={[]} />;

/** In the place of the list. */
function LiveSwitch({ isLive }: { isLive: boolean }) {
  const setSearch = useSetSearch<EventsSearch>();
  return (
    <Switch
      label="Live"
      checked={isLive}
      onChange={(next) => setSearch({ tab: next ? "live" : undefined, page: undefined, row: undefined })}
    />
  );
}

const parts = { log: "Log", names: "Names" };

/** Its type is written out: read from what it draws, the types of all addresses would depend on themselves. */
export function EventListPage(): ReactNode {
  const { import: isImport = false, tab } = route.useSearch();
  const removed = useRemovedText();
  if (isImport) return <ImportPage />;
  const isLive = tab === "live";
  return (
    <>
      <PageHead
        title="Events"
        facts={["What clients logged, newest first.", ...(removed ? [removed] : [])]}
      />
      <PageButtons>
        {tab === "names" ? null : <LiveSwitch isLive={isLive} />}
        <ImportLink />
      </PageButtons>
      <TabLinks labels={parts} current={tab === "names" ? "names" : "log"} />
      {tab === "names" ? (
        <EventNames />
      ) : isLive ? (
        <LiveEvents renderDetails={liveDetails} />
      ) : (
        <>
          <OpenByName />
          <Events />
        </>
      )}
    </>
  );
}
