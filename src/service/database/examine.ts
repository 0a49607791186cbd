// Reads the whole embedded database once, a little at a time, because damage to the file only shows when the damaged part is read.
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "./database.ts";
import { longReadsEnd } from "./long-reads-end.ts";

/** Approximate milliseconds of one read, which some requests have to wait for. */
const atOnce = 40;
/** Fewest rows of one read: a few rows take hardly less time than a thousand. */
const fewest = 1000;
/** Pause after each read, as a multiple of its duration: reads take a fifth of the time. */
const rest = 4;

// Choice: after a start the embedded database is read once in the background, using a fifth of the time.
/** Throws where a part cannot be read; from then on the database reports the damage as its trouble. */
export async function examine(database: Database, stop: AbortSignal): Promise<void> {
  const tables = await database.query<{ name: string; has_key: boolean }>(
    `select table_name as name, has_primary_key as has_key from duckdb_tables() where not temporary order by 1`,
  );
  for (const { name, has_key } of tables) {
    const [last] = await database.query<{ row: number | null }>(`select max(rowid) as row from "${name}"`);
    let rows = fewest;
    for (let from = 0; from <= (last?.row ?? -1);) {
      await longReadsEnd(database, stop);
      const started = performance.now();
      const part = `from "${name}" as one where rowid >= ${from} and rowid < ${from + rows}`;
      // Hashes the values of every column, because the engine would read no more than the row count of a column that is not needed.
      await database.query(`select bit_xor(hash(one)) as sum ${part}`);
      // Inserting rows that exist already makes the engine read the index of the keys; the transaction is rolled back.
      if (has_key)
        await database.transaction(
          (transaction) => transaction.query(`insert into "${name}" select * ${part} on conflict do nothing`),
          { commit: false },
        );
      from += rows;
      const took = performance.now() - started;
      await wait(took * rest, undefined, { signal: stop });
      if (took < atOnce) rows *= 2;
      else if (took > 2 * atOnce) rows = Math.max(fewest, rows / 2);
    }
  }
}
