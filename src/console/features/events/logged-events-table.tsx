// Logged events as a table with its pages; a row opens to show what the event carries. For the list of all events and the page of one.
import { Link, useParams } from "@tanstack/react-router";
import type { EventRecord } from "#contract/event.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Expander } from "#console/foundation/table/expander.tsx";
import { Paging } from "#console/foundation/table/paging.tsx";
import { Muted } from "#console/foundation/table/shared-columns.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { formatFull, formatInstant } from "#console/foundation/ui/time-format.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import type { EventListSearch } from "./event-searches.ts";

/** Events have no id; the place in the page tells equal ones apart. */
type Row = EventRecord & { key: string };

const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

const User = ({ event }: { event: EventRecord }) =>
  event.userID ? <Mono>{event.userID}</Mono> : <Muted>no user</Muted>;

function EventLink({ name }: { name: string }) {
  const { company = "-" } = useParams({ strict: false });
  return (
    <Link to="/$company/events/$name" params={{ company, name }} className="font-medium hover:underline">
      {name}
    </Link>
  );
}

function columnsFor(opened: string | undefined, toggle: (row: Row) => void, isNamed: boolean): Column<Row>[] {
  return [
    {
      id: "time",
      header: "Time",
      width: "208px",
      phone: "second",
      cell: (event) => (
        <span className="figures" title={formatFull(Number(event.timestamp))}>
          <Expander
            label={`Details of the event at ${formatInstant(Number(event.timestamp))}`}
            isOpen={event.key === opened}
            onToggle={() => toggle(event)}
          />
          {formatInstant(Number(event.timestamp))}
          {isNamed ? (
            <span className="tablet:hidden">
              {" · "}
              <User event={event} />
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: "event",
      header: "Event",
      phone: "first",
      cell: ({ name }) => <EventLink name={name} />,
    },
    {
      id: "user",
      header: "User",
      phone: isNamed ? "hidden" : "first",
      cell: (event) => <User event={event} />,
    },
    { id: "value", header: "Value", width: "88px", align: "end", phone: "end", cell: ({ value }) => value },
    {
      id: "source",
      header: "Source",
      width: "112px",
      className: "max-desk:hidden",
      cell: ({ source }) => <Muted>{source}</Muted>,
    },
  ];
}

const Metadata = ({ row }: { row: Row }) => {
  const { key: _, ...event } = row;
  const entries = [...Object.entries(event.customIDs ?? {}), ...Object.entries(event.metadata ?? {})];
  return (
    <div className="px-3 pb-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 text-12 text-text-muted">
        {formatFull(Number(event.timestamp))}
        {event.source ? <span className="tablet:hidden">{event.source}</span> : null}
        <span className="ml-auto">
          <CopyButton text={JSON.stringify(event, null, 2)} label="Copy as JSON" />
        </span>
      </div>
      {entries.length === 0 ? (
        <p className="text-text-muted">This event carries no metadata.</p>
      ) : (
        <dl className="grid gap-x-6 tablet:grid-cols-2 desk:grid-cols-3">
          {entries.map(([name, value]) => (
            <div
              key={name}
              className="grid min-h-7 grid-cols-[112px_1fr] items-center border-t border-border"
            >
              <dt className="truncate text-12 text-text-muted" title={name}>
                {name}
              </dt>
              <dd className="min-w-0 truncate" title={text(value)}>
                <Mono>{text(value)}</Mono>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
};

interface EventTableProps {
  caption: string;
  /** Undefined until they are read. */
  events: readonly EventRecord[] | undefined;
  total: number | undefined;
  search: EventListSearch;
  /** Shows the name of each event as a link. */
  isNamed: boolean;
}

export function LoggedEventsTable({ caption, events, total, search, isNamed }: EventTableProps) {
  const { page = 1, limit = 20, row: opened } = search;
  const setSearch = useSetSearch<EventListSearch>();
  const toggle = ({ key }: Row) => setSearch({ row: key === opened ? undefined : key });
  return (
    <>
      <Table
        caption={caption}
        rows={events?.map((event, index) => ({ ...event, key: `${event.timestamp}-${index}` }))}
        rowKey={({ key }) => key}
        columns={columnsFor(opened, toggle, isNamed)}
        hidden={isNamed ? [] : ["event"]}
        onOpen={toggle}
        detail={(event) => (event.key === opened ? <Metadata row={event} /> : null)}
      />
      {total === undefined ? null : (
        <Paging
          total={total}
          page={page}
          limit={limit}
          onPage={(next) => setSearch({ page: next, row: undefined }, { replace: false })}
          onLimit={(next) => setSearch({ limit: next, page: undefined, row: undefined }, { replace: false })}
        />
      )}
    </>
  );
}
