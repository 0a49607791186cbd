// The columns of logged events: their cells, and the field that each shows.
import type { EventField } from "#contract/event-where.ts";
import { parseField } from "#contract/event-where.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Expander } from "#console/foundation/table/expander.tsx";
import { Muted } from "#console/foundation/table/shared-columns.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { formatInstant } from "#console/foundation/ui/instant-format.ts";
import { CellLink } from "./cell-link.tsx";
import { fieldNamed, textOfField } from "./event-fields.ts";
import type { EventRow } from "./event-rows.ts";

const User = ({ event: { userID } }: { event: EventRow }) =>
  userID ? (
    <CellLink path={["users", userID]} title={`All that was logged of ${userID}`} className="hover:underline">
      <Mono>{userID}</Mono>
    </CellLink>
  ) : (
    <Muted>no user</Muted>
  );

const own = { event: "name", user: "userID", value: "value", source: "source" } as const;
const before = "field ";

/** Returns the field of a column for this row, in filter syntax; undefined for the time. */
export function fieldOfColumn(id: string, event: EventRow): EventField | undefined {
  if (id.startsWith(before)) return fieldNamed(event, id.slice(before.length));
  const [, part] = Object.entries(own).find(([column]) => column === id) ?? [];
  return part && parseField(part);
}

interface ColumnsInput {
  toggle: (row: EventRow) => void;
  isNamed: boolean;
  fields: readonly string[];
  /** Opens the values of a column. */
  onColumn: (id: string) => void;
}

/** Memoize the result: new columns make all rows render again. */
export function columnsFor({ toggle, isNamed, fields, onColumn }: ColumnsInput): Column<EventRow>[] {
  const headOf = (id: string, name: string) => ({
    id,
    header: name,
    head: (
      <button
        type="button"
        title={`Values of ${name}`}
        onClick={() => onColumn(id)}
        className="max-w-full truncate align-middle hover:text-accent hover:underline"
      >
        {name}
      </button>
    ),
  });
  return [
    {
      id: "time",
      header: "Time",
      // Aligned with the times, not with the expand buttons in front of them.
      head: <span className="pl-8 pointer-coarse:pl-12">Time</span>,
      width: "208px",
      phone: "second",
      cell: (event, isOpen) => {
        const time = formatInstant(Number(event.timestamp));
        return (
          <span className="figures max-tablet:inline-block max-tablet:-ml-1.5 max-tablet:pointer-coarse:-ml-3.5">
            <Expander
              label={`Details of the event at ${time}`}
              isOpen={isOpen}
              onToggle={() => toggle(event)}
            />
            {time}
            {isNamed ? (
              <span className="tablet:hidden">
                {" · "}
                <User event={event} />
              </span>
            ) : null}
          </span>
        );
      },
    },
    {
      ...headOf("event", "Event"),
      ...(fields.length > 0 && { width: "150px" }),
      phone: "first",
      cell: ({ name }) => (
        <CellLink
          path={["events", name]}
          // Tall enough for a finger, because the footer covers a part of the last visible row.
          className="inline-block max-w-full truncate py-1 align-middle font-medium hover:underline"
        >
          {name}
        </CellLink>
      ),
    },
    {
      ...headOf("user", "User"),
      // Wide enough for the whole id beside columns that share the remaining width.
      ...(fields.length > 0 && { width: "124px" }),
      phone: isNamed ? "hidden" : "first",
      cell: (event) => <User event={event} />,
    },
    {
      ...headOf("value", "Value"),
      width: "88px",
      align: "end",
      phone: "end",
      cell: ({ value }) => <span>{value}</span>,
    },
    ...fields.map((field, index): Column<EventRow> => ({
      ...headOf(before + field, field),
      // The first two also fit on a tablet.
      className: index < 2 ? "" : "max-desk:hidden",
      cell: (event) => {
        const text = textOfField(event, field);
        return text === undefined ? <Muted>–</Muted> : <span title={text}>{text}</span>;
      },
    })),
    {
      ...headOf("source", "Source"),
      width: "112px",
      // The first column to be hidden when space is short, for example beside the values panel.
      className: "max-desk:hidden @max-[50rem]:hidden",
      cell: ({ source }) => <Muted>{source}</Muted>,
    },
  ];
}
