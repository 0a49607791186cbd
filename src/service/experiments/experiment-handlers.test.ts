import { z } from "zod/mini";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HealthCheck } from "#contract/experiment-overview.ts";
import { SummaryCharts } from "#contract/summary-charts.ts";
import { writeEntity } from "#service/database/entities.ts";
import { gateReferences } from "#service/database/gate-references.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { writeDefinitions, writeMetrics } from "#service/database/definitions.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
const get = (path: string, key: "write" | "none" = "write") =>
  service.request("GET", `/console/v1${path}`, { key });
const names = (data: unknown) => (Array.isArray(data) ? data.map((item: { name: string }) => item.name) : []);

const groups = [
  { id: "old", name: "Old", size: 50 },
  { id: "new", name: "New", size: 50 },
];
const experiments = [
  {
    id: "one page",
    name: "One page",
    status: "active",
    tags: ["checkout", "web"],
    idType: "userID",
    startTime: testNow - 1e9,
    targetingGateID: "eligible",
    primaryMetrics: [
      { name: "Orders", type: "event_count" },
      { name: "Returns", type: "event_count" },
    ],
  },
  {
    id: "copy",
    name: "copy of the button",
    status: "setup",
    tags: ["checkout"],
    idType: "stableID",
    startTime: null,
  },
  {
    id: "balance",
    name: "Balance",
    status: "archived",
    tags: [],
    idType: "userID",
    startTime: testNow - 1e9,
    endTime: testNow - 1e8,
  },
];

beforeAll(async () => {
  service = await testApp();
  const exposure = (experiment: string, group: string, unit: string) => ({
    experiment,
    group,
    unit,
    time: testNow - 5e8,
    properties: "{}",
  });
  await service.database.transaction(async (transaction) => {
    const gate = {
      id: "eligible",
      name: "Eligible",
      status: "In Progress",
      isEnabled: true,
      rules: [],
      version: 1,
    };
    await writeEntity(transaction, "gate", { document: gate, references: [] }, testNow);
    await writeEntity(transaction, "gate", { document: { ...gate, id: "unused" }, references: [] }, testNow);
    for (const experiment of experiments) {
      const document = { ...experiment, groups, version: 1 };
      await writeEntity(
        transaction,
        "experiment",
        { document, references: gateReferences(document) },
        testNow,
      );
    }
    await writeMetrics(transaction, [
      {
        id: "Orders::event_count",
        name: "Orders",
        type: "event_count",
        directionality: "increase",
        lineage: { events: ["order"], metrics: [] },
      },
    ]);
    await loadEvents(transaction, [
      { name: "order", time: testNow - 4e8, unit: "u1", value: "", source: "web", metadata: "{}" },
    ]);
    const units = Array.from({ length: 100 }, (_, number) => `u${number}`);
    await loadExposures(transaction, [
      ...units.map((unit, number) => exposure("one page", number % 2 ? "old" : "new", unit)),
      exposure("one page", "new", "u1"),
      exposure("one page", "new", ""),
      exposure("one page", "new", ""),
      ...units.map((unit, number) => exposure("balance", number < 80 ? "old" : "new", unit)),
    ]);
    const sources = ["Tier", "country", "Device"].map((name) => ({
      id: name,
      name,
      sql: "select 1",
      tags: [],
    }));
    await writeDefinitions(transaction, "entity_property", sources);
  });
});
afterAll(() => service.close());

describe("experiments", () => {
  test("are listed by name with their address in the console", async () => {
    const { body } = await get("/experiments");
    expect(body.message).toBe("Experiments listed successfully.");
    expect(names(body.data)).toEqual(["Balance", "copy of the button", "One page"]);
    expect(body.data).toMatchObject([
      {},
      {},
      { permalink: "https://console.test/demo/experiments/one%20page" },
    ]);
    expect(body.pagination).toMatchObject({ totalItems: 3, all: "/console/v1/experiments" });
  });

  test.each([
    ["?status=active", ["One page"]],
    ["?tags=checkout", ["copy of the button", "One page"]],
    ["?tags=checkout,web", ["One page"]],
    ["?idType=stableID", ["copy of the button"]],
    ["?search=BUTTON", ["copy of the button"]],
    ["?search=nothing", []],
    ["?limit=1&page=2", ["copy of the button"]],
    ["?limit=0", []],
    ["?page=9", []],
  ])("with %s", async (query, found) => {
    expect(names((await get(`/experiments${query}`)).body.data)).toEqual(found);
  });

  test("keep the total on a page of none and beyond the end", async () => {
    expect((await get("/experiments?limit=0")).body.pagination?.totalItems).toBe(3);
    expect((await get("/experiments?page=9")).body.pagination).toMatchObject({
      totalItems: 3,
      previousPage: "/console/v1/experiments?page=1&limit=100",
    });
  });

  test("that reference a gate are listed, none for a gate that nothing references, 404 for no gate", async () => {
    const { body } = await get("/gates/eligible/experiment_references");
    expect(body.message).toBe("Experiments listed successfully.");
    expect(names(body.data)).toEqual(["One page"]);
    expect(body.pagination).toMatchObject({ totalItems: 1, all: "" });
    expect((await get("/gates/eligible/experiment_references?limit=0")).body).toMatchObject({
      data: [],
      pagination: { totalItems: 1 },
    });
    expect((await get("/gates/eligible/experiment_references?page=2")).body).toMatchObject({
      data: [],
      pagination: { totalItems: 1 },
    });
    expect((await get("/gates/unused/experiment_references")).body.data).toEqual([]);
    expect(await get("/gates/none/experiment_references")).toMatchObject({
      status: 404,
      body: { message: "Gate not found." },
    });
  });

  test.each([
    "/experiments",
    "/experiments/copy",
    "/gates/eligible/experiment_references",
    "/experiments/entity_properties",
  ])("%s needs a key", async (path) => expect((await get(path, "none")).status).toBe(401));

  test.each([
    "/experiments?limit=101",
    "/gates/eligible/experiment_references?limit=-1",
    "/experiments/entity_properties?page=0",
  ])("%s is refused", async (path) => expect((await get(path)).status).toBe(400));

  test("are read with an entity tag; an unknown one is not found", async () => {
    const { status, body, headers } = await get("/experiments/copy");
    expect(status).toBe(200);
    expect(body.message).toBe("Experiment read successfully.");
    expect(headers.get("etag")).toBe('"1"');
    expect(await get("/experiments/none")).toMatchObject({
      status: 404,
      body: { message: "Experiment not found." },
    });
  });
});

describe("health checks", () => {
  const read = async (id: string) => {
    const { body } = await get(`/experiments/${encodeURIComponent(id)}`);
    const data = typeof body.data === "object" && body.data !== null ? body.data : {};
    const checks = "healthChecks" in data ? z.array(HealthCheck).parse(data.healthChecks) : [];
    return {
      overall: "healthCheckStatus" in data ? data.healthCheckStatus : undefined,
      status: Object.fromEntries(checks.map((check) => [check.name, check.status])),
      descriptions: checks.map((check) => check.description).join("\n"),
    };
  };

  test("name what to look at: units without id, metrics without data, crossovers", async () => {
    const { overall, status, descriptions } = await read("one page");
    expect(status).toEqual({
      "Checks started": "PASSED",
      "Checks have valid unit type": "WARNING",
      "Event metrics have data": "WARNING",
      "Metric results available": "PASSED",
      "Exposures are balanced": "PASSED",
      "Crossover units detected": "WARNING",
      "Pre-experiment bias": "WAITING",
    });
    expect(overall).toBe("WARNING");
    expect(descriptions).toContain("Returns");
    expect(descriptions).toContain("1 unit of 100 (1 %)");
  });

  test("fail where groups are not as large as planned", async () => {
    const { overall, status } = await read("balance");
    expect(status).toMatchObject({ "Exposures are balanced": "FAILED" });
    expect(overall).toBe("FAILED");
  });

  test("are none before the start", async () => {
    expect(await read("copy")).toMatchObject({ overall: "PASSED", status: {} });
  });
});

describe("entity property sources", () => {
  test("are listed by name under their own path, with the message to the letter", async () => {
    const { body } = await get("/experiments/entity_properties");
    expect(body.message).toBe("Entity Property Sourcess listed successfully.");
    expect(names(body.data)).toEqual(["country", "Device", "Tier"]);
    expect(body.pagination).toMatchObject({
      totalItems: 3,
      all: "/console/v1/experiments/entity_properties",
    });
  });

  test("come in pages, also none and beyond the end", async () => {
    expect(names((await get("/experiments/entity_properties?limit=2&page=2")).body.data)).toEqual(["Tier"]);
    for (const query of ["?limit=0", "?page=2"])
      expect((await get(`/experiments/entity_properties${query}`)).body).toMatchObject({
        data: [],
        pagination: { totalItems: 3 },
      });
  });
});

test("lists show the health that was found last, and WAITING before the first look", async () => {
  const One = z.object({
    id: z.string(),
    healthChecks: z.array(HealthCheck),
    healthCheckStatus: z.string(),
  });
  const listed = async (path: string) =>
    z
      .array(One)
      .parse((await get(path)).body.data)
      .find(({ id }) => id === "one page");
  await service.database.query("delete from kept_result");
  for (const path of ["/experiments", "/gates/eligible/experiment_references"])
    expect(await listed(path)).toMatchObject({ healthChecks: [], healthCheckStatus: "WAITING" });
  const { data } = (await get("/experiments/one page")).body;
  const { healthChecks, healthCheckStatus } = One.parse(data);
  expect(healthChecks).toHaveLength(7);
  for (const path of ["/experiments", "/gates/eligible/experiment_references"])
    expect(await listed(path)).toMatchObject({ healthChecks, healthCheckStatus });
});

test("lists show the lead result of the last computation, with its age, and none before it", async () => {
  const listed = async () =>
    z
      .array(z.looseObject({ id: z.string(), leadResult: z.nullish(z.looseObject({})) }))
      .parse((await get("/experiments")).body.data)
      .find(({ id }) => id === "one page")?.leadResult;
  await service.database.query("delete from kept_result");
  service.database.changed?.(["overview of one page"]);
  expect(await listed()).toBeNull();
  const summary = SummaryCharts.parse((await get("/experiments/one page/summary_charts")).body.data);
  const [chart] = summary.sections[0]?.charts ?? [];
  const { dimensionBreakdown: _slices, ...metric } = chart?.metrics?.[0] ?? {};
  await get("/experiments/one page");
  const lead = { control: "Old", test: "New", isReversed: false, computedTime: summary.computedTime };
  expect(await listed()).toEqual({ ...metric, ...lead });
});

test("a decided experiment tells who decided it, whoever wrote it since", async () => {
  const decision = { status: "decision_made", launchedGroupID: "new", decisionTime: testNow - 1e7 };
  const versions = [
    { lastModifierName: "Signe", status: "active" },
    { lastModifierName: "Aino", ...decision },
    { lastModifierName: "Priya", ...decision, description: "Read on." },
  ];
  const decidedBy = async () =>
    z.object({ decidedBy: z.nullish(z.string()) }).parse((await get("/experiments/decided")).body.data)
      .decidedBy;
  const found: unknown[] = [];
  for (const [index, version] of versions.entries()) {
    const document = {
      id: "decided",
      name: "Decided",
      groups,
      version: index + 1,
      startTime: null,
      ...version,
    };
    await service.database.transaction((transaction) =>
      writeEntity(transaction, "experiment", { document, references: [] }, testNow + index),
    );
    found.push(await decidedBy());
  }
  expect(found).toEqual([null, "Aino", "Aino"]);
});
