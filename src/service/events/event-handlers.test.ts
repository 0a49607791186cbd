import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadEvents } from "#service/database/logs.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
const statements: string[] = [];
const get = (path: string, key: "write" | "none" = "write") =>
  service.request("GET", `/console/v1${path}`, { key });

const event = (name: string, time: number, unit: string, value = "") => ({
  name,
  time,
  unit,
  value,
  source: "web",
  metadata: JSON.stringify({ country: "SE" }),
});
const metric = (name: string, more: object) => ({
  id: `${name}::event_count`,
  name,
  directionality: "increase",
  type: "event_count",
  ...more,
});

beforeAll(async () => {
  service = await testApp({
    between: (engine) => ({
      ...engine,
      query: (sql, values) => {
        statements.push(sql);
        return engine.query(sql, values);
      },
    }),
  });
  await service.database.transaction(async (transaction) => {
    await loadEvents(transaction, [
      event("order", testNow - 3000, "u1", "12.50"),
      event("order", testNow - 1000, "u2"),
      event("order", testNow - 1000, "u3"),
      { ...event("page/view", testNow - 2000, "u1"), ids: JSON.stringify({ stableID: "d1" }) },
    ]);
    await writeMetrics(transaction, [
      metric("Orders", { lineage: { events: ["order"], metrics: [] } }),
      metric("Big orders", { metricEvents: [{ name: "order", type: "value" }], description: "100 % cotton" }),
      metric("View to order", {
        lineage: { events: [], metrics: [] },
        funnelEventList: [
          { name: "page/view", type: "event_dau" },
          { name: "order", type: "event_dau" },
        ],
      }),
      metric("Order health", { lineage: { events: [], metrics: ["Orders::event_count"] } }),
      metric("Order happiness", {
        lineage: { events: [], metrics: ["Order health::event_count", "Order happiness::event_count"] },
      }),
      metric("Views", { lineage: { events: ["page/view"], metrics: [] } }),
    ]);
  });
});
afterAll(() => service.close());

describe("events", () => {
  test("are listed newest first, one instant in a fixed order, in the shape of the description", async () => {
    const { status, body } = await get("/events");
    expect(status).toBe(200);
    expect(body.message).toBe("Event values listed successfully.");
    expect(body.data).toMatchObject([
      { userID: "u3" },
      { userID: "u2" },
      { name: "page/view", customIDs: { stableID: "d1" } },
      {
        timestamp: String(testNow - 3000),
        name: "order",
        source: "web",
        value: "12.50",
        userID: "u1",
        customIDs: {},
        metadata: { country: "SE" },
      },
    ]);
    expect(body.pagination).toEqual({
      itemsPerPage: 100,
      pageNumber: 1,
      totalItems: 4,
      nextPage: null,
      previousPage: null,
      all: "/console/v1/events",
    });
  });

  test("come in pages that neither repeat nor miss one", async () => {
    const first = await get("/events?limit=2");
    expect(first.body.pagination?.nextPage).toBe("/console/v1/events?page=2&limit=2");
    const second = await service.request("GET", first.body.pagination?.nextPage ?? "");
    expect(first.body.data).toMatchObject([{ userID: "u3" }, { userID: "u2" }]);
    expect(second.body.data).toMatchObject([{ name: "page/view" }, { value: "12.50" }]);
  });

  test.each(["/events?limit=1", "/events/order?limit=1"])("%s counts no rows of the log", async (path) => {
    statements.length = 0;
    const { body } = await get(path);
    expect(body.pagination?.totalItems).toBeGreaterThan(2);
    expect(statements.filter((sql) => /count\(\*\)[^(]* from event\b/.test(sql))).toEqual([]);
  });

  test.each([
    ["/events?limit=0", 4],
    ["/events?page=9", 4],
    ["/events/order?limit=0", 3],
    ["/events/order?page=2", 3],
    ["/events/never", 0],
    ["/events/order/metrics?limit=0", 5],
    ["/events/order/metrics?page=2", 5],
    ["/events/never/metrics", 0],
    ["/metrics/list?limit=0", 6],
    ["/metrics/list?page=3", 6],
  ])("%s answers no items and the true total", async (path, total) => {
    const { status, body } = await get(path);
    expect(status).toBe(200);
    expect(body.data).toEqual([]);
    expect(body.pagination?.totalItems).toBe(total);
  });

  test.each([
    "/events?limit=101",
    "/events?page=0",
    "/events/order?limit=-1",
    "/events/order/metrics?page=x",
    "/metrics/list?limit=1.5",
  ])("%s is refused", async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ property: path.includes("limit") ? "limit" : "page" }]);
  });

  test("need a key", async () => {
    for (const path of ["/events", "/events/order", "/events/order/metrics", "/metrics/list"])
      expect((await get(path, "none")).status).toBe(401);
  });

  test("of one name are listed alone, with a name in the address as it is written there", async () => {
    const { body } = await get("/events/page%2Fview?limit=1");
    expect(body.data).toMatchObject([{ name: "page/view" }]);
    expect(body.pagination).toMatchObject({ totalItems: 1, all: "/console/v1/events/page%2Fview" });
    const orders = await get("/events/order?limit=1");
    expect(orders.body.pagination?.nextPage).toBe("/console/v1/events/order?page=2&limit=1");
  });
});

test("are catalogued by name, with fields, sources and what is odd about them", async () => {
  const { body } = await get("/event_catalogue?limit=1");
  const today = Math.floor(testNow / 86_400_000);
  const seen = { events: 3, firstDay: today, lastDay: today };
  expect(body.pagination?.totalItems).toBe(2);
  expect(body.data).toEqual([
    {
      name: "order",
      events: 3,
      counted: 3,
      firstTime: testNow - 3000,
      lastTime: testNow - 1000,
      days: [{ day: today, events: 3 }],
      fields: [{ name: "country", share: 1, examples: ["SE"], types: [{ type: "text", ...seen }] }],
      sources: [{ name: "web", ...seen }],
      flags: [],
      metrics: ["Big orders", "Order happiness", "Order health", "Orders", "View to order"],
    },
  ]);
});

describe("metrics", () => {
  const names = (data: unknown) =>
    Array.isArray(data) ? data.map((item: { name: string }) => item.name) : [];

  test("of an event are those that reach it directly or through another metric", async () => {
    const { body } = await get("/events/order/metrics");
    expect(body.message).toBe("Metrics listed successfully.");
    expect(names(body.data)).toEqual([
      "Big orders",
      "Order happiness",
      "Order health",
      "Orders",
      "View to order",
    ]);
    expect(body.pagination?.all).toBe("");
  });

  test("of an event link their next page by the query alone", async () => {
    const { body } = await get("/events/order/metrics?limit=2");
    expect(body.pagination?.nextPage).toBe("?page=2&limit=2");
    expect(names(body.data)).toEqual(["Big orders", "Order happiness"]);
  });

  test("are found by part of their name or description, whatever the case", async () => {
    expect(names((await get("/metrics/list?search=ORDERS")).body.data)).toEqual(["Big orders", "Orders"]);
    expect(names((await get("/metrics/list?search=100%20%25")).body.data)).toEqual(["Big orders"]);
    expect((await get("/metrics/list")).body.pagination?.totalItems).toBe(6);
  });
});
