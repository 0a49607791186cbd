// A pool of in-memory embedded engines for tests. An engine whose tables are unchanged is emptied and reused, because creating one takes
// longer than many a test.
import { copiedTables } from "./copied-tables.test-support.ts";
import { DatabaseUnavailable, type Engine, type Reader } from "./database.ts";
import { openDuckdb } from "./duckdb.ts";

interface Made {
  engine: Engine;
  shape: string;
  /** The rows that migrations leave, as JSON by table. */
  rows: ReadonlyMap<string, string>;
}

/** Engines that are not in use. */
const free: Made[] = [];

/** Maximum number of rows of an engine to reuse; above it the engine is closed, to release its memory. */
const mostRows = 5000;

interface Table extends Record<string, unknown> {
  name: string;
  size: number;
  sql: string;
}

const tablesOf = (engine: Reader) =>
  engine.query<Table>(
    `select table_name as name, estimated_size as size, sql from duckdb_tables() where not temporary
     union all select index_name, 0, sql from duckdb_indexes()
     union all select view_name, 0, sql from duckdb_views() where not internal order by name`,
  );
const shapeOf = (tables: readonly Table[]) => tables.map(({ sql }) => sql).join("\n");
const rowsOf = async (engine: Reader, table: string) =>
  JSON.stringify(await engine.query(`select * from ${table} order by all`));

async function make(): Promise<Made> {
  const engine = await copiedTables(await openDuckdb(":memory:"));
  const tables = await tablesOf(engine);
  const rows = new Map<string, string>();
  for (const { name, size } of tables) if (size > 0) rows.set(name, await rowsOf(engine, name));
  return { engine, shape: shapeOf(tables), rows };
}

/** Deletes the rows that a test wrote; returns false if the tables have changed or hold too many rows. */
async function empty({ engine, shape, rows }: Made): Promise<boolean> {
  const tables = await tablesOf(engine);
  const filled = tables.filter(({ size }) => size > 0);
  if (shapeOf(tables) !== shape || filled.reduce((sum, { size }) => sum + size, 0) > mostRows) return false;
  for (const [name, before] of rows) if ((await rowsOf(engine, name)) !== before) return false;
  await engine.transaction(async (statements) => {
    statements.kept?.clear();
    statements.wholeVersions?.clear();
    for (const { name } of filled) if (!rows.has(name)) await statements.query(`delete from ${name}`);
  });
  return true;
}

/** Returns an empty engine with all tables; `close` returns it to the pool. */
export async function takeEngine(): Promise<Engine> {
  const made = free.pop() ?? (await make());
  const { engine } = made;
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  /** Rejects work after `close`, so that one test cannot write into the database of the next. */
  async function whileOpen<T>(work: () => Promise<T>): Promise<T> {
    if (isClosed) throw new DatabaseUnavailable("The database is being closed.");
    const one = work();
    running.add(one);
    try {
      return await one;
    } finally {
      running.delete(one);
    }
  }
  return {
    ...engine,
    query: (sql, values, signal) => whileOpen(() => engine.query(sql, values, signal)),
    transaction: (work, options) => whileOpen(() => engine.transaction(work, options)),
    snapshot: (work, signal, options) => whileOpen(() => engine.snapshot(work, signal, options)),
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await Promise.allSettled(running);
      if (await empty(made).catch(() => false)) free.push(made);
      else await engine.close();
    },
  };
}
