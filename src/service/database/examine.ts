// Reads all of the embedded database once, a little at a time: a damaged part of the file is found only where it is read.
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "./database.ts";

/** ms that one reading takes, about; some requests wait for it. */
const atOnce = 40;
/** Rows of one reading. A few take hardly less time than a thousand. */
const fewest = 1000;
/** Of five parts of the time one is used. */
const rest = 4;

// Choice: after a start the embedded database is read once in the background, in a fifth of the time.
/** Throws where a part cannot be read; the database tells that from then on. */
export async function examine(database: Database, stop: AbortSignal): Promise<void> {
  const tables = await database.query<{ name: string; has_key: boolean }>(
    `select table_name as name, has_primary_key as has_key from duckdb_tables() where not temporary order by 1`,
  );
  for (const { name, has_key } of tables) {
    const [last] = await database.query<{ row: number | null }>(`select max(rowid) as row from "${name}"`);
    let rows = fewest;
    for (let from = 0; from <= (last?.row ?? -1);) {
      const started = performance.now();
      const part = `from "${name}" as one where rowid >= ${from} and rowid < ${from + rows}`;
      // The values of every column: of some the engine would otherwise read their number alone.
      await database.query(`select bit_xor(hash(one)) as sum ${part}`);
      // The index of the keys is read where a row comes that is there already; nothing of it is stored.
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
