import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import type { Database } from "./database.ts";
import { loadEntities, readEntity, updateEntities, writeEntity } from "./entities.ts";
import { listReferences, listVersions } from "./entity-lists.ts";
import { openTestDatabase } from "./test-database.test-support.ts";

const Document = z.looseObject({ id: z.string(), name: z.string(), version: z.number() });
const parse = (document: unknown) => Document.parse(document);
const everything = { limit: 100, page: 1 };

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const save = (id: string, change: object = {}, references: string[] = [], commit = true) =>
  database.transaction(
    (transaction) =>
      writeEntity(
        transaction,
        "gate",
        { document: { id, name: id, version: 1, ...change }, references },
        1000,
      ),
    { commit },
  );

test("reads back what was written, with lists and JSON as they were", async () => {
  await save("a", { tags: ["x", "y"], rules: [{ targetValue: ["ö", "'"] }] });
  expect(await readEntity(database, "gate", "a", parse)).toEqual({
    id: "a",
    name: "a",
    version: 1,
    tags: ["x", "y"],
    rules: [{ targetValue: ["ö", "'"] }],
  });
  expect(await readEntity(database, "gate", "b", parse)).toBeUndefined();
});

test("keeps every replaced version, the current one first", async () => {
  await save("a", { name: "first" });
  await save("a", { name: "second", version: 2 });
  await save("a", { name: "third", version: 3 });
  const versions = await listVersions(database, "gate", "a", { limit: 2, page: 1 }, parse);
  expect(versions).toMatchObject({ total: 3, items: [{ name: "third" }, { name: "second" }] });
});

test("stores an entity several times in one transaction, with every version in between", async () => {
  await save("a", { name: "old", tags: ["x"] }, ["b"]);
  await database.transaction(async (transaction) => {
    for (const [index, name] of ["first", "second"].entries()) {
      const document = { id: "a", name, version: index + 2, tags: ["x", name] };
      await writeEntity(transaction, "gate", { document, references: ["b", "b", "c"] }, 2000);
    }
  });
  const versions = await listVersions(database, "gate", "a", everything, parse);
  expect(versions.items.map(({ name }) => name)).toEqual(["second", "first", "old"]);
  const references = await database.query("select gate_id from gate_reference order by gate_id");
  expect(references).toEqual([{ gate_id: "b" }, { gate_id: "c" }]);
});

test("stores nothing, history included, when a write throws or is a dry run", async () => {
  await save("a");
  await save("a", { version: 2 }, ["b"], false);
  await expect(
    database.transaction(async (transaction) => {
      await writeEntity(transaction, "gate", { document: { id: "a", version: 2 }, references: ["b"] }, 1000);
      throw new Error("late");
    }),
  ).rejects.toThrow("late");
  expect((await listVersions(database, "gate", "a", everything, parse)).total).toBe(1);
  expect((await listReferences(database, "b", "gate", everything, parse)).total).toBe(0);
});

test("rewrites the references of an entity with the entity", async () => {
  await save("a", {}, ["b", "c", "b"]);
  await save("a", { version: 2 }, ["c"]);
  expect((await listReferences(database, "b", "gate", everything, parse)).total).toBe(0);
  expect(await listReferences(database, "c", "gate", everything, parse)).toMatchObject({
    total: 1,
    items: [{ id: "a" }],
  });
});

test("queues writers, so that none sees half of another", async () => {
  await database.transaction((transaction) => transaction.query("create table counter (n integer)"));
  await database.transaction((transaction) => transaction.query("insert into counter values (0)"));
  const add = () =>
    database.transaction(async (transaction) => {
      const [row] = await transaction.query<{ n: number }>("select n from counter");
      await transaction.query("update counter set n = $1", [(row?.n ?? 0) + 1]);
    });
  await Promise.all(Array.from({ length: 20 }, add));
  expect(await database.query("select n from counter")).toEqual([{ n: 20 }]);
});

test("loads rows in bulk, whatever their types", async () => {
  const rows = Array.from({ length: 6000 }, (_, index) => [
    "buy",
    1e12 + index,
    `u${index}`,
    "1.5",
    index ? 1.5 : null,
    "web",
    '{"a":"b"}',
    index,
  ]);
  const count = await database.transaction((transaction) =>
    transaction.load(
      "event",
      ["name", "time", "unit_id", "value", "value_number", "source", "metadata", "seq"],
      rows,
    ),
  );
  expect(count).toBe(6000);
  expect(
    await database.query("select count(*) as n, sum(value_number) as total, max(time) as last from event"),
  ).toEqual([{ n: 6000, total: 5999 * 1.5, last: 1e12 + 5999 }]);
  expect(await database.query("select metadata from event where seq = 5")).toEqual([
    { metadata: { a: "b" } },
  ]);
});

test("updates many at once as one by one: values, versions, references", async () => {
  const write = (id: string, version: number, references: string[]) => ({
    document: { id, name: `${id} ${version}`, version, tags: [`tag ${version}`], status: "Launched" },
    references,
  });
  await save("untouched", {}, ["a"]);
  await database.transaction((transaction) =>
    loadEntities(transaction, "gate", [write("a", 1, []), write("b", 1, ["a", "c"])]),
  );
  for (const version of [2, 3])
    await database.transaction((transaction) =>
      updateEntities(
        transaction,
        "gate",
        [write("a", version, ["c"]), write("b", version, ["a", "a"])],
        3000,
      ),
    );
  const filtered = await database.query<{ name: string }>(
    "select name from gate where 'tag 3' = any(tags) and status = 'Launched' order by name",
  );
  expect(filtered.map(({ name }) => name)).toEqual(["a 3", "b 3"]);
  const versions = await listVersions(database, "gate", "b", everything, parse);
  expect(versions.items.map(({ name }) => name)).toEqual(["b 3", "b 2", "b 1"]);
  const references = await database.query(
    "select gate_id, entity_id from gate_reference order by entity_id, gate_id",
  );
  expect(references.map(({ gate_id, entity_id }) => [gate_id, entity_id])).toEqual([
    ["c", "a"],
    ["a", "b"],
    ["a", "untouched"],
  ]);
});
