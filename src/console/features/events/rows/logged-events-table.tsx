// A table of logged events with infinite scrolling; a row expands to show the event's details. For the list of all events and
// for the page of one.
import { useMemo, useRef, type ReactNode } from "react";
import { printField } from "#contract/event-where.ts";
import { ChoiceFilter } from "#console/foundation/table/choice-filter.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { Kbd } from "#console/foundation/ui/kbd.tsx";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import type { EventsSearch } from "#console/features/events/sentence/event-searches.ts";
import { columnsFor, fieldOfColumn } from "./event-columns.tsx";
import { EventDetails } from "./event-details.tsx";
import { mostFields, usualFields } from "./event-fields.ts";
import type { EventRow } from "./event-rows.ts";
import { keepColumns, useKeptColumns } from "./kept-columns.ts";
import { RowsEnd } from "./rows-end.tsx";
import type { EventRows } from "./use-event-rows.ts";
import { useFirstRowKey } from "./use-first-row-key.ts";
import { useFocusInRows } from "./use-focus-in-rows.ts";
import { useScrollToLinked } from "./use-linked-row.ts";
import { ValueActions } from "./value-actions.tsx";

interface EventTableProps {
  caption: string;
  rows: EventRows;
  total: number | undefined;
  /** Key of the expanded row. */
  row: string | undefined;
  /** Fields in the address that have a column. */
  fields: readonly string[] | undefined;
  /** The events' common name; empty for events of several names. */
  name: string;
  /** Shows the name of each event as a link. */
  isNamed: boolean;
  /** Text above the rows that states their time; styled with `timeClass`. */
  time?: ReactNode;
}

/** Returns the expanded row. */
const openedRow = (table: HTMLElement | null) =>
  table?.querySelector("tbody [aria-expanded=true]")?.closest<HTMLElement>("tr[tabindex]");

/** The keyboard shortcuts of the table, as many as fit. */
const Keys = () => (
  <p className="flex h-5 min-w-0 flex-1 flex-wrap items-center justify-end gap-x-3 gap-y-4 overflow-hidden text-12 whitespace-nowrap text-text-muted max-desk:hidden pointer-coarse:hidden">
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
      <Kbd>←</Kbd> <Kbd>→</Kbd> to a value
    </span>
    <span>
      <Kbd>i</Kbd> only it
    </span>
    <span>
      <Kbd>x</Kbd> without it
    </span>
    <span>
      <Kbd>v</Kbd> all values
    </span>
  </p>
);

/** Classes of the time above the rows. It must be one element, so that another one can replace it without moving anything. */
export const timeClass = "min-w-0 text-text-muted max-tablet:w-full";

const none: readonly never[] = [];

export function LoggedEventsTable({
  caption,
  rows: read,
  total,
  row: opened,
  fields: asked,
  name,
  isNamed,
  time = <p className={timeClass}>Newest first</p>,
}: EventTableProps) {
  const { rows, fields: known, of } = read;
  // The rows of another question replace these, even where they are the same events: they would move otherwise.
  const keyOf = (key: string) => `${of} ${key}`;
  const usual = useMemo(() => (name ? usualFields(rows ?? none) : none), [name, rows]);
  const fields = useMemo(() => [...new Set(asked ?? usual)].slice(0, mostFields), [asked, usual]);
  const stay = useSetSearch<EventsSearch>({ resetScroll: false });
  const table = useRef<HTMLDivElement>(null);
  useFirstRowKey(table);
  const focus = useFocusInRows(table);
  useScrollToLinked(opened, () => openedRow(table.current), table);
  const toggle = useEvent(({ key }: EventRow) => stay({ row: key === opened ? undefined : key }));
  // An empty choice is kept as such if there are default columns.
  const show = (chosen: readonly string[]) =>
    stay({ fields: chosen.length > 0 || usual.length > 0 ? [...chosen] : undefined });
  useKeptColumns(name, asked, show);
  const choose = (chosen: readonly string[]) => {
    keepColumns(name, chosen);
    show(chosen);
  };
  const close = () => {
    stay({ row: undefined });
    openedRow(table.current)?.focus();
  };
  const onColumn = useEvent((id: string) => {
    const row = rows?.find((one) => one.customIDs) ?? rows?.[0];
    const field = row && fieldOfColumn(id, row);
    if (field) stay({ field: printField(field) });
  });
  const columns = useMemo(
    () => columnsFor({ toggle, isNamed, fields, onColumn }).filter(({ id }) => isNamed || id !== "event"),
    [toggle, isNamed, fields, onColumn],
  );
  const unknown = fields.filter((field) => !known.some(({ value }) => value === field));
  return (
    <>
      <div className="flex min-h-12 items-center gap-3">
        {time}
        {/* Columns cannot be chosen on a phone. */}
        <span className="-mr-2 ml-auto max-tablet:hidden">
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
            // Beyond the maximum, the first column is dropped.
            onChange={(chosen) => choose(chosen.slice(-mostFields))}
          />
        </span>
      </div>
      <div
        ref={table}
        role="presentation"
        {...focus}
        onKeyDown={(event) => {
          if (event.key === "Escape" && opened !== undefined) close();
        }}
      >
        <ValueActions
          rows={rows ?? none}
          columns={columns}
          onField={(field) => stay({ field: printField(field) })}
        >
          <Table
            caption={caption}
            rows={rows}
            rowKey={({ key }) => keyOf(key)}
            columns={columns}
            scrollsWithPage
            onOpen={toggle}
            opened={opened && keyOf(opened)}
            detail={(event) =>
              event.key === opened ? <EventDetails row={event} fields={fields} onFields={choose} /> : null
            }
          />
        </ValueActions>
      </div>
      {rows ? (
        <RowsEnd rows={read} total={total}>
          <Keys />
        </RowsEnd>
      ) : null}
    </>
  );
}
