// Stores logged batches: those of all requests that wait at the same time in one transaction, each of them once.
import { checkCounter, type NewCheck } from "#service/database/check-counts.ts";
import type { Database, Transaction } from "#service/database/database.ts";
import { DatabaseUnavailable } from "#service/database/database.ts";
import { gatherer } from "#service/database/gather.ts";
import {
  loadEvents,
  loadExposures,
  type NewEvent,
  type NewExposure,
  sumCounters,
} from "#service/database/logs.ts";

export interface Batch {
  /** Absent where nothing tells whether the same events came before. */
  id: string | undefined;
  /** ms; when it came. */
  time: number;
  events: readonly NewEvent[];
  exposures: readonly NewExposure[];
  checks: readonly NewCheck[];
}

interface Waiting {
  batch: Batch;
  stored: () => void;
  refuse: (error: unknown) => void;
}

/** Rows of waiting batches: more would take too much memory, and their senders come again. */
const mostRows = 100_000;
/** Rows of one transaction. */
const rowsAtOnce = 20_000;
const day = 86_400_000;
const hour = day / 24;
/** Transactions after which the counters are summed up, so that they are read as fast as before. */
const storesBetweenSums = 300;

const rowsOf = ({ events, exposures, checks }: Batch) => events.length + exposures.length + checks.length;

/** The batches whose id was not stored before, each id once; their ids are stored. Nobody else writes meanwhile; to leave those out that
 *  are there already while inserting would take the embedded engine twice as long. */
async function newBatches(transaction: Transaction, batches: readonly Batch[]): Promise<Batch[]> {
  const byID = new Map(batches.flatMap((batch) => (batch.id === undefined ? [] : [[batch.id, batch]])));
  if (byID.size > 0) {
    const stored = await transaction.query<{ id: string }>("select id from logged_batch where id = any($1)", [
      [...byID.keys()],
    ]);
    for (const { id } of stored) byID.delete(id);
  }
  if (byID.size > 0)
    await transaction.query("insert into logged_batch (id, time) select unnest($1::text[]), $2::bigint", [
      [...byID.keys()],
      Math.max(...batches.map(({ time }) => time)),
    ]);
  return [...byID.values(), ...batches.filter(({ id }) => id === undefined)];
}

/** A function that resolves when a batch is on the disk. */
export function batchWriter(database: Database): (batch: Batch) => Promise<void> {
  const waiting: Waiting[] = [];
  let waitingRows = 0;
  const groups = gatherer(waiting);
  let isRunning = false;
  let forgotten = 0;
  const count = checkCounter();
  let stores = 0;

  /** Libraries send a batch again within a day. */
  async function forgetOld(transaction: Transaction, now: number) {
    if (now < forgotten + hour) return;
    await transaction.query("delete from logged_batch where time < $1", [now - day]);
    forgotten = now;
  }

  async function store(batches: readonly Batch[]) {
    const now = Math.max(...batches.map(({ time }) => time));
    await database.transaction(async (transaction) => {
      const fresh = await newBatches(transaction, batches);
      const events = fresh.flatMap((batch) => batch.events);
      const exposures = fresh.flatMap((batch) => batch.exposures);
      if (events.length > 0) await loadEvents(transaction, events);
      if (exposures.length > 0) await loadExposures(transaction, exposures);
      await count(
        transaction,
        fresh.flatMap((batch) => batch.checks),
        now,
      );
      await forgetOld(transaction, now);
      if (stores % storesBetweenSums === 0) await sumCounters(transaction);
      stores += 1;
    });
  }

  function take(): Waiting[] {
    let [count, rows] = [0, 0];
    for (const { batch } of waiting) {
      if (count > 0 && rows + rowsOf(batch) > rowsAtOnce) break;
      rows += rowsOf(batch);
      count += 1;
    }
    waitingRows -= rows;
    return waiting.splice(0, count);
  }

  /** One that cannot be stored keeps none of the others from being stored. */
  async function storeAll(members: readonly Waiting[]): Promise<void> {
    try {
      await store(members.map(({ batch }) => batch));
      for (const { stored } of members) stored();
    } catch (error) {
      const [first, ...others] = members;
      if (others.length === 0 || error instanceof DatabaseUnavailable)
        for (const { refuse } of members) refuse(error);
      else {
        if (first) await storeAll([first]);
        await storeAll(others);
      }
    }
  }

  async function run() {
    isRunning = true;
    while (waiting.length > 0) {
      await groups.gather();
      const members = take();
      await storeAll(members);
      groups.ended(members.length);
    }
    isRunning = false;
  }

  return (batch) => {
    if (waitingRows > mostRows)
      return Promise.reject(
        new DatabaseUnavailable("Too many events are waiting to be stored. Send them again later."),
      );
    waitingRows += rowsOf(batch);
    return new Promise((stored, refuse) => {
      waiting.push({ batch, stored, refuse });
      // In a turn of its own, so that all requests that were read in this one are stored together.
      if (!isRunning) setImmediate(() => (isRunning ? undefined : void run()));
    });
  };
}
