// Embedded engines in memory for tests. One whose tables are still those of the migrations is emptied and used again: to make one takes
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

/** Those that nobody uses now. */
const free: Made[] = [];

/** Rows above which the memory is rather given back. */
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

/** Takes away what was written; false where the tables are others, or hold too much. */
async function empty({ engine, shape, rows }: Made): Promise<boolean> {
  const tables = await tablesOf(engine);
  const filled = tables.filter(({ size }) => size > 0);
  if (shapeOf(tables) !== shape || filled.reduce((sum, { size }) => sum + size, 0) > mostRows) return false;
  for (const [name, before] of rows) if ((await rowsOf(engine, name)) !== before) return false;
  await engine.transaction(async (statements) => {
    statements.kept?.clear();
    for (const { name } of filled) if (!rows.has(name)) await statements.query(`delete from ${name}`);
  });
  return true;
}

/** An empty engine with all tables; `close` takes it back. */
export async function takeEngine(): Promise<Engine> {
  const made = free.pop() ?? (await make());
  const { engine } = made;
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  /** Whoever has closed it does not reach into the next test. */
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
