// The values of metrics in the last days, compared with values computed directly.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MetricPreview } from "#contract/metric-values.ts";
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { countUnits } from "#service/analysis/totals/chosen-units.ts";
import { measureValues } from "./measure-values.ts";
import { loadEvents, type NewEvent } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const day = 86_400_000;
const today = testNow - (testNow % day);
let service: Awaited<ReturnType<typeof testApp>>;

/** Unit u<n> orders n times for 10 n on each of its days, in one of two countries; u0 only visits. */
const units = [0, 1, 2, 3, 4];
const orders: NewEvent[] = units.flatMap((unit) =>
  [0, 2].flatMap((ago) =>
    Array.from({ length: unit }, (_, number) => ({
      name: "order",
      time: today - ago * day + number * 60_000,
      unit: `u${unit}`,
      value: String(10 * unit),
      source: "",
      metadata: JSON.stringify({ country: unit % 2 ? "DE" : "FR", items: "2" }),
    })),
  ),
);
const visits: NewEvent[] = units.map((unit) => ({
  name: "visit",
  time: today - day,
  unit: `u${unit}`,
  value: "",
  source: "",
  metadata: "{}",
}));
beforeAll(async () => {
  service = await testApp();
  const old = orders.map((event) => ({ ...event, time: today - 40 * day }));
  await service.database.transaction((transaction) =>
    loadEvents(transaction, [...orders, ...visits, ...old]),
  );
});
afterAll(() => service.close());

async function preview(body: object) {
  const { status, body: answer } = await service.request("POST", "/console/v1/metrics/preview", {
    body,
    key: "read",
  });
  expect([status, answer.errors]).toEqual([200, undefined]);
  return answer.data as MetricPreview;
}
const event = (more: object = {}) => ({ metricEvents: [{ name: "order", ...more }] });
const germany = [{ type: "metadata", column: "country", condition: "in", values: ["DE"] }];

/** Mean, and variance with n - 1. */
function moments(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean: expect.closeTo(mean, 9), variance: expect.closeTo(squares / (values.length - 1), 9) };
}

test.each<[string, object, readonly number[], number[]]>([
  ["a count", { type: "event_count_custom", ...event() }, [0, 2, 4, 6, 8], [10, 10]],
  [
    "a count in Germany",
    { type: "event_count_custom", ...event({ criteria: germany }) },
    [0, 2, 0, 6, 0],
    [4, 4],
  ],
  ["unique users", { type: "event_user", ...event() }, [0, 1, 1, 1, 1], [4, 4]],
  ["days", { type: "event_dau", ...event() }, [0, 1, 1, 1, 1].map((one) => (one * 2) / 30), [4, 4]],
  ["a sum", { type: "sum", ...event({ type: "value" }) }, [0, 20, 80, 180, 320], [300, 300]],
])(
  "%s is tried on the last 30 days: mean, variance, days with gaps",
  async (_what, definition, values, days) => {
    const found = await preview(definition);
    expect(found).toMatchObject({ units: 5, ...moments(values), unitType: "userID" });
    expect(found.unitsWithEvents).toBe(values.filter((value) => value > 0).length);
    expect(found.days).toHaveLength(30);
    expect(found.days.slice(-3).map(({ value }) => value)).toEqual([days[0], null, days[1]]);
    const { mean, variance } = found;
    expect(found.need.units).toBe(
      Math.ceil(((1.959963984540054 + 0.8416212335729142) / (0.02 * (mean ?? 0))) ** 2 * (variance ?? 0) * 4),
    );
  },
);

test("of many units some are read, and stand for the others", async () => {
  const many = Array.from(
    { length: 400 },
    (_, unit) => ({ ...visits[0], name: "many", unit: `m${unit}` }) as NewEvent,
  );
  await service.database.transaction((transaction) => loadEvents(transaction, many));
  const input: MetricInput = { id: "", measure: "total", amounts: [{ event: "many", adds: "one" }] };
  const span = { start: today - day, end: testNow, unitType: "userID" };
  const { signal } = new AbortController();
  const found = await service.database.snapshot(
    (snapshot) => measureValues(snapshot, input, span, signal, 100),
    signal,
  );
  expect(found.sums.n).toBeGreaterThan(50);
  expect(found.sums.n).toBeLessThan(150);
  expect(found.days).toEqual([{ day: 0, x: expect.closeTo(400, 6), y: 0, units: 400, events: 400 }]);
  const values: [number, number] = [span.start, span.end];
  const { counted } = await countUnits(
    service.database,
    { unit: "unit_id", values },
    { counted: "name = 'many'" },
    200,
  );
  expect(counted).toBeGreaterThan(300);
  expect(counted).toBeLessThan(500);
  await service.database.transaction((transaction) =>
    transaction.query("delete from event where name = 'many'"),
  );
});

test("rates are tried among the units that take part", async () => {
  const mean = await preview({ type: "mean", ...event({ type: "value" }) });
  expect(mean).toMatchObject({ units: 4, mean: 30, need: { change: 2 } });
  expect(mean.days.at(-1)).toMatchObject({
    value: 30,
    numerator: 300,
    denominator: 10,
    units: 4,
    events: 10,
  });
  const ratio = await preview({
    type: "ratio",
    metricEvents: [{ name: "order", criteria: germany }, { name: "visit" }],
  });
  expect(ratio).toMatchObject({ units: 5, mean: 8 / 5 });
  const funnel = await preview({
    type: "funnel",
    funnelEventList: [{ name: "order" }, { name: "order", criteria: germany }],
  });
  expect(funnel).toMatchObject({ units: 4, mean: 0.5 });
});

test("nothing logged is no value, and a wrong definition is refused by its field", async () => {
  expect(await preview({ type: "event_user", metricEvents: [{ name: "never" }] })).toMatchObject({
    units: 5,
    mean: 0,
    need: { units: null },
    distribution: { units: 0, bins: [], least: null },
  });
  const { status, body } = await service.request("POST", "/console/v1/metrics/preview", {
    body: { type: "ratio", ...event() },
  });
  expect([status, body.errors?.[0]?.property]).toEqual([400, "metricEvents"]);
});

test("a stored metric is read by day, by unit, on one date, and as a query", async () => {
  const body = { name: "Money", type: "sum", ...event({ type: "value" }) };
  expect((await service.request("POST", "/console/v1/metrics", { body })).status).toBe(201);
  const read = async (path: string) => {
    const answer = await service.request("GET", `/console/v1/metrics${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body.data;
  };
  const id = encodeURIComponent("Money::sum");
  expect(await read(`/${id}/days?days=3`)).toMatchObject({
    windowStart: today - 2 * day,
    windowEnd: testNow,
    days: [
      { time: today - 2 * day, value: 300 },
      { value: null, units: 0, events: 0 },
      { value: 300, units: 4 },
    ],
  });
  const spread = await read(`/${id}/distribution`);
  expect(spread).toMatchObject({ units: 4, least: 20, most: 320, cap: null });
  expect(Object(spread).percentiles).toContainEqual({ percentile: 50, value: 80 });
  expect(
    Object(spread)
      .bins.map(({ units }: { units: number }) => units)
      .filter(Boolean),
  ).toEqual([1, 1, 1, 1]);
  const date = new Date(today - 2 * day).toISOString().slice(0, 10);
  expect(await read(`?id=${id}&date=${date}`)).toEqual([
    {
      metricName: "Money",
      metricType: "sum",
      unitType: "userID",
      value: 300,
      numerator: 300,
      denominator: null,
    },
  ]);
  expect(await read(`/${id}`)).toMatchObject({
    sql: "select unit, sum(cast(value as double)) as value\nfrom events\nwhere event = 'order'\ngroup by unit",
  });
  for (const wrong of ["2026-02-30", "2026-13-45", "today"])
    expect((await service.request("GET", `/console/v1/metrics?id=${id}&date=${wrong}`)).body.errors).toEqual([
      { property: "date", errorMessage: "Expected a date, as in 2026-11-01" },
    ]);
});
