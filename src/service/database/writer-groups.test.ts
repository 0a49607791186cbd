// Writers that share a transaction: what is acknowledged is stored, what is refused is not, whatever happens to the others.
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import pLimit from "p-limit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { DatabaseUnavailable, type Database, type Engine, type Transaction } from "./database.ts";
import { deleteEntity, readEntity, writeEntity } from "./entities.ts";
import { everything } from "./pages.ts";
import { listVersions } from "./entity-lists.ts";
import { referencedGates } from "./entity-references.ts";
import { openTestDatabase } from "./test-database.test-support.ts";
import { withWriterGroups } from "./writer-groups.ts";

let database: Database;
/** Whether each of the next transactions fails at its commit. */
let failingCommits: boolean[] = [];
let [transactions, statements] = [0, 0];

/** Counts transactions and statements, and lets commits fail. */
const watched = (engine: Engine): Engine => ({
  ...engine,
  transaction: (work, options) =>
    engine.transaction(async (open) => {
      transactions += 1;
      const result = await work({
        ...open,
        query: (sql, values) => {
          statements += 1;
          return open.query(sql, values);
        },
      });
      if (failingCommits.shift()) throw new DatabaseUnavailable("commit failed");
      return result;
    }, options),
});

beforeEach(async () => {
  failingCommits = [];
  database = await openTestDatabase(watched);
});
afterEach(() => database.close());

const Stored = z.object({ name: z.string(), version: z.number(), tags: z.array(z.string()) });
const parse = (document: unknown) => Stored.parse(document);
const ids = ["a", "b", "c"];

class Refused extends Error {}

/** References to none, one or two gates. */
const referencesOf = (version: number) => ids.slice(0, version % 3);

/** Writes the next version under a unique name; `expected` is the version in If-Match. */
async function write(transaction: Transaction, id: string, name: string, expected?: number) {
  const stored = await readEntity(transaction, "gate", id, parse);
  if (expected !== undefined && expected !== (stored?.version ?? 0)) throw new Refused();
  const version =
    Math.max(stored?.version ?? 0, await lastVersion(transaction, id, stored !== undefined)) + 1;
  const document = { id, name, version, tags: version % 3 ? ["x"] : ["y", "z"] };
  await writeEntity(transaction, "gate", { document, references: referencesOf(version) }, 0);
  expect(await readEntity(transaction, "gate", id, parse)).toMatchObject({ name, version });
  return version;
}

/** The last version of a deleted entity, after which its versions go on. */
async function lastVersion(transaction: Transaction, id: string, isStored: boolean): Promise<number> {
  if (isStored) return 0;
  const [row] = await transaction.query<{ last: number | null }>(
    "select max(version) as last from entity_history where kind = 'gate' and id = $1",
    [id],
  );
  return row?.last ?? 0;
}

const failures = ["refuse", "throw", "throw after a query", "throw in the database", "break", "break first"];
const command = fc.record({
  id: fc.constantFrom(...ids),
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant("write") },
    { weight: 2, arbitrary: fc.constantFrom("expect", "delete", "dry run", "read") },
    { weight: 1, arbitrary: fc.constantFrom(...failures) },
  ),
});

test("any works at once: what is acknowledged is stored, in versions without gaps; what is refused is not", async () => {
  let names = 0;
  await fc.assert(
    fc
      .asyncProperty(
        fc.array(fc.array(command, { maxLength: 12 }), { maxLength: 4 }),
        fc.array(fc.boolean(), { maxLength: 3 }),
        async (rounds, commits) => {
          const acknowledged = new Map<string, Map<number, string>>(ids.map((id) => [id, new Map()]));
          const run = async ({ id, kind }: { id: string; kind: string }) => {
            const name = `n${(names += 1)}`;
            const expected =
              kind === "expect" ? ((await readEntity(database, "gate", id, parse))?.version ?? 0) : undefined;
            const version = await database.transaction(
              async (transaction) => {
                if (kind === "read") return void (await referencedGates(transaction, ids));
                if (kind === "delete") return deleteEntity(transaction, "gate", id, 0);
                if (kind === "refuse") throw new Refused();
                if (kind === "break first") await transaction.query("select nothing from gate");
                const written = await write(transaction, id, name, expected);
                if (kind === "throw") throw new Refused();
                if (kind === "throw after a query") {
                  await transaction.query("select name from gate");
                  throw new Refused();
                }
                if (kind === "throw in the database")
                  await transaction.query("insert into gate (id) values (null)");
                if (kind === "break") await transaction.query("select nothing from gate");
                return written;
              },
              { commit: kind !== "dry run" },
            );
            if (version === undefined || kind === "dry run") return;
            // No two writers were given the same version of an entity.
            expect(acknowledged.get(id)?.has(version)).toBe(false);
            acknowledged.get(id)?.set(version, name);
          };
          failingCommits = [...commits];
          for (const round of rounds)
            for (const one of await Promise.allSettled(round.map(run)))
              if (one.status === "rejected" && one.reason.name === "AssertionError") throw one.reason;
          failingCommits = [];
          for (const id of ids) {
            const stored = await database.query<{ name: string; version: number; tags: string[] }>(
              "select name, version, tags from gate where id = $1",
              [id],
            );
            const { items } = await listVersions(database, "gate", id, everything, parse);
            const told = [...(acknowledged.get(id) ?? [])].sort(([left], [right]) => right - left);
            expect(items.map(({ version, name }) => [version, name])).toEqual(told);
            expect(told.map(([version]) => version)).toEqual(told.map((_, index) => told.length - index));
            for (let twice = 0; twice < 2; twice += 1) {
              const read = await readEntity(database, "gate", id, parse);
              expect(stored).toEqual(read ? [read] : []);
            }
            const version = stored[0]?.version ?? 0;
            const references = await database.query<{ gate_id: string }>(
              "select gate_id from gate_reference where kind = 'gate' and entity_id = $1 order by gate_id",
              [id],
            );
            expect(references.map(({ gate_id }) => gate_id)).toEqual(referencesOf(version));
          }
          const { cache: _, ...forgetful } = database;
          expect(await referencedGates(database, ids)).toEqual(await referencedGates(forgetful, ids));
        },
      )
      .afterEach(async () => {
        await database.transaction(async (transaction) => {
          for (const id of ids) await deleteEntity(transaction, "gate", id, 0);
        });
        await database.transaction(async (transaction) => {
          await transaction.query("delete from entity_history");
          transaction.wholeVersions?.clear();
        });
      }),
    { numRuns: 40 },
  );
}, 120_000);

test("forty writers take two transactions and a few statements; a refused one is the only one", async () => {
  await database.transaction((transaction) => write(transaction, "a", "first"));
  [transactions, statements] = [0, 0];
  const works = Array.from({ length: 40 }, (_, index) =>
    database.transaction(async (transaction) => {
      const version = await write(transaction, "a", `n${index}`);
      if (index === 20) throw new Refused();
      return version;
    }),
  );
  const versions = (await Promise.allSettled(works)).flatMap((one) =>
    one.status === "fulfilled" ? [one.value] : [],
  );
  expect(versions).toEqual(Array.from({ length: 39 }, (_, index) => index + 2));
  expect(transactions).toBeLessThanOrEqual(2);
  expect(statements).toBeLessThanOrEqual(20);
});

test("writers who write on as soon as they are answered share their transactions, whenever they began", async () => {
  const inTurn = pLimit(1);
  let groups = 0;
  const grouped = withWriterGroups({
    ...database,
    transaction: (work) =>
      inTurn(async () => {
        groups += 1;
        const result = await work({ ...database, load: async () => 0 });
        // The wait stands for the commit.
        await wait(5);
        return result;
      }),
  });
  const client = async (begin: number) => {
    await wait(begin);
    for (let times = 0; times < 20; times += 1) {
      await grouped.transaction(async () => undefined);
      await wait(1);
    }
  };
  await Promise.all([0, 0, 0, 0, 0, 3, 3, 3, 3, 3].map(client));

  expect(groups).toBeLessThan(30);
});

test("a work whose statement fails is refused alone, and so is one that throws when the database has its change", async () => {
  const queries = ["insert into gate (id) values (null)", "select nothing from gate", "select 1 as one"];
  const works = ["a", "b", "c", "d"].map((id, index) =>
    database.transaction(async (transaction) => {
      const version = await write(transaction, id, id);
      const query = queries[index];
      if (!query) return version;
      await transaction.query(query);
      throw new Refused();
    }),
  );
  const ended = await Promise.allSettled(works);
  expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "fulfilled"]);
  expect(await database.query("select id, version from gate")).toEqual([{ id: "d", version: 1 }]);
});

test("where the commit fails, everybody of the group is told so, and nothing of it is stored or remembered", async () => {
  await database.transaction((transaction) => write(transaction, "a", "first"));
  failingCommits = [true, true];
  const works = ["second", "third"].map((name) =>
    database.transaction((transaction) => write(transaction, "a", name)),
  );
  const refused = database.transaction(async () => {
    throw new Refused();
  });
  for (const one of [...works, refused]) await expect(one).rejects.toThrow("commit failed");
  expect(await readEntity(database, "gate", "a", parse)).toMatchObject({ name: "first" });
});
