// Deletes events after their retention time, by whole days and a little at a time: readers never wait, and those who log hardly do. Each
// part is one transaction, so rows and counts agree even if the service is stopped; the next pass continues. With several processes, each
// deletes whatever it still finds.
import { setTimeout as wait } from "node:timers/promises";
import type { EventRetention } from "#contract/event-retention.ts";
import type { Database, Reader, Transaction } from "./database.ts";
import { clampProgress } from "./event-columns.ts";
import { eventHours, hour, readLastCounted } from "./event-hours.ts";
import { day } from "./event-parts.ts";
import { markCountsCurrent } from "./event-value-hours.ts";
import { raiseLogCounters, sumCounters } from "./logs.ts";

/** Most events of one part, unless a single hour has more. */
const atOnce = 20_000;
/** Pause after each part, as a multiple of its duration: deleting takes a third of the time. */
const rest = 2;

/** Start of the first day that is kept, in ms (UTC); undefined where all events are kept. */
export const keptSince = (days: number | undefined, now: number): number | undefined =>
  days === undefined ? undefined : (Math.floor(now / day) - days) * day;

/** Time in ms before which events were deleted; null where none were. */
export async function removedBefore(reader: Reader): Promise<number | null> {
  const [row] = await reader.query<{ time: number }>("select time from events_removed");
  return row?.time ?? null;
}

export const readRetention = async (reader: Reader, days: number | undefined): Promise<EventRetention> => ({
  days: days ?? null,
  removedBefore: await removedBefore(reader),
});

/** End of the next part, in ms, made of whole hours before a time; undefined where nothing is left. */
async function nextEnd(reader: Reader, before: number): Promise<number | undefined> {
  const [oldest] = await reader.query<{ time: number | null }>(
    `select min(time) as time from event where time < ${before}`,
  );
  if (!oldest || oldest.time === null) return undefined;
  const hours = await reader.query<{ hour: number; logged: number }>(
    `select hour, cast(sum(logged) as bigint) as logged from ${eventHours(await readLastCounted(reader))}
     where hour < ${before / hour} and logged > 0 group by hour order by hour limit 1000`,
  );
  let [end, rows] = [(Math.floor(oldest.time / hour) + 1) * hour, 0];
  for (const next of hours) {
    rows += next.logged;
    if (rows > atOnce && (next.hour + 1) * hour > end) break;
    end = Math.max(end, (next.hour + 1) * hour);
  }
  return Math.min(end, before);
}

/** Deletes the events before an hour, and records the start of the retained days. */
async function removePart(transaction: Transaction, until: number, before: number) {
  const counts = await transaction.query<{ name: string; removed: number }>(
    `select name, count(*) as removed from event where time < ${until} group by name`,
  );
  await transaction.query(`delete from event_column where time < ${until}`);
  await transaction.query(`delete from event where time < ${until}`);
  await transaction.query(`delete from event_value_hour where hour < ${until / hour}`);
  await clampProgress(transaction);
  // The catalogue still has to say since when a name has been logged.
  const end = until / hour;
  await transaction.query(
    `create temp table first_seen as select name, min(hour) as hour, min(first_time) as first_time from event_hour
     where hour < ${end} and name in (select name from event_hour where hour >= ${end}) group by name`,
  );
  await transaction.query(`delete from event_hour where hour < ${end}`);
  await transaction.query(
    `insert into event_hour (name, hour, logged, first_time, last_time)
     select name, hour, 0, first_time, first_time from first_seen`,
  );
  await transaction.query("drop table first_seen");
  // The hours of a day are deleted in order, and all of them are.
  await transaction.query(`delete from event_part where day <= ${Math.floor((until - 1) / day)}`);
  await raiseLogCounters(transaction, "event", new Map(counts.map(({ name, removed }) => [name, -removed])));
  await raiseLogCounters(transaction, "undone", new Map([["", 1]]));
  await markCountsCurrent(transaction);
  await sumCounters(transaction);
  await transaction.query("delete from log_state where kind = 'event' and logged <= 0");
  const known = await removedBefore(transaction);
  await transaction.query(
    known === null
      ? `insert into events_removed (time) values (${before})`
      : `update events_removed set time = ${Math.max(known, before)}`,
  );
}

/** Returns a function that deletes all events whose retention time is over. */
export function eventRemover(
  database: Database,
  { days, now, stop }: { days: number | undefined; now: () => number; stop: AbortSignal | undefined },
): () => Promise<void> {
  let isRemoving = false;
  async function remove(before: number) {
    for (;;) {
      const until = await nextEnd(database, before);
      if (until === undefined || stop?.aborted) return;
      const started = performance.now();
      await database.transaction((transaction) => removePart(transaction, until, before), { isLong: true });
      await wait((performance.now() - started) * rest, undefined, stop && { signal: stop });
    }
  }
  return async () => {
    const before = keptSince(days, now());
    if (before === undefined || isRemoving) return;
    isRemoving = true;
    try {
      await remove(before);
    } catch (error) {
      if (!stop?.aborted) throw error;
    } finally {
      isRemoving = false;
    }
  };
}
