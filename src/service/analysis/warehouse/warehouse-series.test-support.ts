// Test support: compares time series of a warehouse with those of the log, which are themselves tested against the definition.
import fc from "fast-check";
import { expect } from "vitest";
import { measureTimeSeries } from "#service/analysis/time-series/measure-time-series.ts";
import { analysis, eventsOf, exposureOf, inputs } from "#service/analysis/totals/random-log.test-support.ts";
import type { Database } from "#service/database/database.ts";
import { loadEvents, loadExposures, type NewEvent } from "#service/database/logs.ts";
import { measureSeriesInWarehouse } from "./series-in-warehouse.ts";
import { withTableTimes, warehouseTables } from "./source-rows.test-support.ts";
import { differences, shapes, type TestedEngine } from "./warehouse-oracle.test-support.ts";

const withoutIds = ({ name, time, unit, value, source, metadata }: NewEvent): NewEvent => ({
  name,
  time,
  unit,
  value,
  source,
  metadata,
});

/** Runs the comparison on random logs in random table shapes, with every kind of metric in turn. */
export const expectSeriesRandomly = (
  database: Database,
  { run, dialect, table }: TestedEngine,
  runs: number,
) =>
  fc.assert(
    fc.asyncProperty(
      exposureOf,
      eventsOf,
      shapes,
      fc.constantFrom(50, null),
      fc.constantFrom(...inputs, undefined),
      async (exposures, events, shape, winsorization, input) => {
        const { window } = analysis(winsorization);
        const told = withTableTimes(events, shape, window?.end ?? 0);
        await database.transaction(async (transaction) => {
          await transaction.query("delete from exposure");
          await transaction.query("delete from event");
          await loadExposures(transaction, exposures);
          // The tables have only one column of ids.
          await loadEvents(transaction, told.map(withoutIds));
        });
        const settings = { window, input, winsorization };
        const sources = await warehouseTables(table, { exposures, events }, shape, []);
        const expected = await database.snapshot(
          (snapshot) => measureTimeSeries(snapshot, settings),
          new AbortController().signal,
        );
        expect(
          differences(await measureSeriesInWarehouse(run, dialect, sources, settings), expected),
        ).toEqual([]);
      },
    ),
    { numRuns: runs },
  );
