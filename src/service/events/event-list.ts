// One page of the events of a filter, the newest first.
import type { z } from "zod/mini";
import { type EventFilter, type EventsQuery, printCursor } from "#contract/event-query.ts";
import type { EventRecord } from "#contract/event.ts";
import type { Reader } from "#service/database/database.ts";
import { newestFirst, ofNumbers } from "#service/database/event-pages.ts";
import { hoursWith } from "#service/database/event-hours.ts";
import { tallyOf } from "./event-counts.ts";
import { binding, conditionSql, sourceOf } from "./event-condition.ts";
import { isTallied } from "./tallied-events.ts";

export const recordColumns = `cast(time as text) as timestamp, name, source, value, unit_id as "userID",
  coalesce(ids, '{}'::jsonb) as "customIDs", coalesce(metadata, '{}'::jsonb) as metadata`;

type Page = Pick<z.output<typeof EventsQuery>, "limit" | "page" | "cursor" | "total">;

/** Where a list begins, and how many of its events are wanted. */
interface Stretch {
  limit: number;
  /** Events that are left out before it. */
  offset?: number;
  /** The last event that was read before. */
  after?: { time: number; number: number } | undefined;
}

/** ms: the events of a stretch are not older; undefined where that is not known without a look at them. */
async function oldestTime(reader: Reader, filter: EventFilter, { limit, offset = 0, after }: Stretch) {
  if (!isTallied(filter)) return undefined;
  const end = Math.min(after?.time ?? Infinity, filter.to ?? Infinity);
  return hoursWith(reader, filter.names, Number.isFinite(end) ? end : undefined, offset + limit);
}

/** Numbers of the newest events of a filter. */
export async function newestNumbers(
  reader: Reader,
  filter: EventFilter,
  stretch: Stretch,
): Promise<number[]> {
  const { limit, offset = 0, after } = stretch;
  const oldest = await oldestTime(reader, filter, stretch);
  const from = Math.max(oldest ?? -Infinity, filter.from ?? -Infinity);
  const bounded = Number.isFinite(from) ? { ...filter, from } : filter;
  const source = await sourceOf(reader, bounded);
  const { values, bind } = binding();
  const { time, number } = after ?? {};
  // Said twice, so that the parts of the log that are newer are not looked at.
  const older = after ? `and time <= ${time} and (time < ${time} or seq < ${number})` : "";
  const rows = await reader.query<{ seq: number }>(
    `select seq from ${source.table} where ${conditionSql(bounded, bind, source)} ${older}
     order by ${newestFirst} limit ${limit} offset ${offset}`,
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
  // One more tells whether there is a next page.
  const stretch = { limit: limit + 1, ...(cursor ? { after: cursor } : { offset: before }) };
  const found = limit ? await newestNumbers(reader, filter, stretch) : [];
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
