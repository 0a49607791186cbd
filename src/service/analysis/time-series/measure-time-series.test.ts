import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#service/database/database.ts";
import { loadEvents, loadExposures, type NewEvent, type NewExposure } from "#service/database/logs.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import type { Measured } from "#service/analysis/plan/measurements.ts";
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { dayOf, funnelOfDays } from "#statistics/unit-values.test-support.ts";
import { capRank } from "#statistics/winsorization.ts";
import { sourceKey } from "#service/analysis/plan/event-source.ts";
import { measureTimeSeries, type MeasuredTimeSeries } from "./measure-time-series.ts";
import { covariateSumsOf, pairSumsOf } from "#statistics/plain-sums.test-support.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 9, 20);

/** Both engines run the same SQL; the server is many times slower, so it gets fewer runs. */
const runs = process.env["TEST_DATABASE_URL"] ? 8 : 30;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Pair = readonly [x: number, y: number];
interface Log {
  exposures: readonly { unit: string; group: string; time: number }[];
  events: readonly { unit: string; name: string; time: number; value: string }[];
}

const inputs: MetricInput[] = [
  { id: "orders", measure: "total", amounts: [{ event: "order", adds: "one" }] },
  { id: "revenue", measure: "total", amounts: [{ event: "order", adds: "its number" }] },
  { id: "active", measure: "days", events: ["order", "view"] },
  {
    id: "large buyers",
    measure: "users",
    amounts: [{ event: sourceKey("order", [{ type: "value", condition: ">", values: ["2"] }]), adds: "one" }],
  },
  {
    id: "revenue per view",
    measure: "ratio",
    numerator: [{ event: "order", adds: "its number" }],
    denominator: [{ event: "view", adds: "one" }],
  },
  { id: "days with an order", measure: "funnel", steps: ["view", "order"], counts: "users" },
  { id: "orders after a view", measure: "funnel", steps: ["view", "order"], counts: "events" },
];

const numberOf = ({ value }: { value: string }) => (value === "" ? 0 : Number(value));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Computes x and y of one unit from its events without a query; `days` is the number of days on which it took part. */
function valuesOf(input: MetricInput, events: Log["events"], past: Log["events"], days: number): Pair {
  const named = (among: Log["events"], name: string) => among.filter((event) => event.name === name);
  const activeDays = (among: Log["events"]) => new Set(among.map(({ time }) => dayOf(time))).size;
  if (input.id === "orders") return [named(events, "order").length, named(past, "order").length];
  if (input.id === "large buyers") {
    const isLarge = (order: Log["events"][number]) => numberOf(order) > 2;
    const any = (among: Log["events"]) => (named(among, "order").some(isLarge) ? 1 : 0);
    return [any(events), any(past)];
  }
  if (input.id === "revenue")
    return [sum(named(events, "order").map(numberOf)), sum(named(past, "order").map(numberOf))];
  if (input.measure === "days") return [activeDays(events) / days, activeDays(past) / 7];
  if (input.measure === "ratio")
    return [sum(named(events, "order").map(numberOf)), named(events, "view").length];
  if (input.measure !== "funnel") throw new Error(input.id);
  const steps = events.map(({ name, time }) => ({ step: name === "view" ? 1 : 2, time }));
  const { numerator, denominator } = funnelOfDays(steps, 2, input.counts);
  return [numerator, denominator];
}

/** Caps a coordinate at the nearest-rank percentile of its non-zero values. */
function capped(values: readonly number[], percentile: number): number[] {
  const ascending = values.filter((value) => value !== 0).toSorted((a, b) => a - b);
  const rank = capRank(ascending.length, percentile);
  const most = rank === undefined ? Infinity : Math.max(0, ascending[rank - 1] ?? Infinity);
  return values.map((value) => Math.min(value, most));
}

/** Returns the sums of the given units by group, in the form of measurements. */
function measured(
  input: MetricInput,
  units: readonly { group: string; pair: Pair }[],
  percentile: number,
): Measured["groups"] {
  const isTotal = input.measure === "total";
  const isRatio = input.measure === "ratio" || input.measure === "funnel";
  const xs = units.map(({ pair }) => pair[0]);
  const ys = units.map(({ pair }) => pair[1]);
  const [x, y] = isTotal ? [capped(xs, percentile), capped(ys, percentile)] : [xs, ys];
  const pairs = units.map(({ group }, place) => ({ group, pair: [x[place] ?? 0, y[place] ?? 0] as const }));
  const groups = [...new Set(units.map(({ group }) => group))];
  return Object.fromEntries(
    groups.map((group) => {
      const own = pairs.filter((unit) => unit.group === group).map(({ pair }) => pair);
      return [group, isRatio ? pairSumsOf(own.filter(([, under]) => under > 0)) : covariateSumsOf(own)];
    }),
  );
}

/** Returns the units that were seen in only one group until `end`, with their first exposure. */
function unitsUntil({ exposures }: Log, end: number) {
  const seen = exposures.filter(({ unit, time }) => unit !== "" && time >= start && time <= end);
  return [...new Set(seen.map(({ unit }) => unit))].flatMap((unit) => {
    const own = seen.filter((exposure) => exposure.unit === unit);
    const [first] = own;
    if (!first || own.some(({ group }) => group !== first.group)) return [];
    return [{ unit, group: first.group, exposed: Math.min(...own.map(({ time }) => time)) }];
  });
}

const eventsOf = ({ events }: Log, unit: string, from: number, to: number) =>
  events.filter((event) => event.unit === unit && event.time >= from && event.time <= to);
const pastOf = (log: Log, { unit, exposed }: { unit: string; exposed: number }) => {
  const firstDay = dayOf(exposed) * day;
  return eventsOf(log, unit, firstDay - 7 * day, firstDay - 1);
};

function untilDay(log: Log, input: MetricInput, end: number, percentile: number) {
  const units = unitsUntil(log, end).map((unit) => ({
    group: unit.group,
    pair: valuesOf(
      input,
      eventsOf(log, unit.unit, unit.exposed, end),
      pastOf(log, unit),
      dayOf(end) - dayOf(unit.exposed) + 1,
    ),
  }));
  return measured(input, units, percentile);
}

function onDay(log: Log, input: MetricInput, number: number, end: number, percentile: number) {
  const units = unitsUntil(log, end)
    .filter(({ exposed }) => dayOf(exposed) + number <= dayOf(end))
    .map((unit) => {
      const from = (dayOf(unit.exposed) + number) * day;
      const events = eventsOf(log, unit.unit, Math.max(from, unit.exposed), Math.min(from + day - 1, end));
      return { group: unit.group, pair: valuesOf(input, events, [], 1) };
    });
  return measured(input, units, percentile);
}

/** Rounds sums and drops groups without units, for comparison. */
const comparable = (groups: Measured["groups"]) =>
  Object.fromEntries(
    Object.entries(groups)
      .filter(([, { n }]) => n > 0)
      .map(([group, sums]) => [
        group,
        Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, expect.closeTo(value, 8)])),
      ]),
  );
const present = (groups: Measured["groups"]) =>
  Object.fromEntries(Object.entries(groups).filter(([, { n }]) => n > 0));

const time = (from: number, to: number) =>
  fc
    .record({ day: fc.integer({ min: from, max: to }), offset: fc.constantFrom(0, 1, 3, day / 2, day - 1) })
    .map(({ day: number, offset }) => start + number * day + offset);
const unitNumber = fc.integer({ min: 0, max: 7 });
const unitOf = (number: number) => (number === 0 ? "" : `u${number}`);
// JavaScript puts integer keys first in an object, so ids of both kinds are needed.
const groupOf = (number: number) => ["control", "10", "2"][number % 3] ?? "";
const exposure = fc
  .record({ number: unitNumber, crosses: fc.constantFrom(0, 0, 0, 0, 0, 1), time: time(-1, 6) })
  .map(({ number, crosses, time: at }) => ({
    unit: unitOf(number),
    group: groupOf(number + crosses),
    time: at,
  }));
const event = fc.record({
  unit: unitNumber.map(unitOf),
  name: fc.constantFrom("order", "view"),
  time: fc.oneof(time(-9, 0), time(0, 6)),
  value: fc.constantFrom("", "1", "2.5", "-4", "100"),
});
const logs: fc.Arbitrary<Log> = fc.record({
  exposures: fc.array(exposure, { maxLength: 20, size: "max" }),
  events: fc.array(event, { maxLength: 80, size: "max" }),
});

const asEvent = (row: Log["events"][number]): NewEvent => ({ ...row, source: "", metadata: "{}" });
const asExposure = (row: Log["exposures"][number]): NewExposure => ({
  ...row,
  experiment: "form",
  properties: "{}",
});

const store = (log: Log) =>
  database.transaction(async (transaction) => {
    await transaction.query("delete from exposure");
    await transaction.query("delete from event");
    await loadExposures(transaction, log.exposures.map(asExposure));
    await loadEvents(transaction, log.events.map(asEvent));
  });
const daysOf = (input: MetricInput | undefined, end: number, winsorization: number | null = null) =>
  database.snapshot(
    (snapshot) =>
      measureTimeSeries(snapshot, { window: { experimentID: "form", start, end }, input, winsorization }),
    new AbortController().signal,
  );

function expectPlain(
  found: MeasuredTimeSeries,
  log: Log,
  input: MetricInput,
  end: number,
  percentile: number,
) {
  const staying = unitsUntil(log, end);
  const seen = log.exposures.filter((row) => row.unit !== "" && row.time >= start && row.time <= end);
  const first = Math.min(...seen.map((row) => dayOf(row.time)));
  const count = seen.length > 0 ? dayOf(end) - first + 1 : 0;
  const days = Array.from({ length: count }, (_, number) => (first + number) * day);

  expect(found.exposures.map((row) => row.time)).toEqual(days);
  for (const { time: from, units } of found.exposures)
    for (const [group, exposed] of Object.entries(units))
      expect(exposed).toBe(
        staying.filter((row) => row.group === group && dayOf(row.exposed) * day === from).length,
      );
  expect(found.cumulative.map((row) => row.time)).toEqual(days);
  for (const { time: from, measured: sums } of found.cumulative)
    expect(present(sums.groups)).toEqual(
      comparable(untilDay(log, input, Math.min(from + day - 1, end), percentile)),
    );
  const firstStaying = Math.min(...staying.map(({ exposed }) => dayOf(exposed)));
  const numbers = staying.length > 0 ? dayOf(end) - firstStaying + 1 : 0;
  expect(found.daysSinceExposure.map((row) => row.day)).toEqual(
    Array.from({ length: numbers }, (_, number) => number),
  );
  for (const { day: number, measured: sums } of found.daysSinceExposure)
    expect(present(sums.groups)).toEqual(comparable(onDay(log, input, number, end, percentile)));
}

test("Every day is what the plain definition says of the log until then", { timeout: 120_000 }, async () => {
  const ends = fc.constantFrom(start + 4 * day + day / 2, start + 5 * day - 1, start + 5 * day);
  await fc.assert(
    fc.asyncProperty(logs, fc.constantFrom(null, 60), ends, async (log, winsorization, end) => {
      await store(log);
      for (const input of inputs)
        expectPlain(await daysOf(input, end, winsorization), log, input, end, winsorization ?? 100);
    }),
    { numRuns: runs, endOnFailure: true },
  );
});

test("Of a long experiment evenly spaced days are answered, the first and the last among them", async () => {
  const exposures = [
    { unit: "u1", group: "a", time: start },
    { unit: "u2", group: "b", time: start },
  ];
  const events = [{ unit: "u1", name: "order", time: start + 399 * day, value: "" }];
  const [orders] = inputs;
  await store({ exposures, events });
  const found = await daysOf(orders, start + 399 * day);
  expect(found.exposures).toHaveLength(400);
  expect(found.cumulative).toHaveLength(90);
  expect(found.cumulative[0]?.time).toBe(start);
  expect(found.cumulative.at(-1)).toMatchObject({
    time: start + 399 * day,
    measured: { groups: { a: { meanX: 1 } } },
  });
  expect(new Set(found.cumulative.map((row) => row.time)).size).toBe(90);
  expect(found.daysSinceExposure.at(-1)).toMatchObject({
    day: 399,
    measured: { groups: { a: { meanX: 1 } } },
  });
});

test("Without a start, without exposures and of a metric that is not computed there are no made-up days", async () => {
  const none = { exposures: [], cumulative: [], daysSinceExposure: [] };
  await store({ exposures: [], events: [] });
  expect(await daysOf(inputs[0], start + day)).toEqual(none);
  const beforeStart = { window: undefined, input: inputs[0], winsorization: null };
  const { signal } = new AbortController();
  expect(await database.snapshot((snapshot) => measureTimeSeries(snapshot, beforeStart), signal)).toEqual(
    none,
  );
  await store({ exposures: [{ unit: "u1", group: "a", time: start }], events: [] });
  expect(await daysOf(undefined, start + day)).toEqual({
    ...none,
    exposures: [
      { time: start, units: { a: 1 } },
      { time: start + day, units: { a: 0 } },
    ],
  });
});
