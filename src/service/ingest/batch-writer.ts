// Stores logged batches: those of all concurrent requests in one transaction, and each batch only once.
import { checkCounter, type NewCheck } from "#service/database/check-counts.ts";
import type { Database } from "#service/database/database.ts";
import { DatabaseUnavailable } from "#service/database/database.ts";
import { gatherer } from "#service/database/gather.ts";
import {
  loadEvents,
  loadExposures,
  type NewEvent,
  type NewExposure,
  sumCounters,
} from "#service/database/logs.ts";
import { batchDeduplicator } from "./batch-deduplicator.ts";

export interface Batch {
  /** Absent if a repetition of the batch cannot be recognized. */
  id: string | undefined;
  /** Time of arrival in ms. */
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

/** Maximum number of rows of waiting batches: more would take too much memory, and libraries send refused batches again. */
const mostRows = 100_000;
/** Maximum number of rows of one transaction, unless a single batch has more. */
const rowsAtOnce = 20_000;
/** Number of transactions after which the counters are summed up, so that reading them stays fast. */
const storesBetweenSums = 300;

const rowsOf = ({ events, exposures, checks }: Batch) => events.length + exposures.length + checks.length;

/** Returns a function that stores a batch and resolves when the batch is on disk. It rejects with DatabaseUnavailable if too many
 *  rows are waiting. */
export function batchWriter(database: Database): (batch: Batch) => Promise<void> {
  const waiting: Waiting[] = [];
  let waitingRows = 0;
  const groups = gatherer(waiting);
  let isRunning = false;
  const ids = batchDeduplicator(database);
  const count = checkCounter();
  let stores = 0;

  async function store(batches: readonly Batch[]) {
    const now = Math.max(...batches.map(({ time }) => time));
    await database.transaction(async (transaction) => {
      const fresh = await ids.store(transaction, batches, now);
      const events = fresh.flatMap((batch) => batch.events);
      const exposures = fresh.flatMap((batch) => batch.exposures);
      if (events.length > 0) await loadEvents(transaction, events);
      if (exposures.length > 0) await loadExposures(transaction, exposures);
      await count(
        transaction,
        fresh.flatMap((batch) => batch.checks),
        now,
      );
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

  /** If storing fails, the first batch is tried alone, so that a batch that cannot be stored does not hold back the others. */
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
      // Deferred to the next turn of the event loop, so that all requests read in this one are stored together.
      if (!isRunning) setImmediate(() => (isRunning ? undefined : void run()));
    });
  };
}
