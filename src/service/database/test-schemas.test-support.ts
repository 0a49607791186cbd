// Schemas for tests on PostgreSQL. A schema whose tables are unchanged is emptied and reused, because creating the tables takes longer
// than most tests.
import { randomBytes } from "node:crypto";
import type { Reader } from "./database.ts";
import { openDatabase } from "./open-database.ts";
import { openPostgres } from "./postgres.ts";

interface Schema {
  name: string;
  /** URL of the server with the search path of this schema. */
  url: string;
  shape: string;
  /** The rows that the migrations leave, as JSON by table. */
  rows: ReadonlyMap<string, string>;
}

/** Schemas not in use, by the URL of their server. */
const free = new Map<string, Schema[]>();

/** A hash of all columns of tables and indexes, all functions and all triggers. */
async function shapeOf(server: Reader, schema: string): Promise<string> {
  const [row] = await server.query<{ shape: string }>(
    `select md5(string_agg(line, ';' order by line)) as shape from (
       select concat_ws(' ', c.relname, c.relkind, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) as line
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = $1::regnamespace and a.attnum > 0 and not a.attisdropped
       union all select concat_ws(' ', 'function', proname, md5(prosrc)) from pg_proc where pronamespace = $1::regnamespace
       union all select concat_ws(' ', 'trigger', c.relname, t.tgname, t.tgenabled)
       from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = $1::regnamespace
     ) lines`,
    [schema],
  );
  return row?.shape ?? "";
}

async function tablesWithRows(server: Reader, schema: string): Promise<string[]> {
  const tables = await server.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = $1",
    [schema],
  );
  const each = tables.map(
    ({ name }) => `select '${name}' as name where exists (select from ${schema}.${name})`,
  );
  return (await server.query<{ name: string }>(each.join(" union all "))).map(({ name }) => name);
}

const rowsOf = async (server: Reader, table: string) =>
  (await server.query<{ rows: string }>(`select json_agg(t)::text as rows from ${table} t`))[0]?.rows ?? "";

async function makeSchema(server: ReturnType<typeof openPostgres>, address: string): Promise<Schema> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await server.query(`create schema ${name}`);
  const url = new URL(address);
  url.searchParams.set("options", `-c search_path=${name}`);
  await (await openDatabase({ url: url.href })).close();
  const rows = new Map<string, string>();
  for (const table of await tablesWithRows(server, name))
    rows.set(table, await rowsOf(server, `${name}.${table}`));
  return { name, url: url.href, shape: await shapeOf(server, name), rows };
}

/** Restores the rows that the migrations left; false where the tables have changed, or are still in use. */
async function empty(
  server: ReturnType<typeof openPostgres>,
  { name, shape, rows }: Schema,
): Promise<boolean> {
  try {
    if ((await shapeOf(server, name)) !== shape) return false;
    await server.transaction(async (statements) => {
      await statements.query("set local lock_timeout = '2s'");
      const filled = await tablesWithRows(statements, name);
      for (const table of new Set([...filled, ...rows.keys()])) {
        const left = rows.get(table);
        if (left !== undefined && left === (await rowsOf(statements, `${name}.${table}`))) continue;
        await statements.query(`truncate ${name}.${table}`);
        if (left !== undefined)
          await statements.query(
            `insert into ${name}.${table} select * from json_populate_recordset(null::${name}.${table}, $1::json)`,
            [left],
          );
      }
    });
    return true;
  } catch {
    return false;
  }
}

/** Returns an empty schema with all tables; `close` returns it for reuse. */
export async function takeSchema(address: string) {
  const server = openPostgres(address);
  const schema = free.get(address)?.pop() ?? (await makeSchema(server, address));
  return {
    url: schema.url,
    close: async () => {
      if (await empty(server, schema)) free.set(address, [...(free.get(address) ?? []), schema]);
      else await server.query(`drop schema ${schema.name} cascade`);
      await server.close();
    },
  };
}
