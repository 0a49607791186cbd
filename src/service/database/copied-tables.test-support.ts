// Creates the tables of all migrations at once, in a third of the time: hundreds of tests would otherwise run the same migrations.
import type { Engine, Value } from "./database.ts";
import { openDuckdb } from "./duckdb.ts";
import { migrate } from "./migrations.ts";
import { withWriterGroups } from "./writer-groups.ts";

interface Copied {
  tables: string;
  /** Rows by table, inserted with one statement per table, because every statement waits in a queue. */
  rows: readonly (readonly [string, readonly Record<string, Value>[]])[];
}

async function migrated(): Promise<Copied> {
  const engine = await openDuckdb(":memory:");
  await migrate(withWriterGroups(engine));
  const tables = await engine.query<{ name: string; sql: string }>(
    "select table_name as name, sql from duckdb_tables() where not temporary",
  );
  const rows: [string, Record<string, Value>[]][] = [];
  for (const { name } of tables)
    rows.push([name, await engine.query<Record<string, Value>>(`select * from ${name}`)]);
  await engine.close();
  return {
    tables: tables.map(({ sql }) => sql).join("\n"),
    rows: rows.filter(([, some]) => some.length > 0),
  };
}

let copied: Promise<Copied> | undefined;

/** Creates all tables, with their initial rows, in an empty embedded engine. */
export async function copiedTables(engine: Engine): Promise<Engine> {
  const { tables, rows } = await (copied ??= migrated());
  await engine.transaction(async (statements) => {
    await statements.query(tables);
    for (const [name, some] of rows) {
      const values = some.flatMap((row) => Object.values(row));
      let place = 0;
      const lines = some.map((row) => Object.keys(row).map(() => `$${(place += 1)}`));
      await statements.query(`insert into ${name} values (${lines.join("), (")})`, values);
    }
  });
  return engine;
}
