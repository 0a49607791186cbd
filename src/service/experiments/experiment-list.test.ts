// Lists of experiments are searched, counted and sorted by their listed fields, and follow computed results and the time.
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { ListCounts } from "#contract/list-counts.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const day = 86_400_000;
const start = testNow - 10 * day;
let now = testNow;
let service: Awaited<ReturnType<typeof testApp>>;

const store = (id: string, settings: object = {}) =>
  service.database.transaction(async (transaction) => {
    const groups = ["a", "b"].map((group) => ({ id: group, name: group.toUpperCase(), size: 50 }));
    const document = {
      id,
      name: id,
      status: "active",
      groups,
      startTime: start,
      duration: 28,
      primaryMetrics: [{ name: "Orders", type: "event_count" }],
      secondaryMetrics: ["Returns", "Calls"].map((name) => ({ name, type: "event_count" })),
      sequentialTesting: true,
      owner: { ownerName: id === "clear" ? "Ada" : "Grace" },
      ...settings,
    };
    await writeEntity(transaction, "experiment", { document, references: [] }, testNow);
  });

/** Logs 200 users per group: `b` in ten order in the test group and one in ten in the control; as many users return the order, and call. */
const log = (id: string, { a = 200, b = 1 } = {}) =>
  service.database.transaction(async (transaction) => {
    const units = ["a", "b"].flatMap((group) =>
      Array.from({ length: group === "a" ? a : 200 }, (_, index) => ({
        group,
        unit: `${id} ${group} ${index}`,
        orders: index % 10 < (group === "b" ? b : 1),
      })),
    );
    await loadExposures(
      transaction,
      units.map(({ group, unit }) => ({
        experiment: id,
        unit,
        group,
        time: start + day,
        properties: "{}",
      })),
    );
    const event = { time: start + 2 * day, value: "", source: "web", metadata: "{}" };
    await loadEvents(
      transaction,
      units
        .filter(({ orders }) => orders)
        .flatMap(({ unit }) => ["order", "return"].map((name) => ({ ...event, name, unit }))),
    );
    const calls = units.filter((_, index) => index % 2 === 0);
    await loadEvents(
      transaction,
      calls.map(({ unit }) => ({ ...event, name: "call", unit })),
    );
  });

beforeEach(async () => {
  now = testNow;
  service = await testApp({ now: () => now });
  await service.database.transaction((transaction) =>
    writeMetrics(
      transaction,
      ["Orders", "Returns", "Calls"].map((name) => ({
        id: `${name}::event_count`,
        name,
        type: "event_count",
        directionality: name === "Orders" ? "increase" : "decrease",
        tags: name === "Orders" ? [] : ["guardrail"],
        lineage: { events: [name.slice(0, -1).toLowerCase()], metrics: [] },
      })),
    ),
  );
  await store("stopped", { status: "experiment_stopped", endTime: testNow - 2 * day });
  await store("overdue", { duration: 6 });
  await store("clear");
  await store("unbalanced", { duration: 90 });
  await store("runs");
  await store("runs long", { duration: 60 });
  await store("decided", { status: "decision_made", launchedGroupID: "b", decisionTime: testNow - day });
  await store("planned", { status: "setup", startTime: null });
  await store("archived", { status: "archived" });
  await log("clear", { b: 6 });
  await log("runs");
  await log("unbalanced", { a: 500 });
});
afterEach(() => service.close());

const Listed = z.array(z.looseObject({ id: z.string(), worstGuardrail: z.nullish(z.looseObject({})) }));
const list = async (query = "") => {
  const { status, body } = await service.request("GET", `/console/v1/experiments?${query}`, { key: "read" });
  expect(status).toBe(200);
  return { rows: Listed.parse(body.data), counts: ListCounts.parse(body.counts) };
};
const ids = async (query: string) => (await list(`counts=true&${query}`)).rows.map(({ id }) => id);
/** Computes an overview, since lists show the last computed one. */
const compute = (id: string) => service.request("GET", `/console/v1/experiments/${id}`);
const computeAll = async () => {
  for (const id of ["clear", "runs", "unbalanced"]) await compute(id);
};
const countsOf = async (field: string, query = "") => {
  const { counts } = await list(`counts=true&includeArchived=false&${query}`);
  const values = counts.values.find((one) => one.field === field)?.values ?? [];
  return Object.fromEntries(values.map(({ value, count }) => [value, count]));
};

test("decisions stand first, then failed checks, then what runs, is planned and was decided; a page has its part", async () => {
  await computeAll();
  const order = "sort=need&includeArchived=false";
  const expected = ["overdue", "stopped", "clear", "unbalanced", "runs", "runs long", "planned", "decided"];
  expect(await ids(order)).toEqual(expected);
  expect(await ids(`${order}&limit=3&page=2`)).toEqual(expected.slice(3, 6));
  expect(await ids("sort=need")).toEqual([...expected, "archived"]);
  expect(await countsOf("band")).toEqual({
    decide: 3,
    fix: 1,
    running: 2,
    planning: 1,
    decided: 1,
    archived: 0,
  });
  expect(await list("counts=true&limit=0")).toMatchObject({ counts: { inUse: 8, archived: 1 } });
  // Sorted by start, the newest first; experiments without a start come last in either direction.
  await store("newest", { startTime: start + 2 * day });
  const byStart = await ids("sort=start&order=descending");
  expect([byStart[0], byStart.at(-1)]).toEqual(["newest", "planned"]);
});

test("the archive is found by its status, and without a choice lists have it as before", async () => {
  expect(await ids("status=archived&includeArchived=false")).toEqual(["archived"]);
  expect(await ids("status=archived,setup&includeArchived=false")).toEqual(["archived", "planned"]);
  expect((await ids("")).includes("archived")).toBe(true);
  expect((await countsOf("status"))["archived"]).toBe(1);
});

test("health, result, guardrail, metric and owner are filters, each counted beside the others", async () => {
  await computeAll();
  expect(await ids("result=better")).toEqual(["clear"]);
  expect(await ids("guardrail=worse")).toEqual(["clear"]);
  expect(await ids(`health=${encodeURIComponent("Exposures are balanced")}`)).toEqual(["unbalanced"]);
  expect(await ids("owner=Ada")).toEqual(["clear"]);
  expect(await ids("metric=Orders&named=RUNS")).toEqual(["runs", "runs long"]);
  expect(await countsOf("result")).toEqual({ better: 1, inconclusive: 1 });
  expect(await countsOf("result", "owner=Ada")).toEqual({ better: 1, inconclusive: 0 });
  expect(await ids("sort=lead&order=descending&result=better,inconclusive")).toEqual(["clear", "runs"]);
});

test("the worst guardrail is told with its group, and none where a check failed counts as a result", async () => {
  await computeAll();
  const { rows } = await list("counts=true");
  const of = (id: string) => rows.find((row) => row.id === id)?.worstGuardrail;
  expect(of("clear")).toMatchObject({ metricName: "Returns", test: "B", directionality: "decrease" });
  expect(of("overdue")).toBeNull();
  expect(await countsOf("guardrail")).toEqual({ inconclusive: 1, worse: 1 });
});

test("rows of the list have what lists show, in the same order and with the same counts", async () => {
  const query = "counts=true&includeArchived=false&sort=need&limit=5";
  const read = async (path: string) =>
    (await service.request("GET", `/console/v1/${path}?${query}`, { key: "read" })).body;
  const before = await read("experiment_rows");
  await computeAll();
  const [whole, rows] = [await read("experiments"), await read("experiment_rows")];
  expect(rows.data).not.toEqual(before.data);
  expect(rows).toMatchObject({ pagination: { totalItems: 8 }, counts: whole.counts });
  const listed = z.array(z.looseObject({ id: z.string() })).parse(rows.data);
  expect(whole.data).toMatchObject(listed.map(({ healthChecks: _shortened, ...row }) => row));
  expect(listed.flatMap(({ leadResult }) => leadResult ?? [])).not.toEqual([]);
  expect(JSON.stringify(rows).length).toBeLessThan(JSON.stringify(whole).length * 0.6);
});

test("what was computed, a write and the time change the order at once", async () => {
  const band = (value: string) => ids(`band=${value}&sort=name`);
  expect(await band("decide")).toEqual(["overdue", "stopped"]);
  await compute("clear");
  expect(await band("decide")).toEqual(["clear", "overdue", "stopped"]);
  await store("overdue", { duration: 30 });
  expect(await band("decide")).toEqual(["clear", "stopped"]);
  now += 18 * day + 1;
  expect(await band("decide")).toEqual(["clear", "runs", "stopped"]);
});

test("a value that is not known finds nothing, an order that is not known is refused by name", async () => {
  expect(await ids("band=nonsense")).toEqual([]);
  const { status, body } = await service.request("GET", "/console/v1/experiments?sort=luck");
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain("sort");
});
