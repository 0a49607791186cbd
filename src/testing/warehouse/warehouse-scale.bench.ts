// An experiment of 50 metrics, 21 slices and 3 groups in Trino, with one and with two workers, and in Spark, over generated
// events: staged, staged again with one more day, and by one statement. Prints a line for each; asserts that all give the same
// result, and limits the bytes transferred. It downloads the engines, and so only runs if sizes are named:
// WAREHOUSE_EVENTS=1000000,10000000. WAREHOUSE_ENGINES=trino:1,trino:2,spark; WAREHOUSE_GB=8, the memory of the engine.
// WAREHOUSE_WAYS=staged,plain: only one of them for sizes that take hours.
import { expect, test } from "vitest";
import { measureInWarehouse } from "#service/analysis/warehouse/measure-in-warehouse.ts";
import { measureStaged } from "#service/analysis/warehouse/measure-staged.ts";
import { dropStaged } from "#service/analysis/warehouse/staged-tables.ts";
import { bySlice, differences } from "#service/analysis/warehouse/warehouse-oracle.test-support.ts";
import { isFound, startEngine, type EngineName } from "./engines.ts";
import { setup as fetchEngines } from "./fetch-engines-first.ts";
import { largeAnalysis, largeWindow, makeTablesBeforeLastDay } from "./large-tables.ts";
import { measuredEngine } from "./measured-engine.ts";
import { engineSeconds, openMetered, type Metered } from "./metered-client.ts";

const sizes = process.env["WAREHOUSE_EVENTS"]?.split(",").map(Number) ?? [];
const isAsked = sizes.length > 0;
const asked = isAsked ? (process.env["WAREHOUSE_ENGINES"] ?? "trino:1,trino:2,spark").split(",") : [];
const gigabytes = Number(process.env["WAREHOUSE_GB"] ?? 8);
const ways = (process.env["WAREHOUSE_WAYS"] ?? "staged,plain").split(",");
const day = 86_400_000;

const until = (end: number) => ({ ...largeAnalysis, window: { ...largeAnalysis.window, end } });
const rounded = (value: number) => Number(value.toFixed(1));

/** Prints a line; if the engine runs out of memory, prints the reason and returns undefined. */
async function noting<Result>(metered: Metered, named: string, work: () => Promise<Result>) {
  metered.reset();
  const [began, computed] = [performance.now(), engineSeconds()];
  let failed = "";
  try {
    return await work();
  } catch (error) {
    failed = error instanceof Error ? error.message : String(error);
    return undefined;
  } finally {
    const { statements, bytes, ofEvents, rows, answered, wire, text } = metered.sent();
    const cells = [
      `${rounded((performance.now() - began) / 1000)} s`,
      `${engineSeconds() - computed} s of processor`,
      `${statements} statements`,
      bytes === null
        ? "read: not told"
        : `${rounded(bytes / 1e6)} MB read, of the events ${rounded(ofEvents / 1e6)}`,
      `${rows} rows of ${rounded(answered / 1000)} kB answered`,
      `${rounded(wire / 1000)} kB on the wire`,
      `${rounded(text / 1000)} kB of SQL`,
    ];
    console.log([named, ...cells, ...(failed ? [`FAILED: ${failed.slice(0, 300)}`] : [])].join(" | "));
  }
}

test.runIf(!isAsked)("without WAREHOUSE_EVENTS", () =>
  console.log("Not measured: Trino and Spark. WAREHOUSE_EVENTS is not set."),
);

test.each(asked)("50 metrics, 21 slices, 3 groups: %s", { timeout: 7_200_000 }, async (named) => {
  fetchEngines();
  const [engineName = "", workers = "2"] = named.split(":");
  const name: EngineName = engineName === "spark" ? "spark" : "trino";
  if (!isFound(name)) return console.log(`${name} is skipped`);
  const engine = await startEngine(name, { workers: Number(workers), gigabytes, isBenched: true });
  const metered = await openMetered(engine);
  try {
    const { dialect, place } = await measuredEngine(engine, name === "spark" ? "databricks" : "trino");
    for (const events of sizes) {
      const of = (what: string) => `${named} | ${events} events | ${what}`;
      const { sources, addLastDay } = await noting(metered, of("27 days written"), () =>
        makeTablesBeforeLastDay(engine, events),
      ).then((made) => made ?? Promise.reject(new Error("There are no tables.")));
      const refresh = (end: number, now: number) =>
        measureStaged(metered.run, dialect, sources, until(end), { place, experimentID: "large", now });
      await dropStaged(metered.run, dialect, place, "large");

      if (ways.includes("staged"))
        await noting(metered, of("staged, 27 days"), () => refresh(largeWindow.end - day, 1));
      await noting(metered, of("the 28th day written"), addLastDay);
      const staged = ways.includes("staged")
        ? await noting(metered, of("staged, one day more"), () => refresh(largeWindow.end, 2))
        : undefined;
      expect(metered.sent().answered).toBeLessThanOrEqual(1_000_000);
      const plain = ways.includes("plain")
        ? await noting(metered, of("one statement, 28 days"), () =>
            measureInWarehouse(metered.run, dialect, sources, largeAnalysis),
          )
        : undefined;
      expect(metered.sent().answered).toBeLessThanOrEqual(1_000_000);
      if (!staged || !plain) continue;
      expect(Object.keys(plain.measurements.metrics).length).toBe(50);
      expect(differences(bySlice(staged.measurements), bySlice(plain.measurements))).toEqual([]);
    }
  } finally {
    await metered.close();
    await engine.end();
  }
});
