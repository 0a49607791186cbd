import { afterEach, beforeEach, expect, test } from "vitest";
import { TimeSeries } from "#contract/time-series.ts";
import { SummaryCharts } from "#contract/summary-charts.ts";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { testApp } from "#service/test-app.test-support.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 9, 20);
const noon = start + 5 * day + day / 2;
let now = noon;
let service: Awaited<ReturnType<typeof testApp>>;

const metric = (name: string, type: string, more: object = {}) => ({
  id: `${name}::${type}`,
  name,
  type,
  directionality: "decrease",
  lineage: { events: ["order"], metrics: [] },
  ...more,
});
const value = (name: string) => ({ name, type: "value" });
const count = (name: string) => ({ name, type: "count" });
const steps = ["view", "order"].map((name) => ({ name, type: "event_dau" }));
const metrics = [
  metric("Orders", "event_count"),
  metric("Orders", "event_dau"),
  metric("Revenue", "sum", { metricEvents: [value("order")] }),
  metric("Order value", "mean", { metricEvents: [value("order")] }),
  metric("Revenue per view", "ratio", { metricEvents: [value("order"), count("view")] }),
  metric("Ordering", "funnel", { funnelEventList: steps }),
  metric("Elsewhere", "import"),
];
const document = {
  id: "form",
  name: "Form",
  status: "active",
  idType: "userID",
  version: 1,
  groups: ["a", "b", "c"].map((id) => ({ id, name: `Group ${id}`, size: 33 })),
  startTime: start,
  endTime: null,
  duration: 20,
  cuped: true,
  sequentialTesting: true,
  bonferroniCorrection: true,
  winsorization: 90,
  primaryMetrics: metrics.map(({ name, type }) => ({ name, type })),
};

const write = (changes: object = {}) =>
  service.database.transaction((transaction) =>
    writeEntity(transaction, "experiment", { document: { ...document, ...changes }, references: [] }, now),
  );
const event = (name: string, unit: string, time: number, amount = 1) => ({
  name,
  time,
  unit,
  value: String(amount),
  source: "",
  metadata: "{}",
});

/**
 * Logs 240 units that arrive over five days, nearly all with events before and after exposure; one in 20 crosses over
 * on its second day.
 */
async function log() {
  const units = Array.from({ length: 240 }, (_, number) => ({
    unit: `u${number}`,
    group: ["a", "b", "c"][number % 3] ?? "",
    exposed: start + ((number * 7) % 5) * day + number,
    number,
  }));
  await service.database.transaction(async (transaction) => {
    const exposure = (unit: string, group: string, time: number) => ({
      experiment: "form",
      group,
      unit,
      time,
      properties: "{}",
    });
    await loadExposures(
      transaction,
      units.flatMap(({ unit, group, exposed, number }) => [
        exposure(unit, group, exposed),
        ...(number % 20 === 0 ? [exposure(unit, group === "a" ? "b" : "a", exposed + day)] : []),
      ]),
    );
    await loadEvents(
      transaction,
      units
        .flatMap(({ unit, exposed, number }) =>
          Array.from({ length: number % 6 }, (_, place) => {
            const time = Math.round(exposed + ((place * 5) % 7) * 0.7 * day);
            return [
              event("view", unit, time),
              event("order", unit, time + 1, (number * place) % 11),
              event("order", unit, exposed - (place + 1) * day, number % 6),
            ];
          }).flat(),
        )
        .filter(({ time }) => time <= noon),
    );
  });
}

beforeEach(async () => {
  now = noon;
  service = await testApp({ now: () => now });
  await write();
  await service.database.transaction((transaction) => writeMetrics(transaction, metrics));
});
afterEach(() => service.close());

const read = (path: string) => service.request("GET", `/console/v1/experiments/form/${path}`);
async function daily(query: string) {
  const { status, body } = await read(`daily_results?${query}`);
  expect(status).toBe(200);
  expect(body.message).toBe("Daily results read successfully.");
  return TimeSeries.parse(body.data);
}

test.each(["control=a&test=b", "control=c&test=Group%20a&confidence=80&cuped=false"])(
  "With %s the last day is the chart's row of each metric, whatever its type",
  async (query) => {
    await log();
    const { body } = await read(`summary_charts?${query}`);
    const [chart] = SummaryCharts.parse(body.data).sections[0]?.charts ?? [];
    const rows = chart?.metrics?.filter(({ metricName }) => metricName !== "Elsewhere") ?? [];
    expect(rows).toHaveLength(6);
    expect(rows.some(({ adjustment }) => adjustment)).toBe(!query.includes("cuped=false"));
    for (const { dimensionBreakdown: _, cap: __, ratioSums: ___, ...row } of rows) {
      const found = await daily(`metric=${encodeURIComponent(row.metricID)}&${query}`);
      const { cumulative, exposures, daysSinceExposure, experimentID, ...shared } = found;
      expect({ ...shared, ...near({ ...cumulative.at(-1), time: undefined }) }).toEqual({
        ...near(row),
        control: chart?.control,
        test: chart?.test,
        cuped: chart?.cuped,
        sequentialTesting: true,
        significanceLevel: chart?.significanceLevel,
      });
      expect(cumulative.map(({ time }) => time)).toEqual(
        [0, 1, 2, 3, 4, 5].map((number) => start + number * day),
      );
      expect(daysSinceExposure.map(({ day: number }) => number)).toEqual([0, 1, 2, 3, 4, 5]);
      const group = query.startsWith("control=a") ? "a" : "c";
      const control = exposures.reduce((sum, { units }) => sum + (units[group] ?? 0), 0);
      expect({ experimentID, control }).toEqual({ experimentID: "form", control: 76 });
    }
  },
);

/** Rounds numbers before a comparison, because sums are added up in another order. */
function near(fields: unknown): object {
  const text = JSON.stringify(fields, (_, field: unknown) =>
    typeof field === "number" ? Number(field.toPrecision(9)) : field,
  );
  return JSON.parse(text) as object;
}

test("A metric is found by its name, and by its type where several have the name", async () => {
  await log();
  expect(await daily("metric=Revenue")).toMatchObject({
    metricID: "Revenue::sum",
    directionality: "decrease",
  });
  expect(await daily("metric=Orders&metricType=event_dau")).toMatchObject({ metricID: "Orders::event_dau" });
  const uncomputed = await daily("metric=Elsewhere");
  expect(uncomputed.exposures).toHaveLength(6);
  expect(uncomputed).toMatchObject({ cumulative: [], daysSinceExposure: [] });
});

test.each([
  ["", "metric", /Required|expected string/i],
  ["metric=Nothing", "metric", /Unknown metric 'Nothing'/],
  ["metric=Orders", "metricType", /Several.*'event_count' \| 'event_dau'/],
  ["metric=Orders&metricType=sum", "metricType", /Unknown type.*'event_count' \| 'event_dau'/],
  ["metric=Revenue&test=x", "test", /Unknown group 'x'/],
  ["metric=Revenue&control=x", "control", /Unknown group 'x'/],
  ["metric=Revenue&test=*", "test", /one test group/],
  ["metric=Revenue&test=a", "test", /itself/],
  ["metric=Revenue&confidence=97", "confidence", /'95'/],
  ["metric=Revenue&cuped=maybe", "cuped", /'true' \| 'false'/],
  ["metric=Revenue&day=1", "day", /./],
])("With '%s' it is refused, naming %s", async (query, property, words) => {
  const { status, body } = await read(`daily_results?${query}`);
  expect(status).toBe(400);
  expect(body.errors).toEqual([{ property, errorMessage: expect.stringMatching(words) }]);
});

test("Without a pair of groups it is refused, an unknown experiment is not found, and a key is needed", async () => {
  await write({ groups: [document.groups[0]] });
  expect((await read("daily_results?metric=Revenue")).body.errors).toMatchObject([{ property: "test" }]);
  const path = "/console/v1/experiments/none/daily_results?metric=Revenue";
  expect(await service.request("GET", path)).toMatchObject({
    status: 404,
    body: { message: "Experiment not found." },
  });
  expect((await service.request("GET", path, { key: "none" })).status).toBe(401);
});

test.each([{}, { startTime: null, status: "setup" }])(
  "Without exposures the lists are empty, with %j",
  async (changes) => {
    await write(changes);
    expect(await daily("metric=Revenue")).toMatchObject({
      exposures: [],
      cumulative: [],
      daysSinceExposure: [],
    });
  },
);

test("The days are kept while nothing changes, for every pair and level, and a late event makes them stale", async () => {
  await log();
  const rows = () =>
    service.database.query(
      "select part, computed_time from kept_result where part like 'daily%' order by part",
    );
  const first = await daily("metric=Revenue");
  now += 60_000;
  expect(await daily("metric=Revenue")).toEqual(first);
  await daily("metric=Revenue&test=c&confidence=99&cuped=false");
  await daily("metric=Order%20value");
  expect(await rows()).toEqual([
    { part: "daily Order value::mean", computed_time: now },
    { part: "daily Revenue::sum", computed_time: noon },
  ]);
  await service.database.transaction((transaction) =>
    loadEvents(transaction, [event("order", "u1", start + 4 * day + 1, 500)]),
  );
  const second = await daily("metric=Revenue");
  expect(second.cumulative.at(-1)?.testMean).not.toBe(first.cumulative.at(-1)?.testMean);
  expect(near(second.cumulative.slice(0, 4))).toEqual(near(first.cumulative.slice(0, 4)));
});
