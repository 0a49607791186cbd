// Tests staged mode on an engine: 27 days, then a new day together with a late row of an old one. Each refresh must give the
// same result as reading everything, and read only changed partitions, if the engine reports them.
import { expect } from "vitest";
import type { NewEvent } from "#service/database/logs.ts";
import { inputs, start } from "#service/analysis/totals/random-log.test-support.ts";
import type { Analysis } from "#service/analysis/totals/measure-experiment.ts";
import { measureInWarehouse } from "#service/analysis/warehouse/measure-in-warehouse.ts";
import { measureStaged } from "#service/analysis/warehouse/measure-staged.ts";
import type { Run } from "#service/analysis/warehouse/run.ts";
import { measureSeriesInWarehouse } from "#service/analysis/warehouse/series-in-warehouse.ts";
import { type MakeTable, warehouseTables } from "#service/analysis/warehouse/source-rows.test-support.ts";
import type { WarehouseSources } from "#service/analysis/warehouse/source-tables.ts";
import {
  between,
  logOf,
  stagedShape,
  until,
  untilDay,
  type Log,
} from "#service/analysis/warehouse/staged-log.test-support.ts";
import { dropStaged } from "#service/analysis/warehouse/staged-tables.ts";
import { bySlice, differences } from "#service/analysis/warehouse/warehouse-oracle.test-support.ts";
import type { EngineName } from "./engines.ts";
import type { MeasuredEngine } from "./measured-engine.ts";

const few = ["sum", "days of two", "days of a funnel"];
const day = 86_400_000;
const settings = (until: number): Analysis => ({
  ...untilDay(until),
  inputs: inputs.filter(({ id }) => few.includes(id)),
  dimensions: [{ key: "tier", type: "user" }],
});

/** Sources that know the table of each event. */
async function sourcesOf(make: MakeTable, log: Log): Promise<WarehouseSources> {
  const sources = await warehouseTables(
    make,
    log,
    { ...stagedShape, hasOwnViews: false, partition: "text" },
    ["tier"],
  );
  const table = sources.tableOfEvent("order");
  const named = table && { ...table, tableName: table.sql.replace("select * from ", "") };
  return { ...sources, tableOfEvent: () => named };
}

export async function expectRefreshes(engine: MeasuredEngine, name: EngineName) {
  const { run, dialect, place, table, moreRows } = engine;
  // There are also events on the five days before the experiment. A few days are enough if partitions are not checked.
  const days = name === "trino" ? 22 : 4;
  const log = logOf(days);
  const sources = await sourcesOf(table, until(log, days - 1));
  const source = sources.tableOfEvent("order")?.sql ?? "";
  /** Days whose events are read, according to the plans of the statements. */
  const partitions = new Set<string>();
  const noting: Run = async (text, tag, mayWrite) => {
    if (name === "trino" && text.includes(`(${source}) s`)) {
      const plan = (await run(`explain ${text}`, "")).map((row) => String(Object.values(row)[0])).join("\n");
      for (const [, found = ""] of plan.matchAll(/dt:string:PARTITION_KEY\s+:: (\[\[.*\]\])/g))
        for (const [date] of found.matchAll(/\d{4}-\d\d-\d\d/g)) partitions.add(date);
    }
    return run(text, tag, mayWrite);
  };
  const refresh = (until: number, now: number) => {
    partitions.clear();
    const staging = { place, experimentID: "form", now };
    return measureStaged(noting, dialect, sources, settings(until), staging);
  };

  await dropStaged(run, dialect, place, "form");
  await refresh(days - 1, 1);
  if (name === "trino") expect(partitions.size).toBe(27);

  // A late row: an event on the third day, by a unit of the first day.
  const [row] = log.events.filter((event) => event.name === "order" && event.value !== "0");
  const late = { ...(row as NewEvent), unit: "u0", time: start + 2 * day };
  const more = between(log, days - 1, days);
  await sourcesOf(moreRows, { ...more, events: [...more.events, late] });
  const after = await refresh(days, 2);
  const plain = await measureInWarehouse(run, dialect, sources, settings(days));
  expect(differences(bySlice(after.measurements), bySlice(plain.measurements))).toEqual([]);
  if (name === "trino") expect([...partitions].sort()).toEqual(["2026-10-22", "2026-11-10", "2026-11-11"]);

  const [input] = settings(days).inputs;
  const series = { window: settings(days).window, input, winsorization: 75 };
  const ofDays = await measureSeriesInWarehouse(run, dialect, sources, series, after.days);
  const ofSources = await measureSeriesInWarehouse(run, dialect, sources, series);
  // The experiment starts at nine, so that its last day is only begun.
  expect(ofDays.cumulative.length).toBe(days + 1);
  expect(differences(ofDays, ofSources)).toEqual([]);

  await dropStaged(run, dialect, place, "form");
  const left = await run(dialect.staged.tables(place.names), "");
  expect(
    left.flatMap((one) => Object.values(one)).filter((cell) => String(cell).startsWith("assay_")),
  ).toEqual([]);
}
