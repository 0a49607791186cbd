// Builds the statement for one page of the events of a metric source, newest first.
import type { EventCursor } from "#contract/event-query.ts";
import { printCursor } from "#contract/event-query.ts";
import type { EventRecord } from "#contract/event.ts";
import type { EventField } from "#contract/event-where.ts";
import { limitSql, type Dialect } from "#service/analysis/warehouse/dialect.ts";
import type { WarehouseRow } from "#service/warehouse/statement.ts";
import { eventParts } from "./event-parts.ts";
import { selectionSql, type BoundedFilter } from "./event-selection.ts";
import type { EventTable } from "./event-table.ts";

interface Page {
  readonly limit: number;
  /** Position of the last row of the previous page. A warehouse has no row numbers, so `number` is the number of rows on earlier
   *  pages that have the same time in ms. */
  readonly cursor: EventCursor | undefined;
}

/** An SQL statement, and the function that converts its rows to a page; `next` is the cursor of the next page or null. */
export interface PageStatement {
  readonly text: string;
  readonly read: (rows: readonly WarehouseRow[]) => { events: EventRecord[]; next: string | null };
}

const textOf = (value: WarehouseRow[string] | undefined) =>
  value === null || value === undefined ? "" : String(value);

function objectIn(json: unknown): Record<string, unknown> {
  try {
    const read: unknown = typeof json === "string" ? JSON.parse(json) : undefined;
    return read && typeof read === "object" && !Array.isArray(read) ? { ...read } : {};
  } catch {
    return {};
  }
}

export function pageStatement(
  table: EventTable,
  filter: BoundedFilter,
  { limit, cursor }: Page,
  dialect: Dialect,
): PageStatement {
  const parts = eventParts(table, dialect);
  const time = `s.${dialect.column(table.timeColumn)}`;
  const moment = parts.addColumn(dialect.milliseconds(time, table.timeType));
  const inOrder = parts.addColumn(time);
  const single = (part: "name" | "value" | "source" | "userID") => parts.displayColumn({ part });
  const fields = {
    name: single("name"),
    value: single("value"),
    source: single("source"),
    userID: single("userID"),
  };
  const several = (part: "id" | "metadata", keys: readonly string[]) =>
    keys.flatMap((key): [string, string][] => {
      const column = parts.displayColumn({ part, key } satisfies EventField);
      return column ? [[key, column]] : [];
    });
  const ids = several(
    "id",
    [...table.unitColumns.keys()].filter((type) => type !== "userID"),
  );
  const metadata = several(
    "metadata",
    (table.fieldColumns ?? []).map(({ name }) => name),
  );
  const ties = [...Object.values(fields), ...[...ids, ...metadata].map(([, column]) => column)];
  // Not among the columns to sort by, because values of its type may not be sortable.
  const document = table.fieldsColumn && parts.addColumn(`s.${dialect.column(table.fieldsColumn)}`);
  const to = cursor ? Math.min(filter.to, cursor.time + 1) : filter.to;
  const selected = [moment, ...ties, ...(document ? [document] : [])].flatMap((name) => name ?? []);
  const from = selectionSql(table, { ...filter, to }, parts, dialect);
  const order = [`r.${inOrder} desc`, ...new Set(ties.flatMap((name) => (name ? [`r.${name}`] : [])))];
  const text = `select ${[...new Set(selected)].map((name) => `r.${name}`).join(", ")}
${from}
order by ${order.join(", ")}
${limitSql(dialect, limit + 1, cursor?.number ?? 0)}`;

  const recordOf = (row: WarehouseRow): EventRecord => {
    const at = (column: string | undefined) => textOf(column === undefined ? undefined : row[column]);
    const ofColumns = (columns: readonly [string, string][]) =>
      Object.fromEntries(columns.flatMap(([key, column]) => (at(column) ? [[key, at(column)]] : [])));
    return {
      timestamp: at(moment),
      name: at(fields.name),
      source: at(fields.source),
      value: at(fields.value),
      userID: at(fields.userID),
      customIDs: ofColumns(ids),
      metadata: { ...(document && objectIn(row[document])), ...ofColumns(metadata) },
    };
  };
  return {
    text,
    read: (rows) => {
      const events = rows.slice(0, limit).map(recordOf);
      const last = rows.length > limit ? Number(events.at(-1)?.timestamp) : undefined;
      if (last === undefined) return { events, next: null };
      const alike = events.filter(({ timestamp }) => Number(timestamp) === last).length;
      const number = alike + (cursor?.time === last ? cursor.number : 0);
      return {
        events,
        next: printCursor({ time: last, number, before: (cursor?.before ?? 0) + events.length }),
      };
    },
  };
}
