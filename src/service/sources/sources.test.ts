// Tests assignment and metric sources over the API, without an active warehouse.
import { afterEach, beforeEach, expect, test } from "vitest";
import { AssignmentSource, MetricSource } from "#contract/warehouse-source.ts";
import { testApp, type TestAnswer, type TestRequest } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const send = (method: string, path: string, body?: unknown, options: TestRequest = {}) =>
  service.request(method, `/console/v1${path}`, { body, ...options });
const errorsOf = ({ status, body }: TestAnswer) => ({ status, errors: body.errors });

const exposures = {
  name: "exposures",
  sql: "select * from shop.exposures",
  timestampColumn: "ts",
  experimentIDColumn: "experiment",
  groupIDColumn: "variant",
  idTypeMapping: [{ statsigUnitID: "userID", column: "user_id" }],
};
const events = {
  name: "Log Events",
  sourceType: "table",
  tableName: "shop.events",
  timestampColumn: "ts",
  timestampAsDay: false,
  idTypeMapping: [{ statsigUnitID: "userID", column: "user_id" }],
  eventColumn: "event",
  valueColumn: "amount",
};
const one = "/experiments/assignment_source/exposures";
const metricSource = "/metrics/metric_source/Log%20Events";

test("an assignment source is created, read, listed, changed and deleted by the public names", async () => {
  const created = await send("POST", "/experiments/assignment_sources", exposures);
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    message: "Assignment Source created successfully",
    data: {
      ...exposures,
      description: "",
      tags: [],
      isReadOnly: false,
      creatorName: "Test writer",
      version: 1,
    },
  });
  const listed = await send("GET", "/experiments/assignment_sources");
  expect(listed.body).toMatchObject({
    message: "Assignment Sources listed successfully.",
    data: [AssignmentSource.parse(created.body.data)],
    pagination: { totalItems: 1 },
  });
  const patched = await send(
    "PATCH",
    one,
    { description: "Who saw what", scheduledReloadHour: 4 },
    { headers: { "If-Match": '"1"' } },
  );
  expect(patched.headers.get("ETag")).toBe('"2"');
  expect(patched.body).toMatchObject({
    message: "Assignment Source updated successfully",
    data: { description: "Who saw what", scheduledReloadHour: 4, sql: exposures.sql, version: 2 },
  });
  const outdated = { headers: { "If-Match": '"1"' } };
  expect((await send("PATCH", one, { description: "" }, outdated)).status).toBe(412);
  const full = await send("POST", one, { ...exposures, tableName: "shop.seen", sourceType: "table" });
  expect(full.body.data).toMatchObject({
    sql: "select * from shop.seen",
    sourceType: "table",
    tableName: "shop.seen",
    description: "",
    creatorName: "Test writer",
    version: 3,
  });
  expect(full.body.data).not.toHaveProperty("scheduledReloadHour", 4);
  const versions = await send("GET", `${one}/versions`);
  expect(versions.body.data).toMatchObject([{ version: 3 }, { version: 2 }, { version: 1 }]);
  expect((await send("DELETE", one)).body).toMatchObject({
    message: "Assignment source deleted successfully.",
  });
  expect((await send("GET", one)).status).toBe(404);
});

test("a metric source is created, read, listed, changed and deleted by the public names", async () => {
  const created = await send("POST", "/metrics/metric_source", events);
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    message: "Metric source created successfully.",
    data: { ...events, sql: "select * from shop.events", tags: [] },
  });
  const listed = await send("GET", "/metrics/metric_source/list");
  expect(listed.body).toMatchObject({
    message: "Metric sources listed successfully.",
    data: [MetricSource.parse(created.body.data)],
    pagination: { all: "/console/v1/metrics/metric_source/list" },
  });
  const changed = await send("POST", metricSource, { ...events, tags: ["core"], dryRun: true });
  expect(changed.body).toMatchObject({
    message: "Metric source updated successfully.",
    data: { tags: ["core"], version: 2 },
  });
  expect((await send("GET", metricSource)).body).toMatchObject({
    message: "Metric source read successfully.",
    data: { tags: [], version: 1 },
  });
  const patched = await send("PATCH", metricSource, { valueColumn: null, tags: ["core"] });
  expect(patched.body.data).toMatchObject({
    id: "Log Events",
    valueColumn: null,
    tags: ["core"],
    version: 2,
  });
  expect((await send("DELETE", metricSource)).body.message).toBe("Metric source deleted successfully.");
  expect((await send("GET", "/metrics/metric_source/list")).body.data).toEqual([]);
});

test("what does not fit is refused at its field, and nothing by a key that only reads", async () => {
  expect(
    errorsOf(await send("POST", "/experiments/assignment_sources", { name: "x", sql: "drop table x" })),
  ).toEqual({
    status: 400,
    errors: [
      { property: "timestampColumn", errorMessage: "Required" },
      { property: "idTypeMapping", errorMessage: "Required" },
      { property: "experimentIDColumn", errorMessage: "Required" },
      { property: "groupIDColumn", errorMessage: "Required" },
      { property: "sql", errorMessage: "Must begin with SELECT or WITH" },
    ],
  });
  const ill = {
    ...events,
    name: "list",
    tableName: "shop.events; drop table x",
    customFieldMapping: [{ key: "a b", formula: "1, 2" }],
  };
  expect(errorsOf(await send("POST", "/metrics/metric_source", ill)).errors).toMatchObject([
    { property: "customFieldMapping.0.key" },
    { property: "name" },
    { property: "tableName", errorMessage: "Must be the name of a table, such as schema.table" },
    { property: "customFieldMapping.0.formula", errorMessage: "Must be one value" },
  ]);
  await send("POST", "/metrics/metric_source", events);
  expect((await send("POST", "/metrics/metric_source", events)).body.message).toBe("Name is already in use");
  expect((await send("POST", metricSource, { ...events, name: "other" })).body.errors).toMatchObject([
    { property: "name" },
  ]);
  expect((await send("POST", metricSource, events, { key: "read" })).status).toBe(403);
  expect((await send("DELETE", "/metrics/metric_source/nothing")).body.message).toBe(
    "Metric source not found.",
  );
});

test("a read-only source changes once a write says that it is none any more", async () => {
  await send("POST", "/experiments/assignment_sources", { ...exposures, isReadOnly: true });
  expect((await send("PATCH", one, { description: "x" })).body.errors).toEqual([
    { property: "isReadOnly", errorMessage: "The source is read-only. Send false to change it" },
  ]);
  expect((await send("PATCH", one, { description: "x", isReadOnly: false })).status).toBe(200);
});

test("sources that experiments and metrics name stay, and say who uses them", async () => {
  await send("POST", "/experiments/assignment_sources", exposures);
  await send("POST", "/metrics/metric_source", events);
  await send("POST", "/metrics/metric_source", { ...events, name: "Orders", eventColumn: null });
  const experiment = { name: "Checkout", assignmentSourceName: "exposures", isAnalysisOnly: true };
  const saved = await send("POST", "/experiments", {
    ...experiment,
    assignmentSourceFilters: [{ column: "country", values: ["de"] }],
    assignmentSourceGroups: { v1: "Test" },
  });
  expect(saved.body.data).toMatchObject({
    ...experiment,
    assignmentSourceFilters: [{ column: "country", condition: "in", values: ["de"] }],
    assignmentSourceGroups: { v1: "Test" },
  });
  expect((await send("GET", one)).body.data).toMatchObject({
    usedBy: [{ id: "checkout", name: "Checkout", status: "setup" }],
  });
  expect((await send("DELETE", one)).body).toMatchObject({
    message: "Assignment source is referenced by active experiments.",
    errors: [{ property: "name", errorMessage: "The experiment 'Checkout' is measured from it" }],
  });
  const metric = { type: "event_count_custom", metricEvents: [{ name: "purchase" }] };
  const own = { ...metric, name: "Purchases", warehouseNative: { metricSourceName: "Log Events" } };
  expect((await send("POST", "/metrics", own)).body.data).toMatchObject(own);
  await send("POST", "/metrics", { ...metric, name: "Ordered", metricEvents: [{ name: "Orders" }] });
  const named = (answer: TestAnswer) => answer.body.data;
  expect(named(await send("GET", `${metricSource}/metrics`))).toMatchObject([{ name: "Purchases" }]);
  expect(named(await send("GET", "/metrics/metric_source/Orders/metrics"))).toMatchObject([
    { name: "Ordered" },
  ]);
  expect(errorsOf(await send("DELETE", metricSource)).errors).toEqual([
    { property: "name", errorMessage: "The metric 'Purchases' reads it" },
  ]);
});
