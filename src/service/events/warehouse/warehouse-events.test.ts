// Tests the endpoints of warehouse events on PostgreSQL and a simulated BigQuery: answers equal those of the event log with the
// same rows, a time range is required, and no more bytes are read than were accepted.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod/mini";
import { EventCounts, EventTotal } from "#contract/event-answers.ts";
import { EventRecord } from "#contract/event.ts";
import { WarehouseEventCounts, WarehouseEvents } from "#contract/warehouse-events.ts";
import { loadEvents } from "#service/database/logs.ts";
import { testApp } from "#service/test-app.test-support.ts";
import {
  bigQueryServer,
  settings as bigQuery,
  table,
} from "#service/warehouse/bigquery-server.test-support.ts";
import { hasPostgres, openPrivatePostgres } from "#service/warehouse/private-postgres.test-support.ts";
import { sameDay } from "./same-events.test-support.ts";

const minute = 60_000;
const log = Array.from({ length: 300 }, (_, index) => ({
  name: index % 3 ? "visit" : "order",
  time: sameDay.from + index * 4 * minute + (index % 7),
  unit: index % 9 ? `user-${index % 31}` : "",
  value: index % 3 ? "" : String(10 + (index % 5) / 2),
  source: index % 4 ? "web" : "app",
  metadata: JSON.stringify({
    country: ["DE", "SE", "it's"][index % 3],
    channel: index % 2 ? "mail" : "search",
  }),
}));
const source = {
  name: "events",
  sql: "select * from events",
  timestampColumn: "ts",
  timestampType: "timestamp with time zone",
  eventColumn: "event",
  valueColumn: "amount",
  fieldsColumn: "fields",
  idTypeMapping: [{ statsigUnitID: "userID", column: "user_id" }],
};

type Service = Awaited<ReturnType<typeof testApp>>;
let service: Service;
afterEach(() => service.close());

const params = (query: object) => {
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) all.append(name, String(one));
  return all.toString();
};
const get = (path: string, query: object) =>
  service.request("GET", `/console/v1/${path}?${params(query)}`, { key: "read" });
async function data(path: string, query: object): Promise<unknown> {
  const { status, text, body } = await get(path, query);
  expect(status, text).toBe(200);
  return body.data;
}
const rows = async (query: object) => WarehouseEvents.parse(await data("warehouse_events", query));
const counts = async (query: object) =>
  WarehouseEventCounts.parse(await data("warehouse_event_counts", query));
const problems = async (query: object) => (await get("warehouse_events", query)).body.errors;

async function send(method: string, path: string, body: object) {
  const { status, text } = await service.request(method, `/console/v1/${path}`, { body });
  expect(status, text).toBeLessThan(300);
}
const connect = (group: object, more: object = {}) => send("PATCH", "wh_connections", { ...group, ...more });

describe.skipIf(!hasPostgres)("on PostgreSQL", () => {
  let postgres: Awaited<ReturnType<typeof openPrivatePostgres>>;
  beforeAll(async () => {
    postgres = await openPrivatePostgres();
    await postgres.run(
      `create table events as
       select e->>'name' as event, nullif(e->>'unit', '') as user_id, to_timestamp((e->>'time')::bigint / 1000.0) as ts,
         cast(nullif(e->>'value', '') as double precision) as amount, e->>'source' as source,
         (e->>'metadata')::jsonb->>'country' as country, (e->>'metadata')::jsonb - 'country' as fields
       from jsonb_array_elements($1::jsonb) e`,
      [JSON.stringify(log)],
    );
  });
  afterAll(() => postgres?.close());

  const connectWith = (limits: object = {}) =>
    connect({ postgres: postgres.settings }, { active: "postgres", limits });

  async function shop(limits: object = {}) {
    service = await testApp();
    await service.database.transaction((transaction) => loadEvents(transaction, log));
    await connectWith(limits);
    await send("POST", "metrics/metric_source", source);
  }

  test("the newest 100 of a day, the page after them, the count and the histogram are those of the log", async () => {
    await shop();
    for (const filter of [
      {},
      { userID: ["user-3", "user-4"], source: "web" },
      { where: `country is "it's" and value >= 11` },
      { where: "channel is not mail and country contains E" },
    ]) {
      const asked = { ...sameDay, ...filter };
      const [first, next] = [await rows(asked), await rows({ ...asked, limit: 100 })];
      expect(first.answer).toEqual(next.answer);
      const recorded = await get("events", { ...asked, limit: 100 });
      expect(first.answer?.events).toEqual(z.array(EventRecord).parse(recorded.body.data));
      if (first.answer?.next) {
        const path = recorded.body.pagination?.nextPage ?? "";
        const second = z.array(EventRecord).parse((await service.request("GET", path)).body.data);
        expect((await rows({ ...asked, cursor: first.answer.next })).answer?.events).toEqual(second);
      } else expect(recorded.body.pagination?.nextPage).toBeNull();

      const { answer } = await counts(asked);
      const total = EventTotal.parse(await data("event_total", asked));
      expect(answer).toMatchObject({
        events: total.events,
        units: total.units,
        firstTime: total.firstTime,
        lastTime: total.lastTime,
      });
      const chart = EventCounts.parse(await data("event_counts", asked));
      const users = EventCounts.parse(await data("event_counts", { ...asked, measure: "units" }));
      const { width, times, from, to } = chart;
      expect(answer).toMatchObject({ width, times, from, to });
      expect(answer?.eventsByBin).toEqual(chart.series[0]?.counts);
      expect(answer?.unitsByBin).toEqual(users.series[0]?.counts);
    }
  });

  test("says what it cost and how its statement is found, and counts within a minute are the same statement", async () => {
    await shop();
    const { cost, estimate, provider, metricSource } = await counts({ from: "-24h" });
    expect({ provider, metricSource }).toEqual({ provider: "postgres", metricSource: "events" });
    expect(cost).toMatchObject({ bytes: null, cached: false, engineID: expect.stringMatching(/^\d+\./) });
    expect(estimate).toMatchObject({ bytes: expect.any(Number), refusal: null });
    expect(estimate.bytes).toBeGreaterThan(8000);
    expect((await counts({ from: "-24h" })).cost?.sql).toBe(cost?.sql);
  });

  test("never asks without a time, nor for what the source has no column for", async () => {
    await shop();
    expect(await problems({})).toMatchObject([{ property: "from" }]);
    expect((await get("warehouse_event_counts", { to: "now" })).body.errors).toMatchObject([
      { property: "from" },
    ]);
    expect(await problems({ from: "now", to: "-1h" })).toMatchObject([{ property: "to" }]);
    expect(await problems({ from: "-1h", metricSource: "others" })).toEqual([
      { property: "metricSource", errorMessage: "There is no metric source 'others'. There are 'events'" },
    ]);
    expect(await problems({ from: "-1h", unit: "stableID:a" })).toEqual([
      {
        property: "unit",
        errorMessage: "The metric source 'events' has no column for 'stableID'; it has 'userID'",
      },
    ]);
    expect(await problems({ from: "-1h", where: "anything contains x and user.plan is pro" })).toMatchObject([
      { property: "where", errorMessage: expect.stringContaining("name the field") },
      { property: "where", errorMessage: expect.stringContaining("attributes of users") },
    ]);
    expect(await problems({ from: "-1h", limit: 101 })).toMatchObject([{ property: "limit" }]);
    await send("POST", "metrics/metric_source", { ...source, name: "others" });
    expect(await problems({ from: "-1h" })).toEqual([
      { property: "metricSource", errorMessage: "Name one of 'events', 'others'" },
    ]);
  });

  test("a limit, a warehouse that is away and none at all are said in words", async () => {
    await shop({ bytesPerStatement: 1000 });
    const refused = await rows(sameDay);
    expect(refused).toMatchObject({ answer: null, cost: null });
    expect(refused.estimate.refusal).toMatch(/^This would read about .* a statement may read 1 kB\./);
    await connect({ postgres: { port: 1 } });
    const away = await get("warehouse_events", sameDay);
    expect([away.status, away.body.message]).toEqual([503, "Nothing listens at this port of the host."]);
    await connect({}, { active: null });
    const none = await get("warehouse_events", sameDay);
    expect([none.status, none.body.message]).toEqual([
      409,
      "No warehouse is in use. Choose one on the page Warehouse.",
    ]);
    await connect(
      { postgres: postgres.settings },
      { active: "postgres", limits: { bytesPerStatement: 1e9 } },
    );
    await postgres.run("alter table events rename to gone");
    const failed = await get("warehouse_events", sameDay);
    await postgres.run("alter table gone rename to events");
    expect(failed.status).toBe(502);
    expect(failed.text).toContain("events");
  });

  test("a reader who leaves ends the statement, and so does the time that it may take", async () => {
    service = await testApp();
    await send("POST", "metrics/metric_source", {
      ...source,
      name: "endless",
      sql: "select now() as ts, 'x' as event, 'x' as user_id, 1 as amount, null::jsonb as fields from generate_series(1, 100000) a cross join generate_series(1, 100000) b",
    });
    await connectWith({ seconds: 1 });
    expect((await get("warehouse_event_counts", { from: "-1h", to: "2100-01-01" })).status).toBe(504);
    await connectWith({ seconds: 900 });
    const leave = new AbortController();
    const query = params({ from: "-1h", to: "2100-01-01" });
    const answer = service.app.request(`/console/v1/warehouse_event_counts?${query}`, {
      headers: { "SERVICE-API-KEY": service.keys.read },
      signal: leave.signal,
    });
    const running = async () =>
      (
        await postgres.run(
          "select 1 from pg_stat_activity where application_name like 'assay%events of endless' and state = 'active'",
        )
      ).length;
    await expect.poll(running, { timeout: 10_000 }).toBe(1);
    leave.abort();
    expect((await answer).status).toBe(499);
    await expect.poll(running, { timeout: 2000 }).toBe(0);
  });
});

test("above 1 GB the estimate comes first, and as much as was accepted is read", async () => {
  const [limit, bytes] = [10e9, 4e9];
  const { server, jobs } = await bigQueryServer(() => ({ ...table([], []), bytes }), 0);
  service = await testApp({ warehouseEndpoints: { google: server.origin } });
  await send("POST", "metrics/metric_source", source);
  await connect({ bigquery: bigQuery }, { active: "bigquery", limits: { bytesPerStatement: limit } });
  const asked = { from: "-24h", where: "country is DE" };
  expect(await rows(asked)).toMatchObject({
    estimate: { bytes, neededBytes: bytes, limitBytes: limit, refusal: null },
    cost: null,
    answer: null,
  });
  expect((await rows({ ...asked, acceptBytes: bytes - 1 })).answer).toBeNull();
  expect(jobs.size).toBe(0);
  expect(await rows({ ...asked, acceptBytes: bytes })).toMatchObject({
    cost: { bytes, cached: false },
    answer: { events: [], next: null },
  });
  expect(jobs.size).toBe(1);
  server.close();
});
