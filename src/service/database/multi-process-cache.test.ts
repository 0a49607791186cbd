// Only on PostgreSQL: processes that share a database read what any of them has stored, from the moment it is acknowledged.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import type { Database, Engine } from "./database.ts";
import { deleteEntity, readEntity, writeEntity } from "./entities.ts";
import { referencedGates } from "./entity-references.ts";
import { openDatabase } from "./open-database.ts";
import { openTestDatabase } from "./test-database.test-support.ts";
import { testApp } from "#service/test-app.test-support.ts";

const server = process.env["TEST_DATABASE_URL"];
const onPostgres = test.skipIf(!server);
const ids = ["a", "b", "c"];
const Stored = z.object({ version: z.number() });
const parse = (document: unknown) => Stored.parse(document);

let processes: Database[] = [];
/** Number of documents that were read from the database instead of the cache. */
let read = 0;
const watched = (engine: Engine): Engine => ({
  ...engine,
  query: (sql, values) => {
    if (sql.includes("select document")) read += 1;
    return engine.query(sql, values);
  },
});

beforeEach(async () => {
  if (!server) return;
  const first = await openTestDatabase(watched);
  const [row] = await first.query<{ schema: string }>("select current_schema() as schema");
  const url = new URL(server);
  url.searchParams.set("options", `-c search_path=${row?.schema}`);
  processes = [await openDatabase({ url: url.href }), first];
});
afterEach(async () => {
  for (const one of processes.splice(0)) await one.close();
});

/** Stores and returns the next version, which refers to all gates or to none. */
const write = (database: Database, id: string) =>
  database.transaction(async (transaction) => {
    const version = ((await readEntity(transaction, "gate", id, parse))?.version ?? 0) + 1;
    const document = { id, name: id, version };
    await writeEntity(transaction, "gate", { document, references: version % 2 ? ids : [] }, 0);
    return version;
  });

onPostgres("a document that nobody has changed, or stored, is read once", async () => {
  const [other, own] = processes;
  if (!other || !own) return;
  await write(other, "a");
  read = 0;
  for (let times = 0; times < 5; times += 1)
    expect(await readEntity(own, "gate", "a", parse)).toEqual({ version: 1 });
  expect(read).toBe(1);
  await write(other, "a");
  expect(await readEntity(own, "gate", "a", parse)).toEqual({ version: 2 });
  await other.transaction((transaction) => deleteEntity(transaction, "gate", "a", 0));
  read = 0;
  for (let times = 0; times < 5; times += 1)
    expect(await readEntity(own, "gate", "a", parse)).toBeUndefined();
  expect(read).toBe(1);
  await write(other, "a");
  expect(await readEntity(own, "gate", "a", parse)).toEqual({ version: 1 });
});

onPostgres("a request asks once what others have changed", async () => {
  let asked = 0;
  const { request, close } = await testApp({
    between: (engine) => ({
      ...engine,
      query: (sql, values) => {
        if (sql.includes("pg_current_snapshot")) asked += 1;
        return engine.query(sql, values);
      },
    }),
  });
  for (const name of ["first", "second"])
    await request("POST", "/console/v1/gates", { body: { name, description: name, type: "TEMPORARY" } });
  const list = "/console/v1/gates";
  for (const path of [list, `${list}/first`, `${list}/first/gate_references`]) {
    asked = 0;
    const { status } = await request("GET", path);
    expect({ path, status, asked }).toEqual({ path, status: 200, asked: 1 });
  }
  await close();
});

const command = fc.record({
  process: fc.nat({ max: 1 }),
  id: fc.constantFrom(...ids),
  kind: fc.constantFrom("write", "write", "read", "read", "references", "request"),
});

onPostgres("any writes and reads of two processes at once", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(command, { maxLength: 30 }), async (commands) => {
        const acknowledged = new Map<string, number>();
        const written: string[] = [];
        await Promise.all(
          commands.map(async ({ process, id, kind }) => {
            const database = processes[process];
            if (!database) return;
            const least = acknowledged.get(id) ?? 0;
            if (kind === "request") {
              const before = new Map(acknowledged);
              const reader = await database.upToDate();
              for (const one of ids)
                expect((await readEntity(reader, "gate", one, parse))?.version ?? 0).toBeGreaterThanOrEqual(
                  before.get(one) ?? 0,
                );
              return;
            }
            if (kind === "references") return void (await referencedGates(database, ids));
            if (kind === "read") {
              const found = await readEntity(database, "gate", id, parse);
              return expect(found?.version ?? 0).toBeGreaterThanOrEqual(least);
            }
            const version = await write(database, id);
            expect(version).toBeGreaterThan(least);
            acknowledged.set(id, Math.max(acknowledged.get(id) ?? 0, version));
            written.push(`${id} ${version}`);
          }),
        );
        // No version was assigned twice, and both processes read the last one.
        expect(new Set(written).size).toBe(written.length);
        for (const database of processes) {
          for (const id of ids)
            expect((await readEntity(database, "gate", id, parse))?.version).toBe(acknowledged.get(id));
          const { cache: _, ...forgetful } = database;
          expect(await referencedGates(database, ids)).toEqual(await referencedGates(forgetful, ids));
        }
      })
      .afterEach(async () => {
        const [database] = processes;
        await database?.transaction(async (transaction) => {
          for (const id of ids) await deleteEntity(transaction, "gate", id, 0);
        });
      }),
    { numRuns: 40 },
  );
});
