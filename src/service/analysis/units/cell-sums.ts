// Adds up the value pairs of one metric by cell (statistics 13).
import type { PairSums } from "#statistics/pair-moments.ts";
import { movingSums, pairSums } from "./moving-sums.ts";

/** A set of units: those of one group in the whole or in a slice of a user dimension, as the cells that it consists of. */
export interface Part {
  part: number;
  groupNumber: number;
  cells: readonly number[];
  /** Number of its units. */
  units: number;
}

/** By unit number: days in the experiment, and its cell of each grid. Values of units that do not take part have no meaning. */
export interface UnitCells {
  days: Uint16Array;
  grids: Int32Array[];
  /** Number of cells of all grids. */
  count: number;
  parts: Part[];
}

export interface PartSums extends PairSums {
  part: number;
  groupNumber: number;
  /** Number of units whose y is not 0. */
  nonzero: number;
  /** The cap of x in all groups of the part; null where nothing is capped. */
  most: number | null;
  /** Number of values of x that are not 0, in all groups of the part; null where nothing is capped. */
  among: number | null;
}

/** Receives the pair of each unit that has one; a unit belongs to one cell of each grid. */
export interface CellSums {
  /** Adds the pair of `count` units. */
  add: (cell: number, x: number, y: number, count: number) => void;
  /** Returns the sums of the parts that have units. */
  ofParts: () => PartSums[];
}

/** Sums of values as they are. */
export function plainCellSums(cells: number, parts: readonly Part[]): CellSums {
  const sums = movingSums(cells);
  return {
    add: sums.add,
    ofParts: () =>
      parts.flatMap(({ part, groupNumber, cells: own }) => {
        const merged = sums.of(own);
        return merged.n > 0 ? [{ part, groupNumber, ...pairSums(merged), most: null, among: null }] : [];
      }),
  };
}
