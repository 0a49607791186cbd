// Counts logged events and fills their columns in the background, a little at a time, so that no query about the whole log has to scan
// it. Each part is counted in one transaction, so every event is counted once, even if the service is stopped.
import { setTimeout as wait } from "node:timers/promises";
import type { Database, Transaction } from "./database.ts";
import { fillColumns } from "./event-columns.ts";
import { fillRun } from "./event-runs.ts";
import { longReadsEnd } from "./long-reads-end.ts";
import { countHours, sumHours } from "./event-hours.ts";
import { countParts, sumParts } from "./event-parts.ts";
import { countValues, sumValues, lastCountedValueSql } from "./event-value-hours.ts";

/** Events of one part; those who log have to wait for it. */
const atOnce = 20_000;
/** Events of one part when their values are counted, which takes longer. */
const valuedAtOnce = 5000;
/** Pause after each part, as a multiple of its duration: counting takes a third of the time. */
const rest = 2;
/** Least number of rows of counts before they are summed up. */
const fewestRows = 10_000;

/** Counts the next part; returns whether there are more. */
export async function countPart(transaction: Transaction, events = atOnce): Promise<boolean> {
  const [log] = await transaction.query<{ counted: number; last: number | null }>(
    "select seq as counted, (select max(seq) from event) as last from event_counted",
  );
  const { counted = 0, last } = log ?? {};
  if (!last || last <= counted) return false;
  const until = Math.min(last, counted + events);
  // A literal number, because PostgreSQL expects a third of the log for one that it has to look up first, and would scan all of it.
  const condition = `seq > ${counted} and seq <= ${until}`;
  await countHours(transaction, condition);
  await countParts(transaction, condition);
  await transaction.query("update event_counted set seq = $1", [until]);
  return until < last;
}

/** The share of the log that is counted and has its columns. Queries about the rest take longer, but give the same answers. */
export async function countedShare(database: Pick<Database, "query" | "engine">): Promise<number> {
  const valued = database.engine === "postgres" ? `, ${lastCountedValueSql}` : "";
  const [row] = await database.query<{ done: number; last: number | null }>(
    `select least(event_counted.seq, event_filled.seq ${valued}) as done, (select max(seq) from event) as last
     from event_counted, event_filled`,
  );
  return row?.last ? row.done / row.last : 1;
}

/** Returns a function that counts everything logged since its last call. */
export function eventCounter(database: Database, stop: AbortSignal | undefined): () => Promise<void> {
  let isCounting = false;
  let mostRows = fewestRows;

  /** Runs one part after another, with pauses; returns whether there were several. */
  async function all(part: () => Promise<boolean>): Promise<boolean> {
    for (let parts = 1; ; parts += 1) {
      await longReadsEnd(database, stop);
      const started = performance.now();
      if (!(await part())) return parts > 1;
      await wait((performance.now() - started) * rest, undefined, { signal: stop });
    }
  }

  async function count() {
    await all(() => database.transaction(countPart));
    // Where the engine has no room for a run, the events are filled in parts instead.
    if (database.engine === "duckdb") await all(() => fillRun(database).catch(() => false));
    const areMany = await all(() => database.transaction((transaction) => fillColumns(transaction, atOnce)));
    if (database.engine === "postgres") {
      await all(() => database.transaction((transaction) => countValues(transaction, valuedAtOnce)));
      // PostgreSQL plans badly on a table that it has not analyzed.
      if (areMany) await database.query("analyze event_column");
    }
    if ((await countedRows()) <= mostRows) return;
    await database.transaction(async (transaction) => {
      await sumHours(transaction);
      await sumParts(transaction);
    });
    await sumValues(database);
    mostRows = fewestRows + 2 * (await countedRows());
  }

  const countedRows = async () =>
    (
      await database.query<{ rows: number }>(
        `select (select count(*) from event_hour) + (select count(*) from event_part)
           + (select count(*) from event_value_hour) as rows`,
      )
    )[0]?.rows ?? 0;

  return async () => {
    if (isCounting) return;
    isCounting = true;
    try {
      // Usually nothing was logged, and finding that out takes no transaction.
      if ((await countedShare(database)) < 1) await count();
    } catch (error) {
      if (!stop?.aborted) throw error;
    } finally {
      isCounting = false;
    }
  };
}
