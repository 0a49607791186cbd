// Test oracle: compares the statements of a dialect, on any engine, with a direct implementation of the definitions over the same rows.
import fc from "fast-check";
import { expect } from "vitest";
import type { NewEvent, NewExposure } from "#service/database/logs.ts";
import type { Measurements } from "#service/analysis/plan/measurements.ts";
import { plainMeasurements } from "#service/analysis/plan/plain-measurements.test-support.ts";
import type { Analysis } from "#service/analysis/totals/measure-experiment.ts";
import {
  analysis,
  eventsOf,
  exposureOf,
  filtered,
  manyValues,
} from "#service/analysis/totals/random-log.test-support.ts";
import type { Dialect } from "./dialect.ts";
import { measureInWarehouse, type WarehouseMeasurements } from "./measure-in-warehouse.ts";
import { measureStaged } from "./measure-staged.ts";
import type { Run } from "./run.ts";
import type { WarehouseSources } from "./source-tables.ts";
import type { StagingPlace } from "#service/warehouse/staging-place.ts";
import { dropStaged } from "./staged-tables.ts";
import { withTableTimes, type MakeTable, type Shape, warehouseTables } from "./source-rows.test-support.ts";

/** An engine under test. */
export interface TestedEngine {
  run: Run;
  dialect: Dialect;
  /** Creates or replaces a table; `rowsText` in source-rows.test-support.ts writes its rows. */
  table: MakeTable;
}

/** Relative to the larger of the two numbers; absolute close to 0. */
const tolerance = 1e-9;

const isClose = (a: number, b: number) =>
  Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b));

/** Returns the paths at which two plain values differ, for numbers by more than rounding errors. */
export function differences(actual: unknown, expected: unknown, path = ""): string[] {
  if (typeof actual === "number" && typeof expected === "number")
    return isClose(actual, expected) ? [] : [`${path}: ${actual} for ${expected}`];
  if (typeof actual !== "object" || typeof expected !== "object" || !actual || !expected)
    return actual === expected ? [] : [`${path}: ${JSON.stringify(actual)} for ${JSON.stringify(expected)}`];
  const [own, other] = [new Map(Object.entries(actual)), new Map(Object.entries(expected))];
  return [...new Set([...own.keys(), ...other.keys()])].flatMap((key) =>
    differences(own.get(key), other.get(key), `${path}/${key}`),
  );
}

/** Keys slices by name, since the order of equally frequent slices is arbitrary. */
export const bySlice = ({ metrics, ...rest }: Measurements) => ({
  ...rest,
  metrics: Object.fromEntries(
    Object.entries(metrics).map(([id, { slices, ...metric }]) => [
      id,
      {
        ...metric,
        slices: Object.fromEntries(slices.map((slice) => [`${slice.dimension.key} ${slice.value}`, slice])),
      },
    ]),
  ),
});

interface Log {
  exposures: readonly NewExposure[];
  events: readonly NewEvent[];
}

const propertiesOf = ({ dimensions }: Analysis) =>
  dimensions.flatMap(({ key, type }) => (type === "user" ? [key] : []));

/** One of the two ways to measure, or any other one that must give the same result. */
export type Measure = (
  run: Run,
  dialect: Dialect,
  sources: WarehouseSources,
  settings: Analysis,
) => Promise<WarehouseMeasurements>;

/** Fails if the warehouse's measurements differ from those of the test oracle on the log. */
export async function expectPlain(
  { run, dialect, table }: TestedEngine,
  log: Log,
  shape: Shape,
  settings: Analysis,
  measure: Measure = measureInWarehouse,
) {
  const sources = await warehouseTables(table, log, shape, propertiesOf(settings));
  const { measurements, exposures, withUnit, newUnits } = await measure(run, dialect, sources, settings);
  const { start, end } = settings.window ?? { start: 0, end: 0 };
  const inWindow = log.exposures.filter(({ time }) => time >= start && time <= end);
  expect({ exposures, withUnit }).toEqual({
    exposures: inWindow.length,
    withUnit: inWindow.filter(({ unit }) => unit !== "").length,
  });
  const expected = plainMeasurements(settings, log.exposures, withTableTimes(log.events, shape, end));
  expect(differences(bySlice(measurements), bySlice(expected))).toEqual([]);
  const units = (rows: typeof newUnits) =>
    Object.fromEntries(
      Object.keys(expected.assignment.units).map((group) => [
        group,
        rows.filter((row) => row.group === group).reduce((sum, row) => sum + row.units, 0),
      ]),
    );
  expect(units(newUnits)).toEqual(expected.assignment.units);
}

export const shapes: fc.Arbitrary<Shape> = fc.record({
  timeType: fc.constantFrom("timestamp", "timestamp with time zone"),
  hasOwnViews: fc.boolean(),
  hasItemsColumn: fc.boolean(),
  partition: fc.constantFrom("date", "text", undefined),
  byDay: fc.boolean(),
  renamesGroups: fc.boolean(),
  hasPropertyTable: fc.boolean(),
});

/** Runs the comparison on random logs in random table shapes. */
export const expectPlainRandomly = (engine: TestedEngine, runs: number, measure?: Measure) =>
  fc.assert(
    fc.asyncProperty(
      exposureOf,
      eventsOf,
      shapes,
      fc.constantFrom(99.9, 50, 75, null),
      (exposures, events, shape, winsorization) =>
        expectPlain(engine, { exposures, events }, shape, analysis(winsorization), measure),
    ),
    { numRuns: runs },
  );

/** Covers staged mode: every metric over a log that has each case. */
export async function expectPlainStaged(engine: TestedEngine & { place: StagingPlace }) {
  const { run, dialect, place } = engine;
  const shape: Shape = {
    timeType: "timestamp",
    hasOwnViews: true,
    hasItemsColumn: false,
    partition: "date",
    renamesGroups: true,
  };
  const drop = () => dropStaged(run, dialect, place, "form");
  await drop();
  await expectPlain(engine, manyValues(), shape, analysis(75), (...asked) =>
    measureStaged(...asked, { place, experimentID: "form", now: 1 }),
  );
  await drop();
}

/** Covers every filter of metrics, and properties with many values. */
export const expectPlainFilters = (engine: TestedEngine) =>
  expectPlain(
    engine,
    manyValues(),
    {
      timeType: "timestamp",
      hasOwnViews: true,
      hasItemsColumn: true,
      partition: "date",
      renamesGroups: true,
      hasPropertyTable: true,
    },
    analysis(75, undefined, filtered),
  );
