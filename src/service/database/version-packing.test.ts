// Versions stored as differences: all of them can be read again, whatever happened between them.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "./database.ts";
import { deleteEntity, writeEntity } from "./entities.ts";
import { listVersions } from "./entity-lists.ts";
import { readEarlierVersions } from "./history.ts";
import { openTestDatabase } from "./test-database.test-support.ts";

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const words = Array.from({ length: 300 }, (_, word) => (word * 7919).toString(36)).join(" ");
const document = (version: number, description = words) => ({
  id: "checkout",
  name: "Checkout",
  description,
  version,
  passPercentage: version % 100,
});
const write = (version: number, description?: string) =>
  database.transaction((transaction) =>
    writeEntity(transaction, "gate", { document: document(version, description), references: [] }, version),
  );
const all = async () =>
  (await listVersions(database, "gate", "checkout", { limit: 500, page: 1 }, (one) => one)).items;
const countedBases = async () =>
  (await database.query<{ base: number | null }>("select base from entity_history order by version")).map(
    ({ base }) => base,
  );

test("versions that differ little are stored as differences from a version stored whole, and read back", async () => {
  for (let version = 1; version <= 120; version += 1) await write(version);
  const written = Array.from({ length: 120 }, (_, place) => document(120 - place));
  expect(await all()).toEqual(written);
  const page = await listVersions(database, "gate", "checkout", { limit: 7, page: 3 }, (one) => one);
  expect(page.items).toEqual(written.slice(14, 21));
  const keys = [60, 20].map((version) => ({ kind: "gate" as const, id: "checkout", version }));
  const found = await readEarlierVersions(database, keys, 1e6);
  expect(found.toSorted((left, right) => left.version - right.version)).toEqual(
    keys.toReversed().map((key) => ({ ...key, document: document(key.version) })),
  );
  if (database.engine === "postgres") return;
  const bases = await countedBases();
  // Each version depends on one other at most, and at most 50 depend on the same.
  expect(bases.flatMap((base, place) => (base === null ? [place + 1] : []))).toEqual([1, 52, 103]);
  const [sizes] = await database.query<{ size: number; packed: number }>(
    "select sum(size) as size, sum(octet_length(packed)) as packed from entity_history",
  );
  expect(sizes?.packed).toBeLessThan((sizes?.size ?? 0) / 15);
});

test("no version depends on one that was rolled back", async () => {
  await write(1);
  const rolledBack = async (commit: boolean) => {
    await database
      .transaction(
        async (transaction) => {
          const next = document(2, words.toUpperCase());
          await writeEntity(transaction, "gate", { document: next, references: [] }, 2);
          // Stores the recorded change.
          await transaction.query("select 1 as one");
          if (commit) throw new Error("refused");
        },
        { commit },
      )
      .catch(() => undefined);
  };
  await rolledBack(true);
  await rolledBack(false);
  for (let version = 2; version <= 5; version += 1) await write(version);
  expect(await all()).toEqual([5, 4, 3, 2, 1].map((version) => document(version)));
});

test("versions before a deletion and after it are read back", async () => {
  for (let version = 1; version <= 3; version += 1) await write(version);
  await database.transaction((transaction) => deleteEntity(transaction, "gate", "checkout", 3));
  for (let version = 4; version <= 6; version += 1) await write(version);
  expect(await all()).toEqual([6, 5, 4, 3, 2, 1].map((version) => document(version)));
});

test("a version that differs much is stored whole, and later ones as differences from it", async () => {
  const other = Array.from({ length: 300 }, (_, word) => (word * 104_729).toString(36)).join("-");
  for (const [version, text] of [words, words, other, other, other].entries()) await write(version + 1, text);
  expect(await all()).toEqual(
    [other, other, other, words, words].map((text, place) => document(5 - place, text)),
  );
  if (database.engine === "duckdb") expect(await countedBases()).toEqual([null, 1, null, 3]);
});
