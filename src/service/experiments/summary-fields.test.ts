// The fields of a chart that depend on the analysis settings (API 2.9; statistics 6, 7, 10), from the log to the answer.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Chart, type ChartMetric, SummaryCharts } from "#contract/summary-charts.ts";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const day = 86_400_000;
const start = testNow - 10 * day;
let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const metrics = [
  { name: "Orders", type: "event_count", lineage: { events: ["order"], metrics: [] } },
  { name: "Revenue", type: "sum", metricEvents: [{ name: "order", type: "value" }] },
  { name: "Basket", type: "mean", metricEvents: [{ name: "order", type: "value" }] },
  {
    name: "Per visit",
    type: "ratio",
    metricEvents: [
      { name: "order", type: "value" },
      { name: "visit", type: "count" },
    ],
  },
  {
    name: "Visit to order",
    type: "funnel",
    funnelCountDistinct: "users",
    funnelEventList: [{ name: "visit" }, { name: "order" }].map((step) => ({ ...step, type: "event_dau" })),
  },
].map((metric) => ({ ...metric, id: `${metric.name}::${metric.type}`, directionality: "increase" }));

const store = (settings: object = {}) =>
  service.database.transaction(async (transaction) => {
    const document = {
      id: "form",
      name: "Form",
      status: "active",
      groups: ["a", "b"].map((id) => ({ id, name: id, size: 50 })),
      startTime: start,
      duration: 14,
      primaryMetrics: metrics.map(({ name, type }) => ({ name, type })),
      ...settings,
    };
    await writeEntity(transaction, "experiment", { document, references: [] }, testNow);
    await writeMetrics(transaction, metrics);
  });

/** Logs 240 units in two groups; each unit visits, and its orders depend on its orders before the exposure. */
beforeEach(() =>
  service.database.transaction(async (transaction) => {
    const units = Array.from({ length: 240 }, (_, index) => ({
      unit: `u${index}`,
      group: index % 2 ? "a" : "b",
      tier: index % 3 ? "free" : "gold",
      orders: (index % 7) + (index % 2 ? 0 : (index >> 1) % 2),
      past: index % 7,
    }));
    await loadExposures(
      transaction,
      units.map(({ unit, group, tier }) => ({
        experiment: "form",
        unit,
        group,
        time: start + day,
        properties: JSON.stringify({ tier }),
      })),
    );
    const event = (name: string, unit: string, time: number, value = "") => ({
      name,
      unit,
      time,
      value,
      source: "web",
      metadata: JSON.stringify({ shop: name === "order" && Number(value) > 5 ? "large" : "small" }),
    });
    await loadEvents(
      transaction,
      units.flatMap(({ unit, orders, past }) => [
        event("visit", unit, start + 2 * day),
        ...Array.from({ length: orders }, (_, count) =>
          event("order", unit, start + 2 * day + 5, String(count + 1)),
        ),
        ...Array.from({ length: past }, () => event("order", unit, start - day, "1")),
      ]),
    );
    await loadEvents(transaction, [event("order", "u0", start + 3 * day, "gift")]);
  }),
);

async function chart(query = ""): Promise<Chart> {
  const { body } = await service.request("GET", `/console/v1/experiments/form/summary_charts${query}`);
  const [found] = SummaryCharts.parse(body.data).sections.flatMap(({ charts }) => charts);
  if (!found) throw new Error("no chart");
  return found;
}
async function metricOf(name: string, query = ""): Promise<ChartMetric> {
  const metric = (await chart(query)).metrics?.find(({ metricName }) => metricName === name);
  if (!metric) throw new Error(`no ${name}`);
  return metric;
}

test("a metric's experiments carry what it showed when results were computed last", async () => {
  await store();
  const path = `/console/v1/metrics/${encodeURIComponent("Revenue::sum")}/experiments`;
  const read = async () => (await service.request("GET", path)).body.data;
  expect(await read()).toMatchObject([{ id: "form", role: "primary", result: null }]);
  const { metricName, absoluteChange, confidenceIntervalDelta } = await metricOf("Revenue");
  expect(await read()).toMatchObject([
    {
      result: {
        metricName,
        absoluteChange,
        confidenceIntervalDelta,
        control: "a",
        test: "b",
        computedTime: testNow,
      },
    },
  ]);
});

describe("sequential testing", () => {
  const sequential = [
    "sequentialTestingConfidenceIntervalDelta",
    "percentSequentialTestingConfidenceIntervalDelta",
  ] as const;

  test.each([
    ["its target date is ahead", { duration: 14 }],
    ["it has none", { duration: null }],
  ])("widens both intervals while the experiment runs and %s", async (_, settings) => {
    await store({ sequentialTesting: true, ...settings });
    expect(await chart()).toMatchObject({ sequentialTesting: true });
    const revenue = await metricOf("Revenue");
    const [absolute, percent] = sequential.map((name) => revenue[name] ?? 0);
    expect(absolute).toBeGreaterThan(revenue.confidenceIntervalDelta ?? Infinity);
    expect(percent).toBeGreaterThan(revenue.percentConfidenceIntervalDelta ?? Infinity);
  });

  test.each([
    ["is off", { sequentialTesting: false }],
    ["is past its target date", { sequentialTesting: true, duration: 10 }],
    ["has ended", { sequentialTesting: true, endTime: testNow - day }],
    ["is decided", { sequentialTesting: true, status: "decision_made" }],
  ])("has no fields where it %s", async (_, settings) => {
    await store(settings);
    expect(await chart()).toMatchObject({ sequentialTesting: false });
    for (const name of sequential) expect(await metricOf("Revenue")).not.toHaveProperty(name);
  });
});

test.each(["Basket", "Per visit", "Visit to order"])(
  "%s names the two sums that its means divide, over all its units",
  async (name) => {
    await store();
    const { ratioSums, testMean = NaN, controlMean = NaN, controlUnits = NaN } = await metricOf(name);
    const { testNumerator, testDenominator, controlNumerator, controlDenominator } = ratioSums ?? {};
    expect((testNumerator ?? NaN) / (testDenominator ?? NaN)).toBeCloseTo(testMean, 12);
    expect((controlNumerator ?? NaN) / (controlDenominator ?? NaN)).toBeCloseTo(controlMean, 12);
    expect(controlDenominator).toBeGreaterThanOrEqual(controlUnits);
    expect(await metricOf("Orders")).not.toHaveProperty("ratioSums");
  },
);

describe("CUPED", () => {
  test("narrows the interval of what the past explains, and says what it used", async () => {
    await store({ cuped: true });
    expect(await chart()).toMatchObject({ cuped: true });
    const { adjustment, ...adjusted } = await metricOf("Orders");
    const plain = await metricOf("Orders", "?cuped=false");
    expect(adjustment).toMatchObject({
      theta: expect.closeTo(1, 1),
      unadjusted: { testMean: plain.testMean, confidenceIntervalDelta: plain.confidenceIntervalDelta },
    });
    expect(adjusted.controlMean).toBe(plain.controlMean);
    expect(adjusted.confidenceIntervalDelta).toBeLessThan((plain.confidenceIntervalDelta ?? 0) / 2);
    expect(await metricOf("Basket")).not.toHaveProperty("adjustment");
  });

  test("can be asked for and left out for one look", async () => {
    await store({ cuped: false });
    expect(await chart()).toMatchObject({ cuped: false });
    expect(await metricOf("Orders")).not.toHaveProperty("adjustment");
    expect(await chart("?cuped=true")).toMatchObject({ cuped: true });
    expect(await metricOf("Orders", "?cuped=true")).toHaveProperty("adjustment");
  });
});

test("The level in force stands on the chart", async () => {
  await store({ defaultConfidenceInterval: "90" });
  expect((await chart()).significanceLevel).toBeCloseTo(0.1, 12);
  expect((await chart("?confidence=99")).significanceLevel).toBeCloseTo(0.01, 12);
});

test("Ratios and funnels count the units that take part", async () => {
  await store();
  const basket = await metricOf("Basket");
  // Units whose number is a multiple of 7 and that have no additional order have no orders at all.
  expect(basket.controlUnits).toBeLessThan(120);
  expect(await metricOf("Per visit")).toMatchObject({ controlUnits: 120, testUnits: 120 });
  const funnel = await metricOf("Visit to order");
  expect(funnel.controlUnits).toBe(120);
  expect(funnel.controlMean).toBeCloseTo((basket.controlUnits ?? 0) / 120, 12);
});

test("Values that are no number are counted, and a cap is named where one holds", async () => {
  await store({ winsorization: 50 });
  const revenue = await metricOf("Revenue");
  expect(revenue).toMatchObject({ nonNumericEvents: 1, cap: expect.any(Number) });
  expect(await metricOf("Orders")).not.toHaveProperty("nonNumericEvents");
  await store({ winsorization: null });
  expect(await metricOf("Revenue")).not.toHaveProperty("cap");
});

describe("a dimension", () => {
  test("of the user holds the units with each value", async () => {
    await store({ dimensions: [{ key: "tier", type: "user" }] });
    const { dimensionBreakdown = [], controlUnits } = await metricOf("Orders");
    expect(dimensionBreakdown).toMatchObject([
      {
        dimensionKey: "tier",
        dimensionType: "user",
        dimensionValue: "free",
        controlUnits: 80,
        testUnits: 80,
      },
      {
        dimensionKey: "tier",
        dimensionType: "user",
        dimensionValue: "gold",
        controlUnits: 40,
        testUnits: 40,
      },
    ]);
    expect(dimensionBreakdown.every(({ pValue }) => pValue !== undefined)).toBe(true);
    expect(controlUnits).toBe(120);
  });

  test("of the event holds all units, with the events of each value", async () => {
    await store({ dimensions: [{ key: "shop", type: "event" }], winsorization: null });
    const { dimensionBreakdown = [], controlMean = 0 } = await metricOf("Revenue");
    expect(dimensionBreakdown.map(({ dimensionValue }) => dimensionValue)).toEqual(["small", "large"]);
    expect(dimensionBreakdown.map((slice) => slice.controlUnits)).toEqual([120, 120]);
    const means = dimensionBreakdown.map((slice) => slice.controlMean ?? 0);
    expect(means.reduce((sum, mean) => sum + mean, 0)).toBeCloseTo(controlMean, 10);
  });
});
