// Texts that are not valid sources: they are rejected before they run, and harmless if they run nevertheless.
import { Client } from "pg";
import { expect, test } from "vitest";
import { DuckDBInstance } from "@duckdb/node-api";
import { warehouseProviderNames } from "#contract/warehouse-providers.ts";
import { attackWith, hostileTexts, takenTexts } from "./hostile-texts.test-support.ts";
import { openClient } from "./open-client.ts";
import { runStatement } from "./run-statement.ts";

const server = process.env["TEST_DATABASE_URL"];

test("of more than a thousand hostile texts no engine's source takes one", () => {
  expect(hostileTexts("victim").length).toBeGreaterThan(1000);
  for (const provider of warehouseProviderNames)
    expect([provider, takenTexts(provider, "victim")]).toEqual([provider, []]);
});

test.skipIf(!server)(
  "on PostgreSQL the wrapper and the read-only transaction keep the victim, too",
  async () => {
    const url = new URL(server ?? "");
    // The role owns its schema and may do anything there, but cannot end other users' connections.
    const schema = `hostile_${process.pid}`;
    const admin = new Client({ connectionString: server });
    await admin.connect();
    await admin.query(
      `create role ${schema} login password 'hostile'; create schema ${schema} authorization ${schema};
       set role ${schema}; create table ${schema}.victim (a int); insert into ${schema}.victim values (1), (2); reset role`,
    );
    const client = await openClient("postgres", {
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      username: schema,
      password: "hostile",
      useTls: false,
    });
    const victim = `${schema}.victim`;
    const run = (text: string) =>
      runStatement(client, { text, values: [], tag: "hostile", deadline: Date.now() + 2000 });
    await attackWith(victim, run, 8);
    await expect(run(`select * from ${victim}`)).resolves.toMatchObject({ rows: [{ a: 1 }, { a: 2 }] });
    const { rows } = await admin.query(
      `select table_name from information_schema.tables where table_schema = $1 or table_name = 'stolen'`,
      [schema],
    );
    expect(rows).toEqual([{ table_name: "victim" }]);
    await client.close();
    await admin.query(`drop schema ${schema} cascade; drop role ${schema}`);
    await admin.end();
  },
  300_000,
);

test("on DuckDB the wrapper keeps the victim, too", async () => {
  const connection = await (
    await DuckDBInstance.create(":memory:", { autoinstall_known_extensions: "false" })
  ).connect();
  await connection.run("create table victim (a int)");
  await connection.run("insert into victim values (1), (2)");
  // Runs a text as a client would: as one prepared statement.
  const run = async (text: string) => (await connection.prepare(text)).runAndReadAll();
  await attackWith("victim", run);
  const left = await connection.runAndReadAll("select a from victim order by a");
  expect(left.getRows()).toEqual([[1], [2]]);
  const tables = await connection.runAndReadAll("select table_name from information_schema.tables");
  expect(tables.getRows()).toEqual([["victim"]]);
}, 120_000);
