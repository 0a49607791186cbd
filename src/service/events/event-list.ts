// Reads one page of the events of a filter, newest first.
import type { z } from "zod/mini";
import { type EventFilter, type EventsQuery, printCursor } from "#contract/event-query.ts";
import type { EventRecord } from "#contract/event.ts";
import type { Reader } from "#service/database/database.ts";
import { newestFirst, ofNumbers } from "#service/database/event-pages.ts";
import { timeHoldingEvents } from "#service/database/event-hours.ts";
import { countOf } from "./event-counts.ts";
import { binding, conditionSql, type EventSource, sourceOf, wholeLog } from "./event-condition.ts";
import { usesOnlyNamesAndTimes } from "./count-sources.ts";

export const recordColumns = `cast(time as text) as timestamp, name, source, value, unit_id as "userID",
  coalesce(ids, '{}'::jsonb) as "customIDs", coalesce(metadata, '{}'::jsonb) as metadata`;

type Page = Pick<z.output<typeof EventsQuery>, "limit" | "page" | "cursor" | "total">;

/** The start of a page, and the number of its events. */
interface Stretch {
  limit: number;
  /** Number of events to skip. */
  offset?: number;
  /** The last event of the previous page. */
  after?: { time: number; number: number } | undefined;
}

/** Returns a time (ms) such that at least `events` events of the names lie between it and the end of the time range, or the
 *  previous page; undefined if there are fewer. */
const oldestOf = (reader: Reader, { names, to }: EventFilter, { after }: Stretch, events: number) => {
  const end = Math.min(after?.time ?? Infinity, to ?? Infinity);
  return timeHoldingEvents(reader, names, Number.isFinite(end) ? end : undefined, events);
};

const since = (filter: EventFilter, time: number | undefined): EventFilter =>
  time === undefined ? filter : { ...filter, from: Math.max(time, filter.from ?? -Infinity) };

async function numbersIn(
  reader: Reader,
  source: EventSource,
  filter: EventFilter,
  { limit, offset = 0, after }: Stretch,
): Promise<number[]> {
  const { values, bind } = binding();
  const { time, number } = after ?? {};
  // The bound `time <=` follows from the other condition, but lets the engine skip newer parts of the log.
  const older = after ? `and time <= ${time} and (time < ${time} or seq < ${number})` : "";
  const rows = await reader.query<{ seq: number }>(
    `select seq from ${source.table} where ${conditionSql(filter, bind, source)} ${older}
     order by ${newestFirst} limit ${limit} offset ${offset}`,
    values,
  );
  return rows.map(({ seq }) => seq);
}

/** Number of events that PostgreSQL scans by the index of the log before it switches to the column table. */
const looksThrough = 50_000;

/** Reads the sequence numbers of one page of the events of a filter, newest first. */
export async function sequenceNumbersOfPage(
  reader: Reader,
  filter: EventFilter,
  stretch: Stretch,
  near = looksThrough,
): Promise<number[]> {
  const { limit, offset = 0 } = stretch;
  if (usesOnlyNamesAndTimes(filter)) {
    const known = since(filter, await oldestOf(reader, filter, stretch, offset + limit));
    const source = reader.engine === "postgres" ? wholeLog : await sourceOf(reader, known);
    return numbersIn(reader, source, known, stretch);
  }
  if (reader.engine === "duckdb") return numbersIn(reader, await sourceOf(reader, filter), filter, stretch);
  const oldest = filter.units ? undefined : await oldestOf(reader, filter, stretch, near);
  const found = await numbersIn(reader, wholeLog, since(filter, oldest), stretch);
  if (found.length === limit || oldest === undefined) return found;
  return numbersIn(reader, await sourceOf(reader, filter), filter, stretch);
}

/** Returns a page of the events of a filter and the cursor of the next page, null on the last one. Without `total` in the query,
 *  the returned total counts only the events up to this page. */
export async function listFiltered(
  reader: Reader,
  filter: EventFilter,
  { limit, page, cursor, total }: Page,
) {
  const before = cursor ? cursor.before : (page - 1) * limit;
  // One more row than asked for shows whether there is a next page.
  const stretch = { limit: limit + 1, ...(cursor ? { after: cursor } : { offset: before }) };
  const found = limit ? await sequenceNumbersOfPage(reader, filter, stretch) : [];
  const rows = found.length
    ? await reader.query<EventRecord & { seq: number }>(
        ofNumbers(`${recordColumns}, seq`, found.slice(0, limit)),
      )
    : [];
  const items = rows.map(({ seq: _seq, ...record }) => record);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const known = before + items.length;
  // The last page implies the total; a page past the end does not.
  const isKnown = limit > 0 && !last && (items.length > 0 || before === 0);
  return {
    items,
    total: isKnown || !total ? known : await countOf(reader, filter),
    next: last ? printCursor({ time: Number(last.timestamp), number: last.seq, before: known }) : null,
  };
}
