// Adds up the pairs of all metrics by slice and cell, one unit after the other.
import { type MeasurementPlan, pastDays } from "#service/analysis/plan/measurement-plan.ts";
import { cappedCellSums } from "./capped-sums.ts";
import { type CellSums, type PartSums, plainCellSums, type UnitCells } from "./cell-sums.ts";
import type { Takers } from "./unit-hits.ts";

export interface SumSettings {
  cells: UnitCells;
  slices: number;
  /** By metric: the percentile at which its totals are capped; null for no cap. */
  percentiles: readonly (number | null)[];
}

/** Most pairs are equal ones of whole numbers below this, as (1, 0): they are counted, and each is added up once. */
const small = 4;
const smallPairs = small * small;
/** Pairs of days are counted by length in the experiment too, if that takes no more lines than this. */
const mostLines = 10_000;

export interface MetricSums extends Takers {
  /** Begins the next unit. */
  begin: (unit: number) => void;
  /** Returns the sums of the parts, and the number of hits without the number by part. They can be read once. */
  of: (metric: number, slice: number) => { sums: PartSums[]; missing: ReadonlyMap<number, number> };
}

export function metricSums(
  { metrics, days: longest }: MeasurementPlan,
  { cells, slices, percentiles }: SumSettings,
): MetricSums {
  const { grids, parts } = cells;
  const [firstGrid = new Int32Array(), ...otherGrids] = grids;
  /** 1 if pairs of days are not counted. */
  const lengths = (longest + 1) * cells.count <= mostLines ? longest + 1 : 1;
  const count = metrics.length;
  /** Where the counts of a metric's small pairs begin, by slice and metric. */
  const starts = new Int32Array(slices * count);
  let counted = 0;
  for (const place of starts.keys()) {
    starts[place] = counted;
    const isOfDays = metrics[place % count]?.measure === "days";
    counted += cells.count * (isOfDays ? lengths : 1) * smallPairs;
  }
  const counts = new Uint32Array(counted);
  const sums: (CellSums | undefined)[] = Array.from({ length: slices * count });
  const missing: (Uint32Array | undefined)[] = Array.from({ length: slices * count });

  let [unit, cell, length] = [0, 0, 1];

  function newSums(metric: number) {
    const percentile = percentiles[metric] ?? null;
    return metrics[metric]?.measure === "total" && percentile !== null && percentile < 100
      ? cappedCellSums(cells.count, parts, percentile)
      : plainCellSums(cells.count, parts);
  }
  const sumsOf = (metric: number, slice: number) => (sums[slice * count + metric] ??= newSums(metric));

  function isCounted(metric: number, slice: number, line: number, x: number, y: number): boolean {
    // Whole numbers, so that places are computed without fractions.
    const [wholeX, wholeY] = [x >>> 0, y >>> 0];
    if (wholeX !== x || wholeY !== y || wholeX >= small || wholeY >= small) return false;
    const at = (starts[slice * count + metric] ?? 0) + (line * small + wholeX) * small + wholeY;
    counts[at] = (counts[at] ?? 0) + 1;
    return true;
  }

  /** Each unit belongs to one cell of each grid. */
  function addToOtherGrids(metric: number, slice: number, x: number, y: number) {
    for (const grid of otherGrids) sumsOf(metric, slice).add(grid[unit] ?? 0, x, y, 1);
  }

  return {
    begin(next) {
      unit = next;
      cell = firstGrid[unit] ?? 0;
      length = cells.days[unit] ?? 1;
    },
    pair(metric, slice, x, y) {
      if (!isCounted(metric, slice, cell, x, y)) sumsOf(metric, slice).add(cell, x, y, 1);
      if (otherGrids.length > 0) addToOtherGrids(metric, slice, x, y);
    },
    days(metric, slice, days, past) {
      if (lengths === 1 || !isCounted(metric, slice, cell * lengths + length, days, past))
        sumsOf(metric, slice).add(cell, days / length, past / pastDays, 1);
      if (otherGrids.length > 0) addToOtherGrids(metric, slice, days / length, past / pastDays);
    },
    missing(metric, slice) {
      const own = (missing[slice * count + metric] ??= new Uint32Array(cells.count));
      for (const grid of grids) {
        const at = grid[unit] ?? 0;
        own[at] = (own[at] ?? 0) + 1;
      }
    },
    of(metric, slice) {
      const place = slice * count + metric;
      const lines = metrics[metric]?.measure === "days" ? lengths : 1;
      const start = starts[place] ?? 0;
      const own = counts.subarray(start, start + cells.count * lines * smallPairs);
      for (const [at, units] of own.entries()) {
        if (units === 0) continue;
        const line = Math.floor(at / smallPairs);
        const [x, y] = [Math.floor(at / small) % small, at % small];
        const ofDays = line % lines;
        if (lines === 1) sumsOf(metric, slice).add(line, x, y, units);
        else sumsOf(metric, slice).add((line - ofDays) / lines, x / ofDays, y / pastDays, units);
      }
      const byPart = new Map<number, number>();
      const lacking = missing[place];
      for (const { part, cells: ownCells } of lacking ? parts : [])
        for (const at of ownCells) byPart.set(part, (byPart.get(part) ?? 0) + (lacking?.[at] ?? 0));
      const found = sums[place]?.ofParts() ?? [];
      sums[place] = undefined;
      return { sums: found, missing: byPart };
    },
  };
}
