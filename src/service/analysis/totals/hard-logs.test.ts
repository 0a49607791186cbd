// Logs that random generation rarely produces, compared with the same test oracle: months of days, and several
// exposures of a unit at one instant.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#service/database/database.ts";
import { loadEvents, loadExposures, type NewEvent, type NewExposure } from "#service/database/logs.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import type { Measured, Measurements } from "#service/analysis/plan/measurements.ts";
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { plainMeasurements } from "#service/analysis/plan/plain-measurements.test-support.ts";
import { type Analysis, measureExperiment } from "./measure-experiment.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const day = 86_400_000;
const start = Date.UTC(2026, 2, 1, 7);
const inputs: MetricInput[] = [
  { id: "orders", measure: "total", amounts: [{ event: "order", adds: "one" }] },
  { id: "days", measure: "days", events: ["order"] },
  { id: "days of two", measure: "days", events: ["visit", "order"] },
  { id: "funnel", measure: "funnel", steps: ["visit", "order"], counts: "users" },
];

const settings = (days: number, keys: string[]): Analysis => ({
  window: { experimentID: "form", start, end: start + days * day },
  inputs,
  winsorization: 99.9,
  cuped: true,
  dimensions: keys.map((key) => ({ key, type: "user" })),
});

const exposure = (unit: string, time: number, properties: Record<string, string> = {}): NewExposure => ({
  experiment: "form",
  unit,
  group: Number(unit.slice(1)) % 2 ? "new" : "old",
  time,
  properties: JSON.stringify(properties),
});
const event = (name: string, unit: string, time: number): NewEvent => ({
  name,
  unit,
  time,
  value: "",
  source: "",
  metadata: "{}",
});

/** Returns means, squared deviations and products of every group, for the whole and for each slice, by name. */
function numbersOf({ metrics }: Measurements): Map<string, number> {
  const numbers = new Map<string, number>();
  const add = (name: string, { groups }: Measured) => {
    for (const [group, sums] of Object.entries(groups))
      for (const [field, number] of Object.entries(sums)) numbers.set(`${name} ${group} ${field}`, number);
  };
  for (const [id, metric] of Object.entries(metrics)) {
    add(id, metric);
    for (const slice of metric.slices) add(`${id} ${slice.dimension.key} ${slice.value}`, slice);
  }
  return numbers;
}

async function expectPlainNumbers(
  analysis: Analysis,
  exposures: readonly NewExposure[],
  events: readonly NewEvent[],
) {
  await database.transaction(async (transaction) => {
    await transaction.query("delete from exposure");
    await transaction.query("delete from event");
    await loadExposures(transaction, exposures);
    await loadEvents(transaction, events);
  });
  const measured = await database.snapshot(
    (snapshot) => measureExperiment(snapshot, analysis),
    new AbortController().signal,
  );
  const [actual, expected] = [numbersOf(measured), numbersOf(plainMeasurements(analysis, exposures, events))];
  expect([...actual.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [name, number] of expected)
    expect([name, actual.get(name)]).toEqual([name, expect.closeTo(number, 9)]);
}

test.each([54, 55, 56, 116, 117, 118, 190])(
  "days with an event are counted over %d days, from the week before on",
  async (days) => {
    const units = Array.from({ length: 60 }, (_, number) => `u${number}`);
    const exposedAt = (number: number) => start + ((number * number) % days) * day + number;
    const exposures = units.map((unit, number) => exposure(unit, exposedAt(number)));
    const events = units.flatMap((unit, number) =>
      Array.from({ length: days + 9 }, (_, offset) => exposedAt(number) + (offset - 8) * day)
        .filter((_, offset) => (offset * (number + 3)) % 7 < 2)
        .flatMap((time) => [event("visit", unit, time), event("order", unit, time + (number % 3) * 9e6)]),
    );
    await expectPlainNumbers(settings(days, []), exposures, events);
  },
);

test("of exposures at the same instant one alone says what the unit is", async () => {
  const exposures = [
    ...[{ tier: "gold" }, { tier: "gold", seat: "2" }, { tier: "silver", seat: "1" }].map((properties) =>
      exposure("u1", start, properties),
    ),
    ...[{ seat: "2" }, { tier: "silver" }].map((properties) => exposure("u2", start + 5, properties)),
    ...[{ tier: "", seat: "1" }, { seat: "2" }].map((properties) => exposure("u3", start + 5, properties)),
    ...[0, 1].map((later) => exposure("u4", start + later, { tier: later ? "gold" : "silver" })),
  ];
  const events = exposures.map(({ unit, time }) => event("order", unit, time));
  await expectPlainNumbers(settings(3, ["tier", "seat"]), exposures, events);
});
