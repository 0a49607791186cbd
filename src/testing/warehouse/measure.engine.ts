// The portable statement and those of the page of events on every engine, by our clients: every sum, row and count is what a plain reading gives.
import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import { analysis, eventsOf, exposureOf } from "#service/analysis/totals/random-log.test-support.ts";
import type { Shape } from "#service/analysis/warehouse/source-rows.test-support.ts";
import {
  expectPlain,
  expectPlainFilters,
} from "#service/analysis/warehouse/warehouse-oracle.test-support.ts";
import { expectSameEvents } from "#service/events/warehouse/same-events.test-support.ts";
import { isFound, startEngine, type Engine, type EngineName } from "./engines.ts";
import { expectRefreshes } from "./expect-refreshes.ts";
import { measuredEngine, type MeasuredEngine, type MeasuredProvider } from "./measured-engine.ts";

const engines: readonly (readonly [EngineName, MeasuredProvider])[] = [
  ["postgres", "postgres"],
  ["trino", "trino"],
  ["spark", "databricks"],
  ["fakesnow", "snowflake"],
  ["bqemulator", "bigquery"],
];

/** Each kind of time, of partition and of table at least once. */
const shapes: readonly Shape[] = [
  {
    timeType: "timestamp",
    hasOwnViews: false,
    hasItemsColumn: false,
    partition: "date",
    renamesGroups: true,
  },
  {
    timeType: "timestamp with time zone",
    hasOwnViews: true,
    hasItemsColumn: true,
    partition: "text",
    renamesGroups: false,
  },
];

describe.each(engines.filter(([name]) => isFound(name)))("%s", (name, provider) => {
  let engine: Engine;
  let measured: MeasuredEngine;
  beforeAll(async () => {
    engine = await startEngine(name);
    measured = await measuredEngine(engine, provider);
  }, 330_000);
  afterAll(() => engine?.end());

  // Not looked for a smaller one where it fails: each takes seconds.
  const logs = fc.sample(fc.tuple(exposureOf, eventsOf), { numRuns: shapes.length, seed: 7 });
  test.each(shapes.map((shape, index) => [shape, logs[index] ?? [[], []]] as const))(
    "a random log in tables such as %o",
    (shape, [exposures, events]) => expectPlain(measured, { exposures, events }, shape, analysis(75)),
  );
  test("filters, and properties of many values", () => expectPlainFilters(measured));
  test("the page of events shows the events of every filter", () => expectSameEvents(measured, provider));
  // PostgreSQL is held to more in the tests of the service.
  test.skipIf(name === "postgres")(
    "staged, and refreshed with a new day and a late row",
    { timeout: 600_000 },
    () => expectRefreshes(measured, name),
  );
});
