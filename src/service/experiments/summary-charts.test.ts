import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Chart, ChartMetric } from "#contract/summary-charts.ts";
import { SummaryCharts } from "#contract/summary-charts.ts";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents, loadExposures, type NewEvent } from "#service/database/logs.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 9, 20);
let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const groups = ["a", "b", "c"].map((id) => ({
  id,
  name: `Group ${id.toUpperCase()}`,
  size: id === "a" ? 34 : 33,
}));
const metrics = [
  {
    id: "Orders::event_count",
    name: "Orders",
    type: "event_count",
    directionality: "increase",
    lineage: { events: ["order"], metrics: [] },
  },
  {
    id: "Order days::event_dau",
    name: "Order days",
    type: "event_dau",
    directionality: "increase",
    lineage: { events: ["order", "reorder"], metrics: [] },
  },
  {
    id: "Revenue::sum",
    name: "Revenue",
    type: "sum",
    directionality: "increase",
    metricEvents: [{ name: "order", type: "value" }],
  },
  {
    id: "Items::sum",
    name: "Items",
    type: "sum",
    directionality: "increase",
    metricEvents: [{ name: "order", type: "metadata", metadataKey: "items" }],
  },
  {
    id: "Way::funnel",
    name: "Way",
    type: "funnel",
    directionality: "increase",
    funnelEventList: [{ name: "order", type: "event_dau" }],
  },
  { id: "Query::custom_query", name: "Query", type: "custom_query", directionality: "decrease" },
];
const references = metrics.map(({ name, type }) => ({ name, type }));

const store = (settings: object = {}) =>
  service.database.transaction(async (transaction) => {
    const document = {
      id: "form",
      name: "Form",
      status: "active",
      idType: "userID",
      groups,
      startTime: start,
      endTime: null,
      primaryMetrics: references,
      defaultConfidenceInterval: "95",
      bonferroniCorrection: false,
      ...settings,
    };
    await writeEntity(transaction, "experiment", { document, references: [] }, testNow);
    await writeMetrics(transaction, metrics);
  });

const exposure = (unit: string, group: string, time: number) => ({
  experiment: "form",
  group,
  unit,
  time,
  properties: "{}",
});
const order = (unit: string, time: number, value = "", items = "", name = "order"): NewEvent => ({
  name,
  time,
  unit,
  value,
  source: "web",
  metadata: items ? JSON.stringify({ items }) : "{}",
});
const log = (exposures: ReturnType<typeof exposure>[], events: NewEvent[]) =>
  service.database.transaction(async (transaction) => {
    await loadExposures(transaction, exposures);
    await loadEvents(transaction, events);
  });

async function charts(query = ""): Promise<Chart[]> {
  const { status, body } = await service.request(
    "GET",
    `/console/v1/experiments/form/summary_charts${query}`,
  );
  expect(status).toBe(200);
  expect(body.message).toBe("Successfully loaded Experiment Summary Charts");
  return SummaryCharts.parse(body.data).sections.flatMap((section) => section.charts);
}
async function metricOf(name: string, query = ""): Promise<ChartMetric | undefined> {
  const [chart] = await charts(query);
  return chart?.metrics?.find((metric) => metric.metricName === name);
}

describe("unit values", () => {
  test("count events between the first exposure and the end, both included, and units without events as 0", async () => {
    await store({ endTime: start + 5 * day });
    await log(
      [
        exposure("u1", "a", start), // at the very start of the window
        exposure("u1", "a", start + 2 * day), // a later exposure changes nothing
        exposure("u2", "a", start + day),
        exposure("u3", "b", start + 5 * day), // at its very end
        exposure("u4", "b", start + day),
        exposure("early", "b", start - 1),
        exposure("late", "b", start + 5 * day + 1),
        exposure("", "b", start + day),
        exposure("both", "a", start + day),
        exposure("both", "b", start + 2 * day),
      ],
      [
        order("u1", start),
        order("u1", start + day),
        order("u1", start + 5 * day),
        order("u1", start + 5 * day + 1),
        order("u2", start + day - 1),
        order("u3", start + 5 * day),
        order("both", start + 3 * day),
        order("", start + 3 * day),
        order("early", start + day),
      ],
    );
    expect(await metricOf("Orders")).toEqual({
      metricID: "Orders::event_count",
      metricName: "Orders",
      directionality: "increase",
      controlUnits: 2,
      testUnits: 2,
      controlMean: 1.5,
      testMean: 0.5,
      controlStd: Math.sqrt(4.5),
      testStd: Math.sqrt(0.5),
      absoluteChange: -1,
      percentChange: expect.closeTo(-200 / 3, 10),
      confidenceIntervalDelta: expect.any(Number),
      pValue: expect.any(Number),
      reversePower: expect.any(Number),
      dimensionBreakdown: [],
    });
  });

  test("are days with any of the metric's events, as a share of the unit's days", async () => {
    await store({ endTime: start + 4 * day });
    await log(
      [exposure("u1", "a", start + day / 2), exposure("u2", "b", start + 3 * day)],
      [
        order("u1", start + day - 1),
        order("u1", start + day),
        order("u1", start + day + 5, "", "", "reorder"),
        order("u2", start + 3 * day + 1, "", "", "reorder"),
      ],
    );
    // u1: 2 of 5 days; u2: 1 of 2 days.
    expect(await metricOf("Order days")).toMatchObject({
      controlMean: 0.4,
      testMean: 0.5,
      absoluteChange: expect.closeTo(0.1, 12),
    });
  });

  test("sum the event's value or a metadata field; what is no number is left out", async () => {
    await store();
    await log(
      [exposure("u1", "a", start), exposure("u2", "a", start), exposure("u3", "b", start)],
      [
        order("u1", start + 1, "10.5", "2"),
        order("u1", start + 2, "2", "-1.5e1"),
        order("u2", start + 1, "free", "many"),
        order("u3", start + 1, "-3", ".5"),
      ],
    );
    expect(await metricOf("Revenue")).toMatchObject({ controlMean: 6.25, testMean: -3, controlUnits: 2 });
    expect(await metricOf("Items")).toMatchObject({ controlMean: -6.5, testMean: 0.5 });
  });

  test("keep their spread far away from zero", async () => {
    await store();
    const values = [4, 7, 13, 16];
    await log(
      values.map((value) => exposure(`u${value}`, "a", start)),
      values.map((value) => order(`u${value}`, start + 1, String(1e9 + value))),
    );
    expect(await metricOf("Revenue")).toMatchObject({ controlMean: 1e9 + 10, controlStd: Math.sqrt(30) });
  });

  test("are capped at the 99.9th percentile of the non-zero ones of all groups, unless that is off", async () => {
    const units = Array.from({ length: 1001 }, (_, index) => ({
      unit: `u${index}`,
      group: index % 2 ? "a" : "b",
      value: index < 999 ? 1 : 1000 * (index - 997),
    }));
    await store();
    await log(
      [...units.map(({ unit, group }) => exposure(unit, group, start)), exposure("zero", "a", start)],
      units.map(({ unit, value }) => order(unit, start + 1, String(value))),
    );
    // 1001 values: number ceil(999.999) = 1000 of them is 2000 (u999), so 3000 (u1000) counts as 2000.
    expect(await metricOf("Revenue")).toMatchObject({
      controlMean: (499 + 2000) / 501,
      testMean: (500 + 2000) / 501,
    });
    await store({ winsorization: null });
    expect(await metricOf("Revenue")).toMatchObject({ testMean: (500 + 3000) / 501 });
    await store({ winsorization: 50 });
    expect(await metricOf("Revenue")).toMatchObject({ controlMean: 500 / 501, testMean: 1 });
  });
});

describe("charts", () => {
  beforeEach(() =>
    log(
      ["a", "b", "c"].flatMap((group) =>
        [1, 2, 3].map((number) => exposure(`${group}${number}`, group, start)),
      ),
      ["a1", "b1", "b2", "c1", "c2", "c3"]
        .map((unit) => order(unit, start + 1, "2"))
        .concat(order("c1", start + 2, "3")),
    ),
  );
  const pairs = (all: Chart[]) => all.map(({ control, test: other }) => `${control} / ${other}`);

  test("compare the first group that is not the control with it, or the groups asked for", async () => {
    await store();
    expect(pairs(await charts())).toEqual(["Group A / Group B"]);
    expect(pairs(await charts("?test=c"))).toEqual(["Group A / Group C"]);
    expect(pairs(await charts("?test=Group%20C&control=b"))).toEqual(["Group B / Group C"]);
    expect(pairs(await charts("?test=*"))).toEqual(["Group A / Group B", "Group A / Group C"]);
    expect(pairs(await charts("?control=Group%20C&test=*"))).toEqual([
      "Group C / Group A",
      "Group C / Group B",
    ]);
    await store({ controlGroupID: "c" });
    expect(pairs(await charts())).toEqual(["Group C / Group A"]);
  });

  test.each([
    ["?control=x", "control"],
    ["?test=x", "test"],
    ["?control=*", "control"],
    ["?test=a", "test"],
    ["?confidence=97", "confidence"],
    ["?alpha=1", "alpha"],
  ])("with %s are refused", async (query, property) => {
    await store();
    const { status, body } = await service.request(
      "GET",
      `/console/v1/experiments/form/summary_charts${query}`,
    );
    expect(status).toBe(400);
    expect(body.errors?.[0]?.property).toBe(property);
  });

  test("use the experiment's level, divided by the test groups where it says so, or the level asked for", async () => {
    const width = async (query = "") => (await metricOf("Orders", query))?.confidenceIntervalDelta ?? 0;
    await store();
    const at95 = await width();
    expect(await width("?confidence=90")).toBeLessThan(at95);
    await store({ defaultConfidenceInterval: "90", bonferroniCorrection: true });
    // With two test groups, 90 % is evaluated at 95 % each, even if only one of them is requested.
    expect(await width("?test=b")).toBeCloseTo(at95, 10);
    expect(await width("?test=*&confidence=95")).toBeGreaterThan(at95);
  });

  test("stand in the sections that were set up, other sources with their message", async () => {
    await store({
      sections: [
        {
          sectionLabel: "Money",
          charts: [
            { chartSource: "experiment", display: "table", metrics: [{ name: "Revenue", type: "sum" }] },
          ],
        },
        { sectionLabel: "Query", charts: [{ chartSource: "scheduled_custom_query", message: "Not here." }] },
      ],
    });
    const { body } = await service.request("GET", "/console/v1/experiments/form/summary_charts");
    expect(body.data).toMatchObject({
      experimentID: "form",
      sections: [
        {
          sectionLabel: "Money",
          charts: [{ chartSource: "experiment", display: "table", metrics: [{ metricName: "Revenue" }] }],
        },
        { sectionLabel: "Query", charts: [{ chartSource: "scheduled_custom_query", message: "Not here." }] },
      ],
    });
  });

  test("name metrics that are not computed without a made-up number", async () => {
    await store({
      primaryMetrics: [{ name: "Query", type: "custom_query" }],
      secondaryMetrics: [{ name: "Gone", type: "event_count" }],
    });
    const { body } = await service.request("GET", "/console/v1/experiments/form/summary_charts");
    expect(SummaryCharts.parse(body.data).sections).toMatchObject([
      { sectionLabel: "Primary metrics" },
      { sectionLabel: "Secondary metrics" },
    ]);
    const nothing = { directionality: "decrease", dimensionBreakdown: [] };
    const [query, gone] = await charts();
    expect(query?.metrics).toEqual([{ metricID: "Query::custom_query", metricName: "Query", ...nothing }]);
    expect(gone?.metrics).toEqual([
      { metricID: "Gone::event_count", metricName: "Gone", ...nothing, directionality: "increase" },
    ]);
  });

  test("say of a tagged metric that it is a guardrail, unless it is primary", async () => {
    const guards = async (settings: object) => {
      await store(settings);
      const tagged = metrics.map((metric) => ({ ...metric, tags: ["GuardRail"] }));
      await service.database.transaction((transaction) => writeMetrics(transaction, tagged));
      const shown = (await charts()).flatMap(({ metrics: own = [] }) => own);
      return shown.map(({ isGuardrail }) => isGuardrail);
    };
    const [first, second] = references;
    expect(await guards({ primaryMetrics: [first], secondaryMetrics: [second] })).toEqual([undefined, true]);
    await store();
  });

  test("before the start hold no units", async () => {
    await store({ status: "setup", startTime: null });
    expect(await metricOf("Orders")).toEqual({
      metricID: "Orders::event_count",
      metricName: "Orders",
      directionality: "increase",
      controlUnits: 0,
      testUnits: 0,
      dimensionBreakdown: [],
    });
  });

  test("of an unknown experiment are not found, and need a key", async () => {
    const path = "/console/v1/experiments/none/summary_charts";
    expect(await service.request("GET", path)).toMatchObject({
      status: 404,
      body: { message: "Experiment not found." },
    });
    expect((await service.request("GET", path, { key: "none" })).status).toBe(401);
  });
});
