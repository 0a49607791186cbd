// The tables that the migrations make, made at once: a third of the time, which hundreds of tests would spend on the same steps.
import type { Engine, Value } from "./database.ts";
import { openDuckdb } from "./duckdb.ts";
import { migrate } from "./migrations.ts";
import { withWriterGroups } from "./writer-groups.ts";

interface Copied {
  tables: string;
  /** With their tables. */
  rows: readonly (readonly [string, Record<string, Value>])[];
}

async function migrated(): Promise<Copied> {
  const engine = await openDuckdb(":memory:");
  await migrate(withWriterGroups(engine));
  const tables = await engine.query<{ name: string; sql: string }>(
    "select table_name as name, sql from duckdb_tables() where not temporary",
  );
  const rows: [string, Record<string, Value>][] = [];
  for (const { name } of tables)
    for (const row of await engine.query<Record<string, Value>>(`select * from ${name}`))
      rows.push([name, row]);
  await engine.close();
  return { tables: tables.map(({ sql }) => sql).join("\n"), rows };
}

let copied: Promise<Copied> | undefined;

/** An empty embedded engine, with the tables and their first rows. */
export async function copiedTables(engine: Engine): Promise<Engine> {
  const { tables, rows } = await (copied ??= migrated());
  await engine.transaction(async (statements) => {
    await statements.query(tables);
    for (const [name, row] of rows) {
      const places = Object.keys(row).map((_, index) => `$${index + 1}`);
      await statements.query(`insert into ${name} values (${places.join(", ")})`, Object.values(row));
    }
  });
  return engine;
}
