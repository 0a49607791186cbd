import { randomBytes } from "node:crypto";
import { get, type ClientRequest } from "node:http";
import { serve } from "@hono/node-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { Experiment } from "#contract/experiment.ts";
import { SummaryCharts } from "#contract/summary-charts.ts";
import { SummaryProgress } from "#contract/summary-charts.ts";
import { createApp } from "#service/app.ts";
import type { Database } from "#service/database/database.ts";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { testApp } from "#service/test-app.test-support.ts";
import { readSettings } from "#service/settings.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 9, 20);
const noon = start + 5 * day + day / 2;
let now = noon;
let service: Awaited<ReturnType<typeof testApp>>;

const metric = (name: string, type: string, event: string) => ({
  id: `${name}::${type}`,
  name,
  type,
  directionality: "increase",
  lineage: { events: [event], metrics: [] },
});
const metrics = [metric("Orders", "event_count", "order"), metric("Days", "event_dau", "order")];
const document = {
  id: "form",
  name: "Form",
  status: "active",
  idType: "userID",
  version: 1,
  groups: ["a", "b"].map((id) => ({ id, name: id.toUpperCase(), size: 50 })),
  startTime: start,
  endTime: null,
  primaryMetrics: metrics.map(({ name, type }) => ({ name, type })),
};

const write = (changes: object = {}) =>
  service.database.transaction((transaction) =>
    writeEntity(transaction, "experiment", { document: { ...document, ...changes }, references: [] }, now),
  );
const order = (unit: string, time: number, name = "order") => ({
  name,
  time,
  unit,
  value: "",
  source: "web",
  metadata: "{}",
});
const log = (...events: ReturnType<typeof order>[]) =>
  service.database.transaction((transaction) => loadEvents(transaction, events));
const expose = (...units: string[]) =>
  service.database.transaction((transaction) =>
    loadExposures(
      transaction,
      units.map((unit, number) => ({
        experiment: "form",
        group: number % 2 ? "b" : "a",
        unit,
        time: start + day,
        properties: "{}",
      })),
    ),
  );

beforeEach(async () => {
  now = noon;
  service = await testApp({ now: () => now });
  await write();
  await service.database.transaction((transaction) => writeMetrics(transaction, metrics));
  await expose("u1", "u2", "u3", "u4");
  await log(order("u1", start + 2 * day), order("u2", start + 2 * day));
});
afterEach(() => service.close());

async function summary(query = "") {
  const { status, body } = await service.request(
    "GET",
    `/console/v1/experiments/form/summary_charts${query}`,
  );
  expect(status).toBe(200);
  return SummaryCharts.parse(body.data);
}
const meanOf = (charts: SummaryCharts, name: string) =>
  charts.sections[0]?.charts[0]?.metrics?.find(({ metricName }) => metricName === name)?.controlMean;
const cachedRows = () => service.database.query("select part from kept_result where experiment_id = 'form'");

test("A summary names its data and its time, and is answered again while nothing changes", async () => {
  const first = await summary();
  expect(first).toMatchObject({
    fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    computedTime: noon,
    windowStart: start,
    windowEnd: noon,
  });
  now += 60_000;
  expect(await summary()).toEqual(first);
  // Other groups and confidence levels use the same measurements.
  expect(await summary("?control=b&test=a&confidence=80")).toMatchObject({ computedTime: noon });
  await log(order("u1", start + 3 * day, "visit"));
  await write({ description: "Better words" });
  expect(await summary()).toEqual(first);
});

test.each<[string, () => Promise<unknown>]>([
  ["a late event", () => log(order("u1", start + 3 * day))],
  ["a late exposure", () => expose("u5", "u6")],
  ["another end", () => write({ endTime: noon - 1000 })],
  ["another level", () => write({ defaultConfidenceInterval: "99" })],
  ["a cap that is off", () => write({ winsorization: null })],
  [
    "another definition of a metric",
    () =>
      service.database.transaction((transaction) =>
        writeMetrics(transaction, [{ ...metric("Orders", "event_count", "visit") }]),
      ),
  ],
])("After %s it is computed again under another fingerprint, in the place of the old", async (_, change) => {
  const before = await summary();
  now += 1000;
  await change();
  const after = await summary();
  expect(after.computedTime).toBe(noon + 1000);
  expect(after.fingerprint).not.toBe(before.fingerprint);
  expect(await cachedRows()).toHaveLength(1);
});

test("A new day makes an open window stale; a closed one stays", async () => {
  const before = await summary();
  now = start + 6 * day;
  const after = await summary();
  expect(after.computedTime).toBe(now);
  expect(after.fingerprint).not.toBe(before.fingerprint);
  // u1 and u3 have one active day together: of 5 days each, then of 6.
  expect([meanOf(before, "Days"), meanOf(after, "Days")]).toEqual([1 / 10, 1 / 12]);
  await write({ endTime: now });
  const closed = await summary();
  now += 10 * day;
  expect(await summary()).toEqual(closed);
});

test("A row dated ahead counts from its time on, the end closes the window, and the target date is a change", async () => {
  await log(order("u1", noon + 5000));
  expect(meanOf(await summary(), "Orders")).toBe(0.5);
  now = noon + 4999;
  expect((await summary()).computedTime).toBe(noon);
  now = noon + 5000;
  expect(meanOf(await summary(), "Orders")).toBe(1);
  await write({ endTime: noon + 9000, duration: 5.5 + 7 / 86_400 });
  await summary();
  now = noon + 7000;
  expect((await summary()).computedTime).toBe(now);
  now = noon + 20_000;
  expect((await summary()).windowEnd).toBe(noon + 9000);
});

test("Before the first exposure nothing is computed, and the answer of a day is the same; then it is", async () => {
  await write({ id: "new" });
  const read = async () => {
    const { body } = await service.request("GET", "/console/v1/experiments/new/summary_charts");
    return SummaryCharts.parse(body.data);
  };
  const before = await read();
  now += 1000;
  expect(await read()).toEqual({ ...before, windowEnd: noon + 1000 });
  expect(before.computedTime).toBe(start + 5 * day);
  expect(await service.database.query("select part from kept_result where experiment_id = 'new'")).toEqual(
    [],
  );
  const exposure = { experiment: "new", group: "a", unit: "u1", time: start + day, properties: "{}" };
  await service.database.transaction((transaction) => loadExposures(transaction, [exposure]));
  const after = await read();
  expect(after.computedTime).toBe(noon + 1000);
  expect(after.fingerprint).not.toBe(before.fingerprint);
  expect(meanOf(after, "Orders")).toBe(1);
});

test("Equal inputs have an equal fingerprint, however often they are computed", async () => {
  const first = await summary();
  await service.database.query("delete from kept_result");
  now += 1000;
  expect(await summary()).toEqual({ ...first, computedTime: now, windowEnd: now });
});

test("The cached result outlives the service, and the experiment's health is read from it", async () => {
  const first = await summary();
  now += 1000;
  const later = appOn({ ...service.database, snapshot: () => Promise.reject(new Error("computed again")) });
  const read = async (path: string) => {
    const answer = await later.request(`/console/v1/experiments/form${path}`, { headers });
    return dataOf(answer);
  };
  expect(await read("/summary_charts")).toEqual(first);
  expect(Experiment.parse(await read("")).healthChecks).toHaveLength(7);
});

const dataOf = async (answer: Response) => z.object({ data: z.unknown() }).parse(await answer.json()).data;

/** Warnings and errors that the apps with their own database logged. */
let logged: unknown[] = [];
beforeEach(() => {
  logged = [];
});

const key = "write-key-0123456789abcdef";
const headers = { "SERVICE-API-KEY": key };
const appOn = (database: Database) =>
  createApp({
    database,
    settings: readSettings({ RATE_LIMIT: "off", CONSOLE_API_KEY: key }),
    secretsKey: randomBytes(32),
    now: () => now,
    log: {
      info: () => undefined,
      warn: (line: unknown) => void logged.push(line),
      error: (line: unknown) => void logged.push(line),
    },
  });

/** Wraps the test's database: runs a slow statement before every computation until `heavy` is false, or one that fails. */
function slowDatabase(seconds = 30) {
  const state = { heavy: true, breaks: false, computations: 0 };
  const statement =
    service.database.engine === "postgres"
      ? `select pg_sleep(${seconds})`
      : "select count(*) as n from range(1000000) a, range(1000000) b where hash(a.range, b.range) = 1";
  const database: Database = {
    ...service.database,
    snapshot: (work, signal) => {
      state.computations += 1;
      return service.database.snapshot(async (snapshot) => {
        if (state.breaks) throw new Error("no memory");
        if (state.heavy) await snapshot.query(statement);
        return work(snapshot);
      }, signal);
    },
  };
  return { state, app: appOn(database) };
}

test("When the last reader's connection closes, the computation stops, nothing is cached, and the next reader computes anew", async () => {
  const { state, app } = slowDatabase();
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  try {
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const origin = `http://127.0.0.1:${port}/console/v1/experiments/form`;
    const progress = async () => {
      return SummaryProgress.parse(await dataOf(await fetch(`${origin}/summary_progress`, { headers })));
    };
    const open = (): ClientRequest =>
      get(`${origin}/summary_charts`, { headers }).on("error", () => undefined);
    expect(await progress()).toMatchObject({ isRunning: false });
    const readers = [open(), open()];
    await expect.poll(progress).toMatchObject({ isRunning: true });
    expect((await fetch(origin.replace("/form", ""), { headers })).status).toBe(200);
    readers[0]?.destroy();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await progress()).toMatchObject({ isRunning: true });
    readers[1]?.destroy();
    await expect.poll(progress).toMatchObject({ isRunning: false });
    expect(state.computations).toBe(1);
    expect(await cachedRows()).toEqual([]);
    state.heavy = false;
    const answer = await fetch(`${origin}/summary_charts`, { headers });
    expect(answer.status).toBe(200);
    expect(await cachedRows()).toHaveLength(1);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

test("An experiment is read without waiting for results that take long", async () => {
  // The server finishes the statement before it releases its locks on tables.
  const { state, app } = slowDatabase(3);
  const leaving = new AbortController();
  const answer = await app.request(
    new Request("http://service.test/console/v1/experiments/form", { headers, signal: leaving.signal }),
  );
  expect(state.computations).toBe(1);
  expect(Experiment.parse(await dataOf(answer)).healthChecks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "Event metrics have data", status: "PASSED" }),
      expect.objectContaining({
        name: "Pre-experiment bias",
        status: "WAITING",
        description: expect.stringContaining("not computed yet"),
      }),
    ]),
  );
  leaving.abort();
});

test("An experiment is read, with the checks that counts allow, also when its results cannot be computed", async () => {
  const { state, app } = slowDatabase();
  state.breaks = true;
  const answer = (path: string) =>
    app.request(new Request(`http://service.test/console/v1/experiments/form${path}`, { headers }));
  expect((await answer("/summary_charts")).status).toBe(500);
  const read = await answer("");
  expect(read.status).toBe(200);
  expect(Experiment.parse(await dataOf(read)).healthChecks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "Event metrics have data", status: "PASSED" }),
      expect.objectContaining({ name: "Pre-experiment bias", status: "WAITING" }),
    ]),
  );
  expect(logged).toContainEqual(
    expect.objectContaining({ message: "Results could not be computed", experimentID: "form" }),
  );
});

test("A result that cannot be cached is answered, and the log says why it was not", async () => {
  const query: Database["query"] = (sql, values) =>
    sql.includes("insert into kept_result")
      ? Promise.reject(new Error("disk full"))
      : service.database.query(sql, values);
  const app = appOn({ ...service.database, query });
  const answer = await app.request("/console/v1/experiments/form/summary_charts", { headers });
  expect(answer.status).toBe(200);
  expect(await cachedRows()).toEqual([]);
  expect(logged).toEqual([
    {
      message: "A result could not be cached",
      experimentID: "form",
      part: "summary",
      error: "Error: disk full",
    },
  ]);
});

test("The progress of an unknown experiment is not found", async () => {
  expect(await service.request("GET", "/console/v1/experiments/none/summary_progress")).toMatchObject({
    status: 404,
    body: { message: "Experiment not found." },
  });
});
