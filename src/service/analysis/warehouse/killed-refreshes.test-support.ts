// Test support: refreshes that are interrupted after any of their statements, followed by a complete refresh.
import { expect } from "vitest";
import { inputs } from "#service/analysis/totals/random-log.test-support.ts";
import { measureInWarehouse } from "./measure-in-warehouse.ts";
import { measureStaged } from "./measure-staged.ts";
import type { Run } from "./run.ts";
import { warehouseTables } from "./source-rows.test-support.ts";
import { logOf, stagedShape, until, untilDay } from "./staged-log.test-support.ts";
import { dropStaged } from "./staged-tables.ts";
import type { OpenedEngine } from "./tested-engines.test-support.ts";
import { bySlice, differences } from "./warehouse-oracle.test-support.ts";

const few = ["count", "days of two", "days of a funnel"];
const settings = (days: number) => ({
  ...untilDay(days),
  inputs: inputs.filter(({ id }) => few.includes(id)),
});

/** Interrupts refreshes between two statements, moving on by `step` positions each round, by default at every position; returns the number
 *  of possible positions. */
export async function expectKilledRefreshes(
  { run, dialect, place, table }: OpenedEngine,
  { rounds = Infinity, step = 1 } = {},
): Promise<number> {
  const log = logOf(6);
  const sourcesUntil = (days: number) =>
    warehouseTables(table, until(log, days), stagedShape, ["tier", "seat"]);
  let load = 0;
  const refresh = (asked: Run, sources: Awaited<ReturnType<typeof sourcesUntil>>, days: number) =>
    measureStaged(asked, dialect, sources, settings(days), {
      place,
      experimentID: "form",
      now: (load += 1),
    });
  await refresh(run, await sourcesUntil(4), 4);
  const sources = await sourcesUntil(5);
  const { measurements } = await measureInWarehouse(run, dialect, sources, settings(5));
  let places = 0;
  const counting: Run = (...asked) => {
    places += 1;
    return run(...asked);
  };
  await dropStaged(run, dialect, place, "form");
  await refresh(counting, sources, 5);
  for (let round = 0; round < Math.min(rounds, 2 * places); round += 1) {
    // Half of the rounds start from nothing, half from what an earlier refresh staged: each position once from either.
    if (((round % places) + Math.floor(round / places)) % 2) await dropStaged(run, dialect, place, "form");
    else await refresh(run, sources, 4);
    let left = 1 + ((round * step) % places);
    const dying: Run = async (...asked) => {
      const rows = await run(...asked);
      if ((left -= 1) === 0) throw new Error("killed");
      return rows;
    };
    await refresh(dying, sources, 5).catch((error: unknown) => expect(String(error)).toContain("killed"));
    const found = await refresh(run, sources, 5);
    expect(differences(bySlice(found.measurements), bySlice(measurements)), `round ${round}`).toEqual([]);
  }
  return places;
}
