// Compares the queries with a direct implementation of statistics 2 to 4, 6 and 10 over the same random rows: every sum must be equal.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Snapshot } from "#service/database/database.ts";
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

const measure = (settings: Analysis, through = (snapshot: Snapshot) => snapshot, mostUnitsHere?: number) =>
  database.snapshot(
    (snapshot) =>
      measureExperiment(through(snapshot), settings, { ...(mostUnitsHere === 0 && { mostUnitsHere }) }),
    new AbortController().signal,
  );
const measureInWorkers = (settings: Analysis) => measure(settings, undefined, 0);

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
    expect(comparable(await measureInWorkers(settings))).toEqual(comparable(expected));
  },
);

test("Workers measure a log of many portions as the main thread does", { timeout: 60_000 }, async () => {
  const units = Array.from({ length: 2000 }, (_, number) => `u${number}`);
  await store(
    units.map((unit, number) => ({
      experiment: "form",
      group: number % 2 === 0 ? "a" : "b",
      unit,
      time: start + number,
      properties: `{"country":"${number % 3 === 0 ? "SE" : "DE"}"}`,
    })),
    [],
  );
  // More hits than the workers' memory holds at once, so that it is used again.
  await database.transaction((transaction) =>
    transaction.query(
      `insert into event (name, time, unit_id, value, value_number, source, metadata, seq)
       select case number % 3 when 0 then 'order' when 1 then 'view' else 'open' end, ${start} + 800 * cast(number as bigint),
         'u' || (7919 * cast(number as bigint)) % 2000, 'x', number % 11, '',
         cast(case number % 4 when 0 then '{"shop":"north"}' when 1 then '{"shop":"south"}' else '{}' end as jsonb), 1000000 + number
       from generate_series(1, 400000) as rows (number)`,
    ),
  );
  const settings = analysis(99.9);
  const here = await measure(settings);
  expect(Object.values(here.metrics).filter(({ slices }) => slices.length > 0).length).toBeGreaterThan(5);
  expect(comparable(await measureInWorkers(settings))).toEqual(comparable(here));
});

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
