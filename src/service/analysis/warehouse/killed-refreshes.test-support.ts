// Test support: refreshes that are interrupted after any of their statements, followed by a complete refresh.
import { expect } from "vitest";
import { inputs } from "#service/analysis/totals/random-log.test-support.ts";
import { measureInWarehouse } from "./measure-in-warehouse.ts";
import { measureStaged } from "./measure-staged.ts";
import type { Run } from "./run.ts";
import { warehouseTables } from "./source-rows.test-support.ts";
import { logOf, stagedShape, until, untilDay } from "./staged-log.test-support.ts";
import { dropStaged, stagedTables } from "./staged-tables.ts";
import type { OpenedEngine } from "./tested-engines.test-support.ts";
import { bySlice, differences } from "./warehouse-oracle.test-support.ts";

const few = ["count", "days of two", "days of a funnel"];
const settings = (days: number, ids = few) => ({
  ...untilDay(days),
  inputs: inputs.filter(({ id }) => ids.includes(id)),
});

/**
 * Interrupts refreshes after each of their statements, once from every state that an earlier refresh can have left, or only
 * in `rounds` cases spread over all of them; returns the number of different cases in which a refresh was interrupted.
 */
export async function expectKilledRefreshes(
  { run, dialect, place, table }: OpenedEngine,
  rounds = Infinity,
): Promise<number> {
  let load = 0;
  const staging = () => ({ place, experimentID: "form", now: (load += 1) });
  const sources = await warehouseTables(table, until(logOf(6), 5), stagedShape, ["tier", "seat"]);
  const refresh = (asked: Run, days = 5, ids = few) =>
    measureStaged(asked, dialect, sources, settings(days, ids), staging());
  const drop = () => dropStaged(run, dialect, place, "form");

  /** Interrupts a refresh after some statements; returns whether it had that many. */
  async function kill(statements: number): Promise<boolean> {
    let left = statements;
    const dying: Run = async (...asked) => {
      const rows = await run(...asked);
      if ((left -= 1) === 0) throw new Error("killed");
      return rows;
    };
    await refresh(dying).catch((error: unknown) => expect(String(error)).toContain("killed"));
    return left <= 0;
  }

  const states: Readonly<Record<string, (statements: number) => Promise<unknown>>> = {
    nothing: drop,
    "an earlier day": async () => {
      await drop();
      await refresh(run, 4);
    },
    "the days of other metrics": async () => {
      await drop();
      await refresh(run, 4, ["sum", "days of two"]);
    },
    "another interrupted refresh": async (statements) => {
      await drop();
      await refresh(run, 4);
      await kill(1 + ((statements + 9) % 20));
    },
  };

  /** The rest after a refresh: rows of each table without the number of their load; names alone if rows cannot be deleted. */
  async function leftRows() {
    const tables = [];
    for (const name of [...(await stagedTables(run, dialect, staging()))].sort()) {
      const rows = dialect.staged.deletes ? await run(`select * from ${name}`, "") : [];
      tables.push([name, rows.map((row) => JSON.stringify({ ...row, load_id: 0 })).sort()]);
    }
    return tables;
  }
  await drop();
  await refresh(run);
  const complete = await leftRows();
  expect(complete).toHaveLength(4);
  const { measurements } = await measureInWarehouse(run, dialect, sources, settings(5));

  const cases: { state: string; statements: number }[] = [];
  for (const [state, prepare] of Object.entries(states)) {
    await prepare(1);
    let count = 0;
    await refresh((...asked) => {
      count += 1;
      return run(...asked);
    });
    for (let statements = 1; statements <= count; statements += 1) cases.push({ state, statements });
  }
  const chosen = cases.filter((_, at) => (at * rounds) % cases.length < rounds || rounds > cases.length);
  let killed = 0;
  for (const { state, statements } of chosen) {
    const told = `${state}, ${statements} statements`;
    await states[state]?.(statements);
    if (await kill(statements)) killed += 1;
    const found = await refresh(run);
    expect(differences(bySlice(found.measurements), bySlice(measurements)), told).toEqual([]);
    expect(await leftRows(), told).toEqual(complete);
  }
  return killed;
}
