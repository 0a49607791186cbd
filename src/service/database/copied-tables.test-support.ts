// The tables that the migrations make, made at once: a third of the time, which hundreds of tests would spend on the same steps.
import type { Engine, Value } from "./database.ts";
import { openDuckdb } from "./duckdb.ts";
import { migrate } from "./migrations.ts";
import { withWriterGroups } from "./writer-groups.ts";

interface Copied {
  tables: string;
  /** By table: one insert each, as every statement takes its turn. */
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

/** An empty embedded engine, with the tables and their first rows. */
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
