// One page of the events of a filter, the newest first.
import type { z } from "zod/mini";
import { type EventFilter, type EventsQuery, printCursor } from "#contract/event-query.ts";
import type { EventRecord } from "#contract/event.ts";
import type { Reader } from "#service/database/database.ts";
import { newestFirst, ofNumbers } from "#service/database/event-pages.ts";
import { tallyOf } from "./event-counts.ts";
import { binding, conditionSql, sourceOf } from "./event-condition.ts";

export const recordColumns = `cast(time as text) as timestamp, name, source, value, unit_id as "userID",
  coalesce(ids, '{}'::jsonb) as "customIDs", coalesce(metadata, '{}'::jsonb) as metadata`;

type Page = Pick<z.output<typeof EventsQuery>, "limit" | "page" | "cursor" | "total">;

/** Numbers of the events of a page, and of the first one after it. */
async function numbersOf(
  reader: Reader,
  filter: EventFilter,
  { before, cursor, limit }: Pick<Page, "cursor" | "limit"> & { before: number },
): Promise<number[]> {
  const source = await sourceOf(reader, filter);
  const { values, bind } = binding();
  const after = cursor
    ? `and (time < ${bind(cursor.time)} or (time = ${bind(cursor.time)} and seq < ${bind(cursor.number)}))`
    : "";
  const rows = await reader.query<{ seq: number }>(
    `select seq from ${source.table} where ${conditionSql(filter, bind, source)} ${after}
     order by ${newestFirst} limit ${limit + 1} ${cursor ? "" : `offset ${before}`}`,
    values,
  );
  return rows.map(({ seq }) => seq);
}

export async function listFiltered(
  reader: Reader,
  filter: EventFilter,
  { limit, page, cursor, total }: Page,
) {
  const before = cursor ? cursor.before : (page - 1) * limit;
  const found = limit ? await numbersOf(reader, filter, { before, cursor, limit }) : [];
  const rows = found.length
    ? await reader.query<EventRecord & { seq: number }>(
        ofNumbers(`${recordColumns}, seq`, found.slice(0, limit)),
      )
    : [];
  const items = rows.map(({ seq: _seq, ...record }) => record);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const known = before + items.length;
  // The last page tells the number by itself; one past the end does not.
  const isKnown = limit > 0 && !last && (items.length > 0 || before === 0);
  return {
    items,
    total: isKnown || !total ? known : (await tallyOf(reader, filter)).events,
    next: last ? printCursor({ time: Number(last.timestamp), number: last.seq, before: known }) : null,
  };
}
