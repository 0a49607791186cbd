import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewExposure } from "#service/database/logs.ts";
import {
  filtered,
  analysis,
  inputs,
  manyValues,
  start,
} from "#service/analysis/totals/random-log.test-support.ts";
import { expectKilledRefreshes } from "./killed-refreshes.test-support.ts";
import { measureInWarehouse } from "./measure-in-warehouse.ts";
import { measureStaged } from "./measure-staged.ts";
import type { Run } from "./run.ts";
import { measureSeriesInWarehouse } from "./series-in-warehouse.ts";
import { warehouseTables } from "./source-rows.test-support.ts";
import { logOf, stagedShape, until, untilDay, type Log } from "./staged-log.test-support.ts";
import { dropExpired, dropStaged, stagedTable, type Staging } from "./staged-tables.ts";
import { testedEngines, type OpenedEngine } from "./tested-engines.test-support.ts";
import { bySlice, differences, expectPlain, expectPlainRandomly } from "./warehouse-oracle.test-support.ts";

const day = 86_400_000;

describe.each(testedEngines())("%s", (_, open) => {
  let engine: OpenedEngine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine.close());
  const staging = (now: number, experimentID = "form") => ({ place: engine.place, experimentID, now });
  beforeEach(() => dropStaged(engine.run, engine.dialect, engine.place, "form"));
  const sourcesOf = (log: Log) => warehouseTables(engine.table, log, stagedShape, ["tier", "seat"]);

  test("staged, every sum is what a plain reading of the definitions gives", async () => {
    let now = 0;
    await expectPlainRandomly(engine, 6, async (run, dialect, sources, some) => {
      // Each random log is unrelated to the previous one, so earlier staged rows must not be kept.
      await dropStaged(engine.run, engine.dialect, engine.place, "form");
      return measureStaged(run, dialect, sources, some, staging((now += 1)));
    });
    await dropStaged(engine.run, engine.dialect, engine.place, "form");
    await expectPlain(
      engine,
      manyValues(),
      stagedShape,
      analysis(75, undefined, filtered),
      (run, dialect, sources, some) => measureStaged(run, dialect, sources, some, staging((now += 1))),
    );
  });

  /** Returns the staged rows of a source, without the number of their load. */
  const stagedRows = async (own: Staging, source: string) => {
    const rows = await engine.run(`select * from ${stagedTable(engine.dialect, own, source, "days")}`, "");
    return rows.map((row) => JSON.stringify({ ...row, load_id: 0 })).sort();
  };

  test("a refresh gives exactly what staging everything anew gives, with a new day, late rows and a late exposure", async () => {
    const log = logOf(12);
    const before = until(log, 10);
    const late = log.events.slice(70, 73).map((event) => ({ ...event, time: event.time - 3_600_000 }));
    const earlier = { ...(log.exposures[40] as NewExposure), time: start + 2 * day + 5 };
    await measureStaged(engine.run, engine.dialect, await sourcesOf(before), untilDay(10), staging(1));
    const now = { exposures: [...log.exposures, earlier], events: [...log.events, ...late] };
    const sources = await sourcesOf(until(now, 11));
    const refreshed = await measureStaged(engine.run, engine.dialect, sources, untilDay(11), staging(2));
    const anew = await measureStaged(engine.run, engine.dialect, sources, untilDay(11), staging(3, "other"));
    // The staged rows are equal; sums over them only differ by the order of additions.
    for (const source of ["events", "page_views"]) {
      const [rows, others] = await Promise.all(
        ["form", "other"].map((id) => stagedRows(staging(0, id), source)),
      );
      expect(rows?.length).toBeGreaterThan(50);
      expect(rows).toEqual(others);
    }
    expect(differences(bySlice(refreshed.measurements), bySlice(anew.measurements))).toEqual([]);
    await dropStaged(engine.run, engine.dialect, engine.place, "other");
    const plain = await measureInWarehouse(engine.run, engine.dialect, sources, untilDay(11));
    expect(differences(bySlice(refreshed.measurements), bySlice(plain.measurements))).toEqual([]);
  });

  test("the staged days of every metric one by one are what its sources give", async () => {
    const sources = await sourcesOf(until(logOf(4), 3));
    const { days } = await measureStaged(engine.run, engine.dialect, sources, untilDay(3), staging(1));
    const read: string[] = [];
    const noting: Run = (text, tag) => {
      read.push(text);
      return engine.run(text, tag);
    };
    const kinds = ["sum of two", "days of two", "mean", "days of a funnel"];
    for (const input of inputs.filter(({ id }) => kinds.includes(id))) {
      const one = { window: untilDay(3).window, input, winsorization: 75 };
      const ofSources = await measureSeriesInWarehouse(engine.run, engine.dialect, sources, one);
      const ofDays = await measureSeriesInWarehouse(noting, engine.dialect, sources, one, days);
      expect(ofDays.cumulative.length).toBeGreaterThan(2);
      expect(differences(ofDays, ofSources)).toEqual([]);
    }
    expect(read.filter((text) => /\b(events|page_views)\) s/.test(text))).toEqual([]);
  });

  test("a refresh stages anew what somebody has taken away", async () => {
    const sources = await sourcesOf(until(logOf(4), 3));
    const first = await measureStaged(engine.run, engine.dialect, sources, untilDay(3), staging(1));
    const rows = stagedTable(engine.dialect, staging(1), "events", "days");
    await engine.run(`drop table ${rows}`, "", true);
    const again = await measureStaged(engine.run, engine.dialect, sources, untilDay(3), staging(2));
    expect(differences(bySlice(again.measurements), bySlice(first.measurements))).toEqual([]);
  });

  test(
    "a refresh that follows one that was killed between two statements is right",
    { timeout: 300_000 },
    async () => {
      // The attack tests cover every statement.
      expect(await expectKilledRefreshes(engine, 4)).toBe(4);
    },
  );

  test("nothing is left of an experiment that was archived, or not refreshed for long", async () => {
    const sources = await sourcesOf(until(logOf(4), 3));
    const names = async () =>
      (await engine.run(engine.dialect.staged.tables(engine.place.names), ""))
        .map((row) => row["table_name"])
        .filter((name) => String(name).startsWith("assay_"));
    await measureStaged(engine.run, engine.dialect, sources, untilDay(3), staging(1000));
    await measureStaged(engine.run, engine.dialect, sources, untilDay(3), staging(2000, "form 2"));
    const both = await names();
    expect(both).toHaveLength(8);
    const expired = (before: number, ended: string[]) =>
      dropExpired(engine.run, engine.dialect, engine.place, { before, ended });
    expect(await expired(1500, [])).toBe(4);
    expect(await names()).toHaveLength(4);
    await measureStaged(engine.run, engine.dialect, sources, untilDay(3), staging(3000));
    expect(await expired(1500, ["form", "some other"])).toBe(4);
    expect(await names()).toHaveLength(4);
    await dropStaged(engine.run, engine.dialect, engine.place, "form 2");
    expect(await names()).toEqual([]);
  });
});
