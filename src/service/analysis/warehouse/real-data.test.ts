// Measures real datasets as warehouse tables and in the service's log, and compares the results. The datasets are not
// part of this project: the test runs if they lie next to it, or where REAL_DATA_DIR says.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { Measured, Measurements } from "#service/analysis/plan/measurements.ts";
import { compareGroups, ratioSumsOf } from "#service/experiments/compare-groups.ts";
import { resultOf } from "#statistics/result-meaning.ts";
import { measureExperiment, type Analysis } from "#service/analysis/totals/measure-experiment.ts";
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { loadEvents, loadExposures, type NewEvent, type NewExposure } from "#service/database/logs.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import { measureInWarehouse } from "./measure-in-warehouse.ts";
import { warehouseTables } from "./source-rows.test-support.ts";
import { openDuckdb } from "./tested-engines.test-support.ts";
import { bySlice, differences } from "./warehouse-oracle.test-support.ts";

const folder = process.env["REAL_DATA_DIR"] ?? "../shared/data";
const day = 86_400_000;
const rowsOf = (file: string): Record<string, string>[] => {
  const bytes = readFileSync(join(folder, file));
  return parse(file.endsWith(".gz") ? gunzipSync(bytes) : bytes, { columns: true });
};
const one = (event: string) => ({ event, adds: "one" as const });
const value = (event: string) => ({ event, adds: "its number" as const });

interface Real {
  exposures: NewExposure[];
  events: NewEvent[];
  settings: Analysis;
}

/** Every page view is an exposure, each conversion an event at the same instant. */
function landingPage(): Real {
  const countries = new Map(
    rowsOf("landing_page_countries.csv.gz").map(({ user_id = "", country }) => [user_id, country]),
  );
  const rows = rowsOf("landing_page_ab.csv.gz").map((row) => ({
    unit: row["user_id"] ?? "",
    group: row["group"] ?? "",
    time: Date.parse(`${row["timestamp"]?.slice(0, 23).replace(" ", "T")}Z`),
    converted: row["converted"] === "1",
  }));
  return {
    exposures: rows.map(({ unit, group, time }) => ({
      experiment: "form",
      unit,
      group,
      time,
      properties: JSON.stringify({ country: countries.get(unit) ?? "" }),
    })),
    events: rows
      .filter(({ converted }) => converted)
      .map(({ unit, time }) => ({ name: "conversion", unit, time, value: "", source: "", metadata: "{}" })),
    settings: {
      window: { experimentID: "form", start: Date.UTC(2017, 0, 2), end: Date.UTC(2017, 0, 25) - 1 },
      inputs: [
        { id: "conversions", measure: "total", amounts: [one("conversion")] },
        { id: "converted", measure: "users", amounts: [one("conversion")] },
        { id: "days", measure: "days", events: ["conversion"] },
      ],
      winsorization: 99.9,
      cuped: true,
      dimensions: [{ key: "country", type: "user" }],
    },
  };
}

/** One exposure per customer at one instant, with their earlier purchases and their later visits and purchases. */
function campaign(): Real {
  const start = Date.UTC(2008, 2, 20);
  const properties = ["zip_code", "channel", "newbie", "history_segment"];
  const exposures: NewExposure[] = [];
  const events: NewEvent[] = [];
  for (const [number, row] of rowsOf("hillstrom_email.csv").entries()) {
    const unit = `customer ${number}`;
    exposures.push({
      experiment: "form",
      unit,
      group: row["segment"] ?? "",
      time: start + 1,
      properties: JSON.stringify(Object.fromEntries(properties.map((key) => [key, row[key]]))),
    });
    const add = (name: string, time: number, amount = "") =>
      events.push({ name, unit, time, value: amount, source: "", metadata: "{}" });
    add("spend", start - day, row["history"]);
    if (row["visit"] === "1") add("visit", start + 2 * day);
    if (row["conversion"] === "1") add("conversion", start + 3 * day);
    if (Number(row["spend"]) > 0) add("spend", start + 3 * day, row["spend"]);
  }
  const inputs: MetricInput[] = [
    { id: "visits", measure: "total", amounts: [one("visit")] },
    { id: "spend", measure: "total", amounts: [value("spend")] },
    { id: "spend per visit", measure: "ratio", numerator: [value("spend")], denominator: [one("visit")] },
    { id: "visit to purchase", measure: "funnel", steps: ["visit", "conversion"], counts: "users" },
  ];
  return {
    exposures,
    events,
    settings: {
      window: { experimentID: "form", start, end: start + 14 * day },
      inputs,
      winsorization: 99.9,
      cuped: true,
      dimensions: properties.map((key) => ({ key, type: "user" })),
    },
  };
}

/** Numbers and verdicts of the charts of every metric and slice: groups compared in pairs, with either kind of interval. */
function chartsOf(measurements: Measurements, cuped: boolean) {
  const [control = "", ...others] = Object.keys(measurements.assignment.units).sort();
  return others.flatMap((test) =>
    [false, true].map((sequential) => {
      const chartOf = (measured: Measured) => {
        const pair = { control, test };
        const compared = compareGroups(measured, pair, { alpha: 0.05, sequential, cuped });
        return {
          ...compared,
          ...ratioSumsOf(measured, pair),
          verdict: resultOf({ ...compared, directionality: "increase" }),
        };
      };
      const { metrics } = bySlice(measurements);
      return Object.entries(metrics).map(([id, { slices, ...metric }]) => ({
        id,
        total: chartOf(metric),
        slices: Object.entries(slices).map(([name, slice]) => ({ name, ...chartOf(slice) })),
      }));
    }),
  );
}

test.skipIf(!existsSync(join(folder, "hillstrom_email.csv"))).each([
  ["landing page", landingPage, "inconclusive"],
  ["campaign", campaign, "worse"],
])("the %s", { timeout: 300_000 }, async (_, read, verdict) => {
  const { exposures, events, settings } = read();
  const database = await openTestDatabase();
  const engine = await openDuckdb();
  try {
    await database.transaction(async (transaction) => {
      await loadExposures(transaction, exposures);
      await loadEvents(transaction, events);
    });
    const expected = await database.snapshot(
      (snapshot) => measureExperiment(snapshot, settings),
      new AbortController().signal,
    );
    const properties = settings.dimensions.map(({ key }) => key);
    const sources = await warehouseTables(
      engine.table,
      { exposures, events },
      {
        timeType: "timestamp",
        hasOwnViews: false,
        hasItemsColumn: false,
        partition: "date",
        renamesGroups: true,
      },
      properties,
    );
    const { measurements } = await measureInWarehouse(engine.run, engine.dialect, sources, settings);
    expect(
      Object.values(measurements.assignment.units).reduce((sum, units) => sum + units, 0),
    ).toBeGreaterThan(60_000);
    expect(differences(bySlice(measurements), bySlice(expected))).toEqual([]);
    const charts = chartsOf(measurements, settings.cuped);
    expect(charts.flat().map(({ total }) => total.verdict)).toContain(verdict);
    expect(differences(charts, chartsOf(expected, settings.cuped))).toEqual([]);
  } finally {
    await Promise.all([database.close(), engine.close()]);
  }
});
