// One page of the events of a filter, the newest first.
import type { z } from "zod/mini";
import { type EventFilter, type EventsQuery, printCursor } from "#contract/event-query.ts";
import type { EventRecord } from "#contract/event.ts";
import type { Reader } from "#service/database/database.ts";
import { binding, conditionSql } from "./event-condition.ts";

export const recordColumns = `cast(time as text) as timestamp, name, source, value, unit_id as "userID",
  coalesce(ids, '{}'::jsonb) as "customIDs", coalesce(metadata, '{}'::jsonb) as metadata`;

/** Events of one instant in a fixed order, the last stored first. */
const order = "time desc, seq desc";

type Page = Pick<z.output<typeof EventsQuery>, "limit" | "page" | "cursor" | "total">;

async function countOf(reader: Reader, filter: EventFilter): Promise<number> {
  const { values, bind } = binding();
  const [row] = await reader.query<{ total: number }>(
    `select count(*) as total from event where ${conditionSql(filter, bind)}`,
    values,
  );
  return row?.total ?? 0;
}

export async function listFiltered(
  reader: Reader,
  filter: EventFilter,
  { limit, page, cursor, total }: Page,
) {
  const { values, bind } = binding();
  const before = cursor ? cursor.before : (page - 1) * limit;
  const after = cursor
    ? `and (time < ${bind(cursor.time)} or (time = ${bind(cursor.time)} and seq < ${bind(cursor.number)}))`
    : "";
  const rows = limit
    ? await reader.query<EventRecord & { seq: number }>(
        `select ${recordColumns}, seq from event where ${conditionSql(filter, bind)} ${after}
         order by ${order} limit ${limit + 1} ${cursor ? "" : `offset ${before}`}`,
        values,
      )
    : [];
  const items = rows.slice(0, limit).map(({ seq: _seq, ...record }) => record);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const known = before + items.length;
  // The last page tells the number by itself; one past the end does not.
  const isKnown = limit > 0 && !last && (items.length > 0 || before === 0);
  return {
    items,
    total: isKnown || !total ? known : await countOf(reader, filter),
    next: last ? printCursor({ time: Number(last.timestamp), number: last.seq, before: known }) : null,
  };
}
