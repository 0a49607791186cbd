import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import type { Database } from "./database.ts";
import { deleteEntity, loadEntities, writeEntity } from "./entities.ts";
import { entityHeads } from "./entity-heads.ts";
import { openTestDatabase } from "./test-database.test-support.ts";

let database: Database;
let done: string[] = [];
beforeEach(async () => {
  done = [];
  database = await openTestDatabase((engine) => ({
    ...engine,
    query: (sql, values) => {
      if (sql.includes("order by id limit")) done.push("asked");
      return engine.query(sql, values);
    },
  }));
});
afterEach(() => database.close());

const Document = z.looseObject({ id: z.string(), name: z.string() });
let read = 0;
const headsOf = async (_: unknown, documents: readonly unknown[]) => {
  read += documents.length;
  done.push("made");
  return z
    .array(Document)
    .parse(documents)
    .map(({ id, name }) => ({ id, name, description: "", isArchived: false, values: {}, sorts: {} }));
};

const save = (id: string, name: string, references: string[] = []) =>
  database.transaction((transaction) =>
    writeEntity(transaction, "gate", { document: { id, name }, references }, 1),
  );

test("heads follow writes, deletions and new references, and only those are read again", async () => {
  const heads = entityHeads({ kind: "gate", counted: [], headsOf });
  const found = async () => {
    read = 0;
    return [...(await heads.current(database, 0)).find({}).ids, read];
  };
  const documents = Array.from({ length: 2500 }, (_, number) => ({
    document: { id: `id ${number}`, name: `Gate ${number}` },
    references: [],
  }));
  await database.transaction((transaction) => loadEntities(transaction, "gate", documents));
  expect((await found()).slice(-2)).toEqual(["id 2499", 2500]);
  // The next documents are queried while the heads of the previous ones are computed.
  expect(done).toEqual(["asked", "asked", "made", "made"]);
  expect((await found()).at(-1)).toBe(0);
  await save("id 7", "A gate");
  expect((await found()).filter((_, index, { length }) => index === 0 || index === length - 1)).toEqual([
    "id 7",
    1,
  ]);
  await save("new", "A further gate");
  expect((await found()).slice(0, 2)).toEqual(["new", "id 7"]);
  await save("id 7", "A gate", ["id 8"]);
  // The gate that refers, and the gate that is referred to.
  expect((await found()).at(-1)).toBe(2);
  await database.transaction((transaction) => deleteEntity(transaction, "gate", "id 7", 2));
  expect((await found()).slice(0, 2)).toEqual(["new", "id 0"]);
});

test("a transaction that ends later than another is not missed", async () => {
  const heads = entityHeads({ kind: "gate", counted: [], headsOf });
  const ids = async () => (await heads.current(database, 0)).find({}).ids;
  let [end, begun] = [() => {}, () => {}];
  const ending = new Promise<void>((resolve) => (end = resolve));
  const beginning = new Promise<void>((resolve) => (begun = resolve));
  const slow = database.transaction(async (transaction) => {
    await writeEntity(transaction, "gate", { document: { id: "slow", name: "Slow" }, references: [] }, 1);
    begun();
    await ending;
  });
  await beginning;
  expect(await ids()).toEqual([]);
  end();
  await slow;
  await save("quick", "Quick");
  expect(await ids()).toEqual(["quick", "slow"]);
});
