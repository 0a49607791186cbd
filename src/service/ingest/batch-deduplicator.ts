// The ids of the batches stored within a day, because libraries send a batch again when they received no answer.
import type { Database, Transaction } from "#service/database/database.ts";
import { batchBloomFilters } from "./batch-filter.ts";

interface Identified {
  /** Absent if a repetition of the batch cannot be recognized. */
  id: string | undefined;
  /** Time of arrival in ms. */
  time: number;
}

const hour = 3_600_000;
const day = 24 * hour;
const idLength = 22;

/** Reads the stored ids into a filter, with one query per hour. */
async function readFilter(transaction: Transaction) {
  const filter = batchBloomFilters();
  const hours = await transaction.query<{ begins: number }>(
    `select distinct time - time % ${hour} as begins from logged_batch order by begins`,
  );
  for (const { begins } of hours) {
    const [row] = await transaction.query<{ ids: string }>(
      "select string_agg(id, '') as ids from logged_batch where time >= $1 and time < $2",
      [begins, begins + hour],
    );
    const { ids } = row ?? { ids: "" };
    for (let place = 0; place < ids.length; place += idLength)
      filter.add(ids.slice(place, place + idLength), begins + hour);
  }
  return filter;
}

export function batchDeduplicator(database: Database) {
  let filter: ReturnType<typeof batchBloomFilters> | undefined;
  let forgotten = 0;

  /** Returns those of the ids that are already stored. With the embedded engine, to which no other process writes, a filter
   *  avoids most queries, which take longer the more ids are stored. */
  async function found(transaction: Transaction, ids: readonly string[]) {
    if (database.engine === "duckdb") filter ??= await readFilter(transaction);
    const asked = filter ? ids.filter(filter.mayHave) : ids;
    if (asked.length === 0) return [];
    return transaction.query<{ id: string }>("select id from logged_batch where id = any($1)", [asked]);
  }

  async function forgetOld(transaction: Transaction, now: number) {
    if (now < forgotten + hour) return;
    await transaction.query("delete from logged_batch where time < $1", [now - day]);
    filter?.forget(now - day);
    forgotten = now;
  }

  return {
    /** Stores the ids of batches, and returns the batches that were not stored before, each id once. Nothing else writes
     *  meanwhile, so ids are inserted without a check for duplicates, with which the embedded engine would take twice as long. */
    store: async <Batch extends Identified>(
      transaction: Transaction,
      batches: readonly Batch[],
      now: number,
    ): Promise<Batch[]> => {
      const byID = new Map(batches.flatMap((batch) => (batch.id === undefined ? [] : [[batch.id, batch]])));
      if (byID.size > 0) for (const { id } of await found(transaction, [...byID.keys()])) byID.delete(id);
      if (byID.size > 0) {
        // If the transaction fails, the filter has ids that are not stored: `found` queries the database for them later.
        for (const id of byID.keys()) filter?.add(id, now);
        const rows = [...byID.keys()].map((id) => [id, now]);
        await transaction.load("logged_batch", ["id", "time"], rows);
      }
      await forgetOld(transaction, now);
      return [...byID.values(), ...batches.filter(({ id }) => id === undefined)];
    },
  };
}
