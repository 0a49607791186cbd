// Sums of totals that are capped at a percentile of the values that are not 0, in each part (statistics 4). A cap is known only after all
// values have come, but it is never below the k-th largest value so far, where k follows from the number of units. Values up to that
// bound are added to the sums at once, and only the few larger ones are kept.
import { capRank } from "#statistics/winsorization.ts";
import type { CellSums, Part } from "./cell-sums.ts";
import { type KeptPairs, keptPairs } from "./kept-pairs.ts";
import { mergeSums, movingSums, pairSums } from "./moving-sums.ts";

/** The cells of a part in all groups: its cap is that of all groups. */
interface WholePart {
  cells: readonly number[];
  units: number;
}

/** Finds the caps of x or y, and the bounds that they cannot be below. */
function capFinder(side: "x" | "y", wholes: readonly WholePart[], cells: number, percentile: number) {
  /** By cell: values up to this are below the caps of all its parts. A cap is never negative. */
  const bounds = new Float64Array(cells);
  /** By cell: the number of values that are not 0. */
  const counts = new Uint32Array(cells);
  const ofParts = new Float64Array(wholes.length);
  /** The largest number of values from the cap on. */
  const mostAbove = wholes.map(({ units }) => units - (capRank(units, percentile) ?? units) + 1);
  const partsOf = Array.from({ length: cells }, (): number[] => []);
  for (const [part, { cells: own }] of wholes.entries()) for (const cell of own) partsOf[cell]?.push(part);
  return {
    bounds,
    counts,
    raise(pairs: KeptPairs) {
      for (const [part, bin] of pairs.bins(side, partsOf, mostAbove).entries())
        ofParts[part] = Math.max(ofParts[part] ?? 0, bin?.lowest ?? 0);
      for (const [cell, parts] of partsOf.entries())
        bounds[cell] = Math.min(...parts.map((part) => ofParts[part] ?? 0));
    },
    /** Returns the cap of each part, and the number of values it is the percentile of. */
    caps(pairs: KeptPairs) {
      const among = wholes.map(({ cells: own }) => own.reduce((sum, cell) => sum + (counts[cell] ?? 0), 0));
      const ranks = among.map((count) => count - (capRank(count, percentile) ?? count) + 1);
      const found = pairs.largest(side, partsOf, ranks);
      return among.map((count, part) => ({
        among: count,
        most:
          capRank(count, percentile) === undefined
            ? Infinity
            : Math.max(ofParts[part] ?? 0, found[part] ?? 0),
      }));
    },
  };
}

/** Number of kept pairs from which on the bounds are raised. */
const fewestKept = 4096;

export function cappedCellSums(cells: number, parts: readonly Part[], percentile: number): CellSums {
  const numbers = [...new Set(parts.map(({ part }) => part))];
  const wholes = numbers.map((number): WholePart => {
    const own = parts.filter(({ part }) => part === number);
    return {
      cells: own.flatMap((part) => part.cells),
      units: own.reduce((sum, { units }) => sum + units, 0),
    };
  });
  const pairs = keptPairs();
  const below = movingSums(cells);
  const ofX = capFinder("x", wholes, cells, percentile);
  const ofY = capFinder("y", wholes, cells, percentile);
  const [boundsX, boundsY, countsX, countsY] = [ofX.bounds, ofY.bounds, ofX.counts, ofY.counts];
  let mostKept = fewestKept;
  function release() {
    ofX.raise(pairs);
    ofY.raise(pairs);
    pairs.filter((cell, x, y, count) => {
      if (x > (boundsX[cell] ?? 0) || y > (boundsY[cell] ?? 0)) return true;
      below.add(cell, x, y, count);
      return false;
    });
    mostKept = Math.max(fewestKept, 2 * pairs.count());
  }
  return {
    add(cell, x, y, count) {
      if (x !== 0) countsX[cell] = (countsX[cell] ?? 0) + count;
      if (y !== 0) countsY[cell] = (countsY[cell] ?? 0) + count;
      if (x <= (boundsX[cell] ?? 0) && y <= (boundsY[cell] ?? 0)) {
        below.add(cell, x, y, count);
        return;
      }
      pairs.add(cell, x, y, count);
      if (pairs.count() > mostKept) release();
    },
    ofParts() {
      const [capsX, capsY] = [ofX.caps(pairs), ofY.caps(pairs)];
      const tail = movingSums(parts.length);
      const linesOf = Array.from({ length: cells }, (): number[] => []);
      for (const [line, { cells: own }] of parts.entries()) for (const cell of own) linesOf[cell]?.push(line);
      const wholeOf = parts.map(({ part }) => numbers.indexOf(part));
      pairs.each((cell, x, y, count) => {
        for (const line of linesOf[cell] ?? []) {
          const whole = wholeOf[line] ?? 0;
          tail.add(
            line,
            Math.min(x, capsX[whole]?.most ?? Infinity),
            Math.min(y, capsY[whole]?.most ?? Infinity),
            count,
          );
        }
      });
      return parts.flatMap(({ part, groupNumber, cells: own }, line) => {
        const sums = mergeSums(below.of(own), tail.of([line]));
        if (sums.n === 0) return [];
        const { most = Infinity, among = 0 } = capsX[wholeOf[line] ?? 0] ?? {};
        return [{ part, groupNumber, ...pairSums(sums), most: most === Infinity ? null : most, among }];
      });
    },
  };
}
