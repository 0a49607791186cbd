import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { BulkRows, Database, Value } from "./database.ts";
import { openTestDatabase } from "./test-database.test-support.ts";

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  await database.transaction((transaction) =>
    transaction.query(
      "create table loaded (id text, many text[], size double precision, seen bigint, j jsonb)",
    ),
  );
});
afterEach(() => database.close());

const load = (columns: string[], rows: BulkRows) =>
  database.transaction((transaction) => transaction.load("loaded", columns, rows));
const stored = () => database.query("select * from loaded order by id");

async function* streamed(rows: readonly Value[][]) {
  yield* rows;
}

const collectGarbage = () => {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
};

test("stores rows of a list and of a stream alike, columns in any order, what is not given as null", async () => {
  expect(await load(["j", "id", "many"], [['{"a":[1]}', "a", ["x", 'y"{,}']]])).toBe(1);
  expect(await load(["seen", "id", "size"], streamed([[1_790_841_600_123, "b", 0.1]]))).toBe(1);
  expect(await stored()).toEqual([
    { id: "a", many: ["x", 'y"{,}'], size: null, seen: null, j: { a: [1] } },
    { id: "b", many: null, size: 0.1, seen: 1_790_841_600_123, j: null },
  ]);
});

test.skipIf(process.env["TEST_DATABASE_URL"])(
  "a copy that is attached for a backup does not matter",
  async () => {
    await database.query("attach ':memory:' as copy; create table copy.loaded (seen bigint, id text)");
    expect(await load(["id", "seen"], [["a", 1]])).toBe(1);
    expect(await stored()).toMatchObject([{ id: "a", seen: 1 }]);
  },
);

test("texts of any characters, empty ones and none, and any numbers are stored as they are", async () => {
  const texts = [
    "",
    " ",
    ",",
    "'",
    '"',
    "\\",
    "\n",
    "\t",
    "null",
    "NULL",
    "\u0001",
    "\u{1F984}",
    "{}",
    "[1,2]",
    null,
  ];
  const numbers = [0, -1.5e-7, 1e21, 0.1 + 0.2, null, 5e-324, -1];
  const rows = texts.map((id, at): Value[] => [id, numbers[at % numbers.length] ?? null, at * 1e14]);
  // Each of these two values makes a batch of rows be stored in the other way.
  const odd: Value[][] = ["\u001E", "a\u001Fb"].map((id) => [id, null, 7]);
  for (const list of [rows, odd, [...rows, ...odd]]) {
    expect(await load(["id", "size", "seen"], list)).toBe(list.length);
    const found = await database.query("select id, size, seen, j from loaded");
    expect(found.map(({ id, size, seen }) => [id, size, seen])).toEqual(expect.arrayContaining(list));
    expect(found).toHaveLength(list.length);
    await database.transaction((transaction) => transaction.query("delete from loaded"));
  }
});

test("stores more rows than fit one batch", async () => {
  const rows = Array.from({ length: 60_001 }, (_, at) => [`u${at}`, at]);
  expect(await load(["id", "seen"], rows)).toBe(60_001);
  expect(await database.query("select count(*) as n, sum(seen) as total from loaded")).toEqual([
    { n: 60_001, total: 1_800_030_000 },
  ]);
});

test.each([
  ["between two rows", [["a", 1]]],
  [
    "in the middle of a row",
    [
      ["a", 1],
      ["b", 0.5],
    ],
  ],
])("stores nothing of a load that breaks off %s, neither now nor later", async (_, rows) => {
  const breaking = (async function* () {
    yield* rows;
    throw new Error("broken off");
  })();
  await expect(load(["id", "seen"], breaking)).rejects.toThrow();
  collectGarbage();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await stored()).toEqual([]);
});
