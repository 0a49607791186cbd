// Compares the queries with a direct implementation of statistics 2 to 4, 6 and 10 over the same random rows: every sum must be equal.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Reader } from "#service/database/database.ts";
import { loadEvents, loadExposures, type NewEvent, type NewExposure } from "#service/database/logs.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { plainMeasurements } from "#service/analysis/plan/plain-measurements.test-support.ts";
import { type Analysis, measureExperiment } from "./measure-experiment.ts";
import {
  analysis,
  comparable,
  eventsOf,
  exposureOf,
  filtered,
  inputs,
  manyValues,
  start,
  unitOf,
} from "./random-log.test-support.ts";

/** Both engines run the same SQL; the server is many times slower, so it gets fewer runs. */
const runs = process.env["TEST_DATABASE_URL"] ? 12 : 40;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function store(exposures: readonly NewExposure[], events: readonly NewEvent[]) {
  await database.transaction(async (transaction) => {
    await transaction.query("delete from exposure");
    await transaction.query("delete from event");
    await loadExposures(transaction, exposures);
    await loadEvents(transaction, events);
  });
}

const measure = (settings: Analysis, through: (reader: Reader) => Reader = (reader) => reader) =>
  database.snapshot(
    (snapshot) => measureExperiment(through(snapshot), settings),
    new AbortController().signal,
  );

test("Every sum is what a plain reading of the definitions gives", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      exposureOf,
      eventsOf,
      fc.constantFrom(99.9, 50, 75, null),
      fc.constantFrom("userID", "stableID", "company id"),
      async (exposures, events, winsorization, idType) => {
        await store(exposures, events);
        const settings = analysis(winsorization, idType);
        const own = events.map((some) => ({ ...some, unit: unitOf(some, idType) }));
        const expected = plainMeasurements(settings, exposures, own);
        expect(comparable(await measure(settings))).toEqual(comparable(expected));
      },
    ),
    { numRuns: runs },
  );
});

test(
  "Properties of many values, events with filters, groups of any name and a group of crossovers alone are measured alike",
  { timeout: 60_000 },
  async () => {
    const { exposures, events } = manyValues();
    await store(exposures, events);
    const settings = analysis(75, undefined, filtered);
    const expected = plainMeasurements(settings, exposures, events);
    expect(expected.assignment).toEqual({ units: { 10: 100, 2: 100, control: 99 }, crossovers: 1 });
    expect(comparable(await measure(settings))).toEqual(comparable(expected));
  },
);

test("As many queries for twenty metrics as for one of each kind", async () => {
  await store(
    [{ experiment: "form", group: "a", unit: "u1", time: start, properties: "{}" }],
    [{ name: "order", time: start, unit: "u1", value: "1", source: "", metadata: '{"shop":"north"}' }],
  );
  const queriesFor = async (some: MetricInput[]) => {
    let queries = 0;
    await measure({ ...analysis(99.9), inputs: some }, (reader) => ({
      ...reader,
      query: (sql, values) => {
        queries += 1;
        return reader.query(sql, values);
      },
    }));
    return queries;
  };
  const kinds = ["count", "sum of two", "days", "mean", "ratio", "days of a funnel"];
  const few = inputs.filter(({ id }) => kinds.includes(id));
  const many = Array.from({ length: 4 }, (_, round) =>
    few.map((input) => ({ ...input, id: `${input.id} ${round}` })),
  );
  expect(await queriesFor(many.flat())).toBe(await queriesFor(few));
});
