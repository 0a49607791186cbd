// Tests source previews on a real PostgreSQL, if available: columns, rows of one week, and reported problems.
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { SourcePreview, type SourceCheck } from "#contract/source-preview.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const server = process.env["TEST_DATABASE_URL"];
const onPostgres = test.skipIf(!server);
const url = new URL(server ?? "postgres://nobody@127.0.0.1:1/none");
const schema = `sources_${process.pid}`;
const seconds = testNow / 1000;

const admin = new Client({ connectionString: server });
beforeAll(async () => {
  if (!server) return;
  await admin.connect();
  // Twenty exposed units, every third in group b. Every tenth event has no unit, and one event is of next week.
  await admin.query(`create schema ${schema};
    create table ${schema}.seen (user_id text, seen_at timestamptz, experiment text, variant text, country text);
    insert into ${schema}.seen select 'u' || i, to_timestamp(${seconds} - i * 3600), case when i % 3 = 0 then 'b' else 'a' end,
      case when i % 2 = 0 then 'control' else 'test' end, 'de' from generate_series(1, 20) i;
    create table ${schema}.events (user_id text, ts timestamptz, event text, amount numeric, properties jsonb);
    insert into ${schema}.events select case when i % 10 > 0 then 'u' || i end, to_timestamp(${seconds} - i * 60), 
      case when i % 2 = 0 then 'purchase' else 'view' end, i, '{"plan":"pro"}' from generate_series(1, 100) i;
    insert into ${schema}.events select 'u1', to_timestamp(${seconds} + 7 * 86400), 'view', null, null;
    create table ${schema}.strangers (device_id bigint, day date, dt text);
    insert into ${schema}.strangers select i, date '2026-10-31', '2026-10-31' from generate_series(1, 5) i;
    create table ${schema}.silent (user_id text, at timestamp);
    insert into ${schema}.silent values ('u1', timestamp '2026-10-01');
    create table ${schema}.people (user_id text, known_at timestamp, country text, tier text);
    insert into ${schema}.people select 'u' || i, timestamp '2026-01-01', 'de', case when i > 5 then 'gold' end from generate_series(1, 10) i;
    create table ${schema}.texts (user_id text, at text)`);
});
afterAll(async () => {
  if (!server) return;
  await admin.query(`drop schema ${schema} cascade`);
  await admin.end();
});

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
  if (!server) return;
  const postgres = {
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password) || "none",
    useTls: false,
  };
  const connected = await send("PATCH", "/wh_connections", { postgres, active: "postgres" });
  expect(connected.body).toEqual({ message: "Connection updated successfully" });
});
afterEach(() => service.close());

const send = (method: string, path: string, body?: unknown) =>
  service.request(method, `/console/v1${path}`, { body });
const look = async (body: object) => {
  const answer = await send("POST", "/warehouse_sources/preview", body);
  expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  return SourcePreview.parse(answer.body.data);
};
const troubles = ({ checks }: { checks: readonly SourceCheck[] }) =>
  checks.filter(({ state }) => state !== "passed").map(({ state, sentence }) => `${state}: ${sentence}`);

const table = (name: string) => ({ sourceType: "table", tableName: `${schema}.${name}` });
const idTypeMapping = [{ statsigUnitID: "userID", column: "user_id" }];
const seen = {
  name: "seen",
  ...table("seen"),
  timestampColumn: "seen_at",
  experimentIDColumn: "experiment",
  groupIDColumn: "variant",
  idTypeMapping,
};
const events = {
  name: "events",
  ...table("events"),
  timestampColumn: "ts",
  idTypeMapping,
  eventColumn: "event",
};

onPostgres("a table is looked at before any of its columns is chosen", async () => {
  const preview = await look({ kind: "assignment_source", ...table("seen") });
  expect(preview.columns.map(({ name, type }) => [name, type])).toEqual([
    ["user_id", "text"],
    ["seen_at", "time"],
    ["experiment", "text"],
    ["variant", "text"],
    ["country", "text"],
  ]);
  expect(preview.detected).toMatchObject({
    unitColumn: "user_id",
    timestampColumn: "seen_at",
    timestampAsDay: false,
    timestampType: "timestamp with time zone",
    experimentIDColumn: "experiment",
    groupIDColumn: "variant",
  });
  expect(preview).toMatchObject({
    rowCount: 20,
    units: 20,
    newestTime: testNow - 3_600_000,
    nullUnitShare: 0,
    futureShare: 0,
  });
  expect(preview.rows).toHaveLength(10);
  expect(preview.groups).toHaveLength(4);
  expect(preview.groups?.[0]).toMatchObject({ experiment: "a", rows: 7, units: 7 });
  expect(troubles(preview)).toEqual([]);
});

onPostgres("a week of events says which rows do not count, and whether its units were exposed", async () => {
  await send("POST", "/experiments/assignment_sources", seen);
  const preview = await look({ kind: "metric_source", ...events });
  expect(preview).toMatchObject({ rowCount: 101, units: 90, joinShare: { source: "seen", units: 20 } });
  expect(preview.joinShare?.share).toBeCloseTo(0.9);
  expect(preview.events).toEqual([
    { name: "view", rows: 51 },
    { name: "purchase", rows: 50 },
  ]);
  expect(preview.detected).toMatchObject({ valueColumn: "amount", fieldsColumn: "properties" });
  expect(troubles(preview)).toEqual([
    "failed: 9.9% of the rows have no unit, and count for nobody.",
    "warned: 1% of the rows have a time to come.",
  ]);
});

onPostgres.each<[string, object, string[]]>([
  [
    "ids of another kind, and days",
    {
      ...table("strangers"),
      timestampColumn: "day",
      idTypeMapping: [{ statsigUnitID: "userID", column: "device_id" }],
    },
    [
      "failed: None of the units occurs in 'seen': the two hold ids of different kinds.",
      "warned: 'day' holds days: what happened on the day of an exposure counts, whether it was before it or after it.",
    ],
  ],
  ["nothing lately", table("silent"), ["warned: There are no rows of the last seven days."]],
  [
    "times in text",
    { ...table("texts"), timestampColumn: "at" },
    ["failed: The time column 'at' holds text (text), and not times."],
  ],
  [
    "columns that are not there",
    {
      ...table("silent"),
      timestampColumn: "time",
      idTypeMapping: [{ statsigUnitID: "userID", column: "uid" }],
    },
    [
      "failed: There is no column 'time'. There are 'user_id', 'at'.",
      "failed: There is no column 'uid'. There are 'user_id', 'at'.",
    ],
  ],
  [
    "an error of the engine, at its place",
    { sql: `select user_id,\n  amuont from ${schema}.events` },
    ['failed: The warehouse says: column "amuont" does not exist (line 2, character 3)'],
  ],
  [
    "a table that is not there",
    table("gone"),
    [`failed: The warehouse says: relation "${schema}.gone" does not exist (line 1, character 15)`],
  ],
])("%s", async (_name, draft, found) => {
  await send("POST", "/experiments/assignment_sources", seen);
  expect(troubles(await look({ kind: "metric_source", ...draft }))).toEqual(found);
});

onPostgres("a write is looked at, and its dry run answers with what was seen", async () => {
  const dry = await send("POST", "/metrics/metric_source?dryRun=true", events);
  expect(dry.body.data).toMatchObject({
    name: "events",
    eventNames: ["view", "purchase"],
    preview: { rowCount: 101 },
  });
  const refused = await send("POST", "/metrics/metric_source", { ...events, eventColumn: "evnt" });
  expect(refused.body.errors).toEqual([
    {
      property: "eventColumn",
      errorMessage: "There is no column 'evnt'. There are 'user_id', 'ts', 'event', 'amount', 'properties'.",
    },
  ]);
  const stored = await send("POST", "/metrics/metric_source", events);
  expect(stored.status).toBe(201);
  expect(stored.body.data).toMatchObject({
    timestampType: "timestamp with time zone",
    timestampAsDay: false,
    eventNames: ["view", "purchase"],
    columns: [
      { name: "user_id" },
      { name: "ts" },
      { name: "event" },
      { name: "amount" },
      { name: "properties" },
    ],
  });
  expect(stored.body.data).not.toHaveProperty("preview");
});

onPostgres("a table that got a column is read with it once its source is sent again", async () => {
  const columnsOf = (answer: { body: { data?: unknown } }) =>
    Object(answer.body.data).columns.map(({ name }: { name: string }) => name);
  await admin.query(`create table ${schema}.grows (user_id text, ts timestamptz)`);
  const source = { ...events, name: "grows", ...table("grows"), eventColumn: null, valueColumn: null };
  const before = await send("POST", "/metrics/metric_source", { ...source, fieldsColumn: null });
  expect(before.status, before.text).toBe(201);
  expect(columnsOf(before)).toEqual(["user_id", "ts"]);
  await admin.query(`alter table ${schema}.grows add column platform text`);
  const after = await send("POST", "/metrics/metric_source/grows", { ...source, fieldsColumn: null });
  expect(columnsOf(after)).toEqual(["user_id", "ts", "platform"]);
  // A source that can no longer be read can still have its description changed.
  await admin.query(`drop table ${schema}.grows`);
  const gone = { ...source, fieldsColumn: null, description: "Moved" };
  expect((await send("POST", "/metrics/metric_source/grows", gone)).status).toBe(200);
});

onPostgres("tables are listed, and how new the rows of sources are", async () => {
  await send("POST", "/experiments/assignment_sources", seen);
  const tables = await send("GET", `/warehouse_tables?search=${schema}`);
  expect(tables.body.data).toMatchObject(
    ["events", "people", "seen", "silent", "strangers", "texts"].map((name) => ({
      tableName: `${schema}.${name}`,
      type: "table",
    })),
  );
  const states = async () => (await send("GET", "/warehouse_sources/freshness")).body.data;
  expect(await states()).toMatchObject([{ name: "seen", state: "unknown", isChecking: true }]);
  await expect.poll(states).toMatchObject([
    {
      name: "seen",
      kind: "assignment_source",
      state: "fresh",
      newestTime: testNow - 3_600_000,
      isChecking: false,
    },
  ]);
});

test("without a warehouse in use nothing is looked at", async () => {
  const none = await testApp();
  const ask = (method: string, path: string, body?: unknown) =>
    none.request(method, `/console/v1${path}`, { body });
  const answer = await ask("POST", "/warehouse_sources/preview", { kind: "metric_source", sql: "select 1" });
  expect([answer.status, answer.body.message]).toEqual([
    409,
    "No warehouse is in use. Choose one on the page of the warehouse first.",
  ]);
  expect((await ask("GET", "/warehouse_tables")).status).toBe(409);
  await none.close();
});

onPostgres("properties of units are looked at as a whole, with a time and without", async () => {
  await send("POST", "/experiments/assignment_sources", seen);
  const people = { kind: "entity_property", ...table("people"), idTypeMapping };
  const first = await look(people);
  expect(first.detected).toMatchObject({ unitColumn: "user_id", timestampColumn: "known_at" });
  expect([first.rowCount, first.units, first.rows.length]).toEqual([10, 10, 10]);
  expect(first.joinShare).toMatchObject({ source: "seen", share: 0.5, units: 20 });
  expect(first.checks.map(({ sentence }) => sentence)).toContain(
    "Results can be broken down by 'country', 'tier'.",
  );
  expect(troubles(first)).toEqual([]);
  // The table has at most two PostgreSQL pages, which are scanned in full.
  expect(first.estimatedBytes).toBeGreaterThanOrEqual(8192);
  // No time column is detected if it was omitted on purpose.
  const timeless = await look({ ...people, timestampColumn: "", ...table("seen") });
  expect(timeless.newestTime).toBeNull();
  expect(troubles(await look({ ...people, timestampColumn: "", ...table("events") }))).toContain(
    "warned: Some units have several rows, and no column says which one holds.",
  );
  const stored = await send("POST", "/experiments/entity_properties", {
    name: "People",
    ...table("people"),
    timestampColumn: "known_at",
    idTypeMapping,
  });
  expect(stored.body.data).toMatchObject({
    timestampType: "timestamp",
    columns: [{ name: "user_id" }, {}, {}, {}],
  });
  const wrong = await send("PATCH", "/experiments/entity_property/People", { timestampColumn: "tier" });
  expect([wrong.status, wrong.body.errors?.[0]?.property]).toEqual([400, "timestampColumn"]);
});

onPostgres("what is above the limit of a statement is not read, and the estimate says so", async () => {
  await send("PATCH", "/wh_connections", { limits: { bytesPerStatement: 1000 } });
  const refused = await look({ kind: "metric_source", ...events });
  expect([refused.estimatedBytes, refused.rows.length, refused.rowCount]).toEqual([8192, 0, undefined]);
  expect(troubles(refused)).toContainEqual(expect.stringMatching(/^failed: A week of it reads about 1 MB/));
});
