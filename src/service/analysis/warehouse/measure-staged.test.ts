import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewEvent, NewExposure } from "#service/database/logs.ts";
import {
  filtered,
  analysis,
  inputs,
  manyValues,
  start,
} from "#service/analysis/totals/random-log.test-support.ts";
import { measureInWarehouse } from "./measure-in-warehouse.ts";
import { measureStaged } from "./measure-staged.ts";
import type { Run } from "./run.ts";
import { warehouseTables, type Shape } from "./source-rows.test-support.ts";
import { dropExpired, dropStaged, stagedTable, type Staging } from "./staged-tables.ts";
import { testedEngines, type OpenedEngine } from "./tested-engines.test-support.ts";
import { bySlice, differences, expectPlain, expectPlainRandomly } from "./warehouse-oracle.test-support.ts";

const day = 86_400_000;
const shape: Shape = {
  timeType: "timestamp",
  hasOwnViews: true,
  hasItemsColumn: false,
  partition: "date",
  renamesGroups: false,
};

/** Days of units that come and act; whole numbers, whose sums are the same in any order. */
function logOf(days: number): { exposures: NewExposure[]; events: NewEvent[] } {
  const exposures = Array.from({ length: days * 6 }, (_, number): NewExposure => ({
    experiment: "form",
    unit: `u${number % 9 === 8 ? number - 6 : number}`,
    group: number % 2 ? "a" : "b",
    time: start + Math.floor(number / 6) * day + (number % 6) * 7_200_000,
    properties: JSON.stringify({ tier: `t${number % 3}` }),
  }));
  const events = Array.from({ length: days * 40 }, (_, number): NewEvent => ({
    name: ["view", "order", "pay"][number % 3] ?? "",
    time: start - 5 * day + Math.floor(number / 40) * day + ((number * 7919) % 24) * 3_600_000,
    unit: `u${(number * number + Math.floor(number / 7)) % (days * 6)}`,
    value: `${number % 11}`,
    source: "",
    metadata: JSON.stringify({
      items: `${number % 5}`,
      shop: ["north", "south", `rare ${number % 50}`][number % 3],
    }),
  }));
  return { exposures, events };
}
const settings = (days: number) => ({
  ...analysis(75),
  window: { experimentID: "form", start, end: start + days * day - 1 },
});

describe.each(testedEngines())("%s", (_, open) => {
  let engine: OpenedEngine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine.close());
  const staging = (now: number, experimentID = "form") => ({ schema: engine.schema, experimentID, now });
  beforeEach(() => dropStaged(engine.run, engine.dialect, engine.schema, "form"));
  const sourcesOf = (log: ReturnType<typeof logOf>) =>
    warehouseTables(engine.table, log, shape, ["tier", "seat"]);
  /** As many rows as the log has until the end of a day. */
  const until = (log: ReturnType<typeof logOf>, days: number) => ({
    exposures: log.exposures.filter(({ time }) => time < start + days * day),
    events: log.events.filter(({ time }) => time < start + days * day),
  });

  test("staged, every sum is what a plain reading of the definitions gives", async () => {
    let now = 0;
    await expectPlainRandomly(engine, 6, async (run, dialect, sources, some) => {
      // Each log is another one, not a later one.
      await dropStaged(engine.run, engine.dialect, engine.schema, "form");
      return measureStaged(run, dialect, sources, some, staging((now += 1)));
    });
    await dropStaged(engine.run, engine.dialect, engine.schema, "form");
    await expectPlain(
      engine,
      manyValues(),
      shape,
      analysis(75, undefined, filtered),
      (run, dialect, sources, some) => measureStaged(run, dialect, sources, some, staging((now += 1))),
    );
  });

  /** The rows that are staged of a source, whichever load it is of. */
  const stagedRows = async (own: Staging, source: string) => {
    const rows = await engine.run(`select * from ${stagedTable(own, source, "days")}`, "");
    return rows.map((row) => JSON.stringify({ ...row, load_id: 0 })).sort();
  };

  test("a refresh gives exactly what staging everything anew gives, with a new day, late rows and a late exposure", async () => {
    const log = logOf(12);
    const before = until(log, 10);
    const late = log.events.slice(70, 73).map((event) => ({ ...event, time: event.time - 3_600_000 }));
    const earlier = { ...(log.exposures[40] as NewExposure), time: start + 2 * day + 5 };
    await measureStaged(engine.run, engine.dialect, await sourcesOf(before), settings(10), staging(1));
    const now = { exposures: [...log.exposures, earlier], events: [...log.events, ...late] };
    const sources = await sourcesOf(until(now, 11));
    const refreshed = await measureStaged(engine.run, engine.dialect, sources, settings(11), staging(2));
    const anew = await measureStaged(engine.run, engine.dialect, sources, settings(11), staging(3, "other"));
    // The staged rows are the same; sums over them are so but for the order of additions.
    for (const source of ["events", "page_views"]) {
      const [rows, others] = await Promise.all(
        ["form", "other"].map((id) => stagedRows(staging(0, id), source)),
      );
      expect(rows?.length).toBeGreaterThan(50);
      expect(rows).toEqual(others);
    }
    expect(differences(bySlice(refreshed.measurements), bySlice(anew.measurements))).toEqual([]);
    await dropStaged(engine.run, engine.dialect, engine.schema, "other");
    const plain = await measureInWarehouse(engine.run, engine.dialect, sources, settings(11));
    expect(differences(bySlice(refreshed.measurements), bySlice(plain.measurements))).toEqual([]);
  });

  test(
    "a refresh that follows one that was killed between any two statements is right",
    { timeout: 300_000 },
    async () => {
      const log = logOf(6);
      const few = {
        ...settings(4),
        inputs: inputs.filter(({ id }) => ["count", "days of two", "days of a funnel"].includes(id)),
      };
      const more = { ...settings(5), inputs: few.inputs };
      const [before, now] = [await sourcesOf(until(log, 4)), until(log, 5)];
      await measureStaged(engine.run, engine.dialect, before, few, staging(1));
      const sources = await sourcesOf(now);
      const { measurements } = await measureInWarehouse(engine.run, engine.dialect, sources, more);
      let load = 1;
      for (let last = 1, isKilled = true; isKilled; last += 1) {
        // Half of the rounds begin with nothing, half with what an earlier refresh staged.
        if (last % 2) await dropStaged(engine.run, engine.dialect, engine.schema, "form");
        else await measureStaged(engine.run, engine.dialect, sources, few, staging((load += 1)));
        let statements = 0;
        const dying: Run = async (text, tag, mayWrite) => {
          const rows = await engine.run(text, tag, mayWrite);
          if ((statements += 1) === last) throw new Error("killed");
          return rows;
        };
        isKilled = await measureStaged(dying, engine.dialect, sources, more, staging((load += 1))).then(
          () => false,
          () => true,
        );
        const found = await measureStaged(engine.run, engine.dialect, sources, more, staging((load += 1)));
        expect(differences(bySlice(found.measurements), bySlice(measurements))).toEqual([]);
        if (!isKilled) expect(last).toBeGreaterThan(20);
      }
    },
  );

  test("nothing is left of an experiment that was archived, or not refreshed for long", async () => {
    const sources = await sourcesOf(until(logOf(4), 3));
    const names = async () =>
      (await engine.run(engine.dialect.tables(engine.schema), ""))
        .map((row) => row["table_name"])
        .filter((name) => String(name).startsWith("assay_"));
    await measureStaged(engine.run, engine.dialect, sources, settings(3), staging(1000));
    await measureStaged(engine.run, engine.dialect, sources, settings(3), staging(2000, "form 2"));
    const both = await names();
    expect(both).toHaveLength(8);
    expect(await dropExpired(engine.run, engine.dialect, engine.schema, 1500)).toBe(4);
    expect(await names()).toHaveLength(4);
    await dropStaged(engine.run, engine.dialect, engine.schema, "form 2");
    expect(await names()).toEqual([]);
  });
});
