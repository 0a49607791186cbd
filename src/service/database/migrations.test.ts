import { expect, test } from "vitest";
import type { Reader } from "./database.ts";
import { openDuckdb } from "./duckdb.ts";
import { writeEntity } from "./entities.ts";
import { migrate } from "./migrations.ts";
import { openTestDatabase } from "./test-database.test-support.ts";
import { withWriterGroups } from "./writer-groups.ts";

test.skipIf(process.env["TEST_DATABASE_URL"])("tests have the tables that the migrations make", async () => {
  const made = async (from: Reader) => ({
    tables: await from.query("select sql from duckdb_tables() order by sql"),
    others: await from.query(
      `select index_name as name from duckdb_indexes()
         union all select view_name from duckdb_views() where not internal
         union all select sequence_name from duckdb_sequences()
         union all select type_name from duckdb_types() where not internal`,
    ),
    migrations: await from.query("select name from migration order by name"),
  });
  const engine = await openDuckdb(":memory:");
  await migrate(withWriterGroups(engine));
  const database = await openTestDatabase();
  expect(await made(database)).toEqual(await made(engine));
  await Promise.all([database.close(), engine.close()]);
});

test("a database from before references were marked gets them marked", async () => {
  const database = await openTestDatabase();
  await database.transaction(async (transaction) => {
    for (const [id, status] of [
      ["old", "Archived"],
      ["new", "Launched"],
    ] as const)
      await writeEntity(
        transaction,
        "gate",
        { document: { id, status, version: 1 }, references: ["base"] },
        1000,
      );
    await writeEntity(
      transaction,
      "experiment",
      { document: { id: "old", status: "active", version: 1 }, references: ["base"] },
      1000,
    );
  });
  const references = () =>
    database.query("select kind, entity_id, in_use from gate_reference order by kind, entity_id");
  const marked = [
    { kind: "experiment", entity_id: "old", in_use: true },
    { kind: "gate", entity_id: "new", in_use: true },
    { kind: "gate", entity_id: "old", in_use: false },
  ];
  expect(await references()).toEqual(marked);
  await database.transaction(async (transaction) => {
    await transaction.query("alter table gate_reference drop column in_use");
    await transaction.query("delete from migration where name = '006 references in use'");
  });
  await migrate(database);
  expect(await references()).toEqual(marked);
  await database.close();
});

test("a database from before inline rules without an id were read gets their references", async () => {
  const database = await openTestDatabase();
  const conditions = [{ type: "passes_gate", targetValue: ["base"] }];
  const document = {
    id: "price",
    status: "active",
    targetingGateID: "shop",
    inlineTargetingRulesJSON: JSON.stringify([{ name: "inline", passPercentage: 100, conditions }]),
  };
  await database.transaction(async (transaction) => {
    await writeEntity(transaction, "experiment", { document, references: ["shop"] }, 1000);
    await transaction.query("delete from migration where name = '009 references in inline targeting'");
  });
  await migrate(database);
  expect(await database.query("select gate_id, entity_id from gate_reference order by gate_id")).toEqual([
    { gate_id: "base", entity_id: "price" },
    { gate_id: "shop", entity_id: "price" },
  ]);
  await database.close();
});

test("metrics from before they had versions are the first ones of themselves", async () => {
  const database = await openTestDatabase();
  const document = {
    id: "Orders::sum",
    name: "Orders",
    type: "sum",
    directionality: "increase",
    tags: ["Core"],
  };
  await database.transaction(async (transaction) => {
    await transaction.query("drop table metric");
    await transaction.query(
      "create table metric (id text not null, name text not null, type text not null, document jsonb not null)",
    );
    await transaction.load(
      "metric",
      ["id", "name", "type", "document"],
      [[document.id, document.name, document.type, JSON.stringify(document)]],
    );
    await transaction.query("delete from migration where name like '034%' or name like '035%'");
  });
  await migrate(database);
  expect(await database.query("select id, name, type, tags, version, document from metric")).toEqual([
    {
      id: "Orders::sum",
      name: "Orders",
      type: "sum",
      tags: ["Core"],
      version: 1,
      document: { ...document, version: 1 },
    },
  ]);
  await database.close();
});
