// The cache of entities always agrees with the database, whatever is written, rolled back and read at the same time.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "./database.ts";
import { deleteEntity, readEntity, writeEntity } from "./entities.ts";
import { referencedGates } from "./entity-references.ts";
import { valueCache } from "./value-cache.ts";
import { openTestDatabase } from "./test-database.test-support.ts";

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const ids = ["a", "b", "c"];
const nameOf = (document: unknown) =>
  typeof document === "object" && document !== null && "name" in document ? document.name : undefined;

const command = fc.record({
  id: fc.constantFrom(...ids),
  kind: fc.constantFrom("write", "write", "dry run", "fail", "delete", "read", "read", "read in a write"),
  references: fc.subarray(ids),
  status: fc.constantFrom("In Progress", "Archived"),
});

test("any order of writes, dry runs, failures and reads at once", async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
        let [names, acknowledged] = [0, 0];
        const seen: [unknown, string][] = [];
        await Promise.all(
          commands.map(async ({ id, kind, references, status }) => {
            if (kind === "read") {
              const least = acknowledged;
              const name = Number(await readEntity(database, "gate", "a", nameOf));
              // Each acknowledged write below renames "a" to a larger number.
              expect(Number.isNaN(name) ? least : name).toBeGreaterThanOrEqual(least);
              return;
            }
            const work = database.transaction(
              async (transaction) => {
                if (kind === "read in a write") {
                  await referencedGates(transaction, ids);
                  return;
                }
                if (kind === "delete" && id !== "a") return deleteEntity(transaction, "gate", id, 0);
                names += 1;
                const name = names;
                for (const one of new Set([id, "a"])) {
                  await readEntity(transaction, "gate", one, nameOf);
                  const document = { id: one, name: String(name), status, version: name };
                  await writeEntity(transaction, "gate", { document, references }, 0);
                  seen.push([await readEntity(transaction, "gate", one, nameOf), String(name)]);
                }
                if (kind === "fail") throw new Error("undone");
                if (kind === "write") return () => (acknowledged = Math.max(acknowledged, name));
              },
              { commit: kind !== "dry run" },
            );
            (await work.catch(() => undefined))?.();
          }),
        );
        expect(seen.map(([read]) => read)).toEqual(seen.map(([, written]) => written));
        for (const id of ids) {
          const [row] = await database.query<{ document: unknown }>(
            "select document from gate where id = $1",
            [id],
          );
          for (let twice = 0; twice < 2; twice += 1)
            expect(await readEntity(database, "gate", id, nameOf)).toBe(nameOf(row?.document));
        }
        const { cache: _, ...forgetful } = database;
        expect(await referencedGates(database, ids)).toEqual(await referencedGates(forgetful, ids));
      })
      .afterEach(() =>
        database.transaction(async (transaction) => {
          for (const id of ids) await deleteEntity(transaction, "gate", id, 0);
        }),
      ),
    { numRuns: 60 },
  );
}, 60_000);

test("a reading that a change overtakes is not remembered", async () => {
  let change = () => {};
  const changed = new Promise<void>((resolve) => (change = resolve));
  const cache = valueCache();
  const stale = cache.read("key", async () => {
    await changed;
    return { value: "old", size: 1 };
  });
  cache.change("key", undefined);
  change();
  expect(await stale).toBe("old");
  expect(await cache.read("key", async () => ({ value: "new", size: 1 }))).toBe("new");
  expect(await cache.read("key", async () => ({ value: "newer", size: 1 }))).toBe("new");
  cache.change("key", { value: "newest", size: 1 });
  expect(await cache.read("key", async () => undefined)).toBe("newest");
});
