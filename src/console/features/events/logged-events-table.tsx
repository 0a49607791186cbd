// Logged events as a table without an end; a row opens to show what the event carries. For the list of all events and the page of one.
import { Link, useParams } from "@tanstack/react-router";
import { useRef } from "react";
import type { EventRecord } from "#contract/event.ts";
import { ChoiceFilter } from "#console/foundation/table/choice-filter.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { Expander } from "#console/foundation/table/expander.tsx";
import { Muted } from "#console/foundation/table/shared-columns.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { Kbd } from "#console/foundation/ui/kbd.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { formatFull, formatInstant } from "#console/foundation/ui/time-format.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { EventDetails } from "./event-details.tsx";
import { fieldCounts, mostFields, textOfField } from "./event-fields.ts";
import type { EventsSearch } from "./event-searches.ts";
import { RowsEnd } from "./rows-end.tsx";
import type { EventRows } from "./use-event-rows.ts";
import { useFirstRowKey } from "./use-first-row-key.ts";

/** Events have no id; their place tells equal ones apart. */
type Row = EventRecord & { key: string };

function User({ event: { userID } }: { event: EventRecord }) {
  const { company = "-" } = useParams({ strict: false });
  if (!userID) return <Muted>no user</Muted>;
  return (
    <Link
      to="/$company/users/$id"
      params={{ company, id: userID }}
      title={`All that was logged of ${userID}`}
      className="hover:underline"
    >
      <Mono>{userID}</Mono>
    </Link>
  );
}

function EventLink({ name }: { name: string }) {
  const { company = "-" } = useParams({ strict: false });
  return (
    <Link
      to="/$company/events/$name"
      params={{ company, name }}
      // As high as a finger needs: the bar of the pages covers a part of the last row in view.
      className="inline-block py-1 align-middle font-medium hover:underline"
    >
      {name}
    </Link>
  );
}

const fieldColumn = (field: string, index: number): Column<Row> => ({
  id: `field ${field}`,
  header: field,
  head: <span title={field}>{field}</span>,
  // The first two have room on a tablet, too.
  className: index < 2 ? "" : "max-desk:hidden",
  cell: (event) => {
    const text = textOfField(event, field);
    return text === undefined ? <Muted>–</Muted> : <span title={text}>{text}</span>;
  },
});

interface ColumnsInput {
  opened: string | undefined;
  toggle: (row: Row) => void;
  isNamed: boolean;
  fields: readonly string[];
}

function columnsFor({ opened, toggle, isNamed, fields }: ColumnsInput): Column<Row>[] {
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
      // Read whole beside columns that share the room.
      ...(fields.length > 0 && { width: "124px" }),
      phone: isNamed ? "hidden" : "first",
      cell: (event) => <User event={event} />,
    },
    { id: "value", header: "Value", width: "88px", align: "end", phone: "end", cell: ({ value }) => value },
    ...fields.map(fieldColumn),
    {
      id: "source",
      header: "Source",
      width: "112px",
      className: "max-desk:hidden",
      cell: ({ source }) => <Muted>{source}</Muted>,
    },
  ];
}

interface EventTableProps {
  caption: string;
  rows: EventRows;
  total: number | undefined;
  search: EventsSearch;
  /** Shows the name of each event as a link. */
  isNamed: boolean;
}

/** The row whose details are open. */
const openedRow = (table: HTMLElement | null) =>
  table?.querySelector("tbody [aria-expanded=true]")?.closest<HTMLElement>("tr[tabindex]");

/** Of the table, where there are keys. */
const Keys = () => (
  <p className="flex items-center gap-3 text-12 text-text-muted max-desk:hidden pointer-coarse:hidden">
    <span>
      <Kbd>j</Kbd> <Kbd>k</Kbd> move
    </span>
    <span>
      <Kbd>↵</Kbd> open
    </span>
    <span>
      <Kbd>esc</Kbd> close
    </span>
    <span>
      <Kbd>i</Kbd> <Kbd>x</Kbd> with or without a value
    </span>
  </p>
);

export function LoggedEventsTable({ caption, rows, total, search, isNamed }: EventTableProps) {
  const { row: opened } = search;
  const { events } = rows;
  const fields = [...new Set(search.fields)].slice(0, mostFields);
  const stay = useSetSearch<EventsSearch>({ resetScroll: false });
  const table = useRef<HTMLDivElement>(null);
  useFirstRowKey(table);
  const toggle = ({ key }: Row) => stay({ row: key === opened ? undefined : key });
  const choose = (chosen: readonly string[]) => stay({ fields: chosen.length > 0 ? [...chosen] : undefined });
  const close = () => {
    stay({ row: undefined });
    openedRow(table.current)?.focus();
  };
  const known = fieldCounts(events ?? []);
  const unknown = fields.filter((field) => !known.some(({ value }) => value === field));
  return (
    <>
      {/* A phone has no columns to choose. */}
      <div className="flex min-h-12 items-center gap-3 max-tablet:hidden">
        <Keys />
        <span className="-mr-2 ml-auto">
          <ChoiceFilter
            label="Columns"
            summary=""
            isAtEnd
            isSmall
            chosen={fields}
            options={[...known, ...unknown.map((value) => ({ value, count: 0 }))].map((option) => ({
              ...option,
              label: option.value,
            }))}
            // Of one too many the first goes.
            onChange={(chosen) => choose(chosen.slice(-mostFields))}
          />
        </span>
      </div>
      <div
        ref={table}
        role="presentation"
        onKeyDown={(event) => {
          if (event.key === "Escape" && opened !== undefined) close();
        }}
      >
        <Table
          caption={caption}
          rows={events?.map((event, index) => ({ ...event, key: `${event.timestamp}-${index}` }))}
          rowKey={({ key }) => key}
          columns={columnsFor({ opened, toggle, isNamed, fields })}
          isOfPage
          hidden={isNamed ? [] : ["event"]}
          onOpen={toggle}
          detail={(event) =>
            event.key === opened ? <EventDetails row={event} fields={fields} onFields={choose} /> : null
          }
        />
      </div>
      {events ? <RowsEnd rows={rows} total={total} /> : null}
    </>
  );
}
