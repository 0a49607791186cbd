// Tests on PostgreSQL only: a process serves the changes that another one made; it learns of them by notification, or by query
// while it receives none.
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createApp } from "#service/app.ts";
import type { Database, Engine } from "#service/database/database.ts";
import { openDatabase } from "#service/database/open-database.ts";
import { createKey, listKeys, revokeKey } from "#service/http/api-keys.ts";
import { readSettings } from "#service/settings.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const server = process.env["TEST_DATABASE_URL"];
const onPostgres = test.skipIf(!server);

let writing: Awaited<ReturnType<typeof testApp>>;
let database: Database;
let app: ReturnType<typeof createApp>;
let key: string;
let schema: string;
/** Number of queries for changed entities by the serving process. */
let asked = 0;

const counted = (engine: Engine): Engine => ({
  ...engine,
  query: (sql, values) => {
    if (sql.includes("pg_current_snapshot")) asked += 1;
    return engine.query(sql, values);
  },
});

beforeEach(async () => {
  if (!server) return;
  writing = await testApp();
  key = await createKey(
    writing.database,
    { name: "Shop", kind: "server", environment: "production" },
    testNow,
  );
  const [row] = await writing.database.query<{ schema: string }>("select current_schema() as schema");
  schema = row?.schema ?? "";
  const url = new URL(server);
  url.searchParams.set("options", `-c search_path=${schema}`);
  url.searchParams.set("application_name", schema);
  database = await openDatabase({ url: url.href }, counted);
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  app = createApp({
    database,
    settings: readSettings({}),
    secretsKey: randomBytes(32),
    now: () => testNow,
    log: silent,
  });
});
afterEach(async () => {
  if (!server) return;
  await database.close();
  await writing.close();
});

const poll = async () => {
  const answer = await app.request(`/v1/download_config_specs/${key}.json`);
  return { status: answer.status, text: await answer.text() };
};
const hears = () => expect.poll(() => database.changeNumber?.("entities"), { timeout: 10_000 }).toBeDefined();
const createGate = async (name: string) => {
  const { status } = await writing.request("POST", "/console/v1/gates", {
    body: { name, description: "" },
  });
  expect(status).toBe(201);
};

onPostgres(
  "who polls is served a save of another process, which costs nothing while nobody saves",
  async () => {
    await createGate("first");
    expect((await poll()).text).toContain('"first"');
    await hears();
    await poll();
    asked = 0;
    for (let times = 0; times < 50; times += 1) expect((await poll()).status).toBe(200);
    expect(asked).toBe(0);
    await createGate("second");
    await expect.poll(async () => (await poll()).text, { timeout: 1000, interval: 20 }).toContain('"second"');
  },
);

onPostgres("a key that another process revokes is refused at once", async () => {
  expect((await poll()).status).toBe(200);
  await hears();
  const [stored] = (await listKeys(writing.database)).filter(({ name }) => name === "Shop");
  await poll();
  await revokeKey(writing.database, stored?.id ?? "", testNow);
  await expect.poll(async () => (await poll()).status, { timeout: 1000, interval: 20 }).toBe(401);
});

onPostgres("a lost connection hides no save, and is replaced", async () => {
  await poll();
  await hears();
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${schema}'`;
  for (const name of ["first", "second"]) {
    await writing.database.query(cut);
    await expect.poll(() => database.changeNumber?.("entities"), { interval: 10 }).toBeUndefined();
    await createGate(name);
    await expect.poll(async () => (await poll()).text, { timeout: 1000, interval: 20 }).toContain(name);
    await hears();
  }
  await createGate("third");
  await expect.poll(async () => (await poll()).text, { timeout: 1000, interval: 20 }).toContain("third");
});

onPostgres("the changes of another service on the same server are not told", async () => {
  await hears();
  const [entities, keys = 0] = [database.changeNumber?.("entities"), database.changeNumber?.("keys")];
  const other = await testApp();
  await other.request("POST", "/console/v1/gates", { body: { name: "elsewhere", description: "" } });
  await other.close();
  // Notifications arrive in order: those before this one have arrived by then.
  await createKey(writing.database, { name: "Mark", kind: "server", environment: "production" }, testNow);
  await expect.poll(() => database.changeNumber?.("keys"), { timeout: 2000 }).toBe(keys + 1);
  expect(database.changeNumber?.("entities")).toBe(entities);
});
