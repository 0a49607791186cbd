import { expect, test } from "vitest";
import { writeEntity } from "./entities.ts";
import { migrate } from "./migrations.ts";
import { openTestDatabase } from "./test-database.test-support.ts";

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
