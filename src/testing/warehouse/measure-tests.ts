// Tests the portable statement and those of the events page on an engine, through our client: every sum, row and count must
// equal that of a plain reading.
import { afterAll, beforeAll, describe, test } from "vitest";
import { analysis, fullLogs } from "#service/analysis/totals/random-log.test-support.ts";
import type { Shape } from "#service/analysis/warehouse/source-rows.test-support.ts";
import {
  expectPlain,
  expectPlainFilters,
  expectPlainStaged,
} from "#service/analysis/warehouse/warehouse-oracle.test-support.ts";
import { expectSameEvents } from "#service/events/warehouse/same-events.test-support.ts";
import { isFound, startEngine, type Engine, type EngineName } from "./engines.ts";
import { expectRefreshes } from "./expect-refreshes.ts";
import { measuredEngine, type MeasuredEngine, type MeasuredProvider } from "./measured-engine.ts";

/** Shapes that cover each kind of time, of partition and of table at least once. */
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

/** Defines the tests on a running engine. */
export function testMeasures(name: EngineName, provider: MeasuredProvider, engine: () => Engine) {
  let measured: MeasuredEngine;
  beforeAll(async () => {
    measured = await measuredEngine(engine(), provider);
  });

  const logs = fullLogs(shapes.length);
  test.each(shapes.flatMap((shape, index) => (logs[index] ? [[shape, logs[index]] as const] : [])))(
    "a random log in tables such as %o",
    (shape, log) => expectPlain(measured, log, shape, analysis(75)),
  );
  test("staged: every metric, CUPED, caps, user and event slices, crossovers", { timeout: 600_000 }, () =>
    expectPlainStaged(measured),
  );
  test("filters, and properties of many values", () => expectPlainFilters(measured));
  test("the page of events shows the events of every filter", () => expectSameEvents(measured, provider));
  // The tests of the service check more than this on PostgreSQL.
  test.skipIf(name === "postgres")(
    "staged, and refreshed with a new day and a late row",
    { timeout: 600_000 },
    () => expectRefreshes(measured, name),
  );
}

/** Defines the tests on a new instance of the engine; skipped if the engine could not be obtained. */
export function testMeasuresAlone(name: EngineName, provider: MeasuredProvider) {
  describe.skipIf(!isFound(name))(name, () => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await startEngine(name);
    }, 330_000);
    afterAll(() => engine?.end());
    testMeasures(name, provider, () => engine);
  });
}
