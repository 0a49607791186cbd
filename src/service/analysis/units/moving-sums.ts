// Sums of pairs of values, updated with each pair and kept in one array for all lines.
import type { PairSums } from "#statistics/pair-moments.ts";

/** `x` and `y` are sums, the others as in `PairSums`. Means are sums divided by n, so that those of whole numbers are exact. */
interface LineSums {
  n: number;
  x: number;
  y: number;
  squaresX: number;
  squaresY: number;
  products: number;
  /** Number of pairs whose y is not 0. */
  nonzero: number;
}

const noSums: LineSums = { n: 0, x: 0, y: 0, squaresX: 0, squaresY: 0, products: 0, nonzero: 0 };

/** Merges by Chan's formula. */
export function mergeSums(a: LineSums, b: LineSums): LineSums {
  if (a.n === 0) return b;
  if (b.n === 0) return a;
  const distanceX = b.x / b.n - a.x / a.n;
  const distanceY = b.y / b.n - a.y / a.n;
  const weight = (a.n * b.n) / (a.n + b.n);
  return {
    n: a.n + b.n,
    x: a.x + b.x,
    y: a.y + b.y,
    squaresX: a.squaresX + b.squaresX + distanceX * distanceX * weight,
    squaresY: a.squaresY + b.squaresY + distanceY * distanceY * weight,
    products: a.products + b.products + distanceX * distanceY * weight,
    nonzero: a.nonzero + b.nonzero,
  };
}

export const pairSums = ({ n, x, y, ...others }: LineSums): PairSums & { nonzero: number } => ({
  ...others,
  n,
  meanX: n === 0 ? 0 : x / n,
  meanY: n === 0 ? 0 : y / n,
});

export interface MovingSums {
  /** Adds a pair `count` times. */
  add: (line: number, x: number, y: number, count: number) => void;
  /** Returns the sums of several lines together. */
  of: (lines: readonly number[]) => LineSums;
}

const width = 7;

export function movingSums(lines: number): MovingSums {
  const sums = new Float64Array(lines * width);
  return {
    add(line, x, y, count) {
      const at = line * width;
      const before = sums[at] ?? 0;
      const n = before + count;
      const beforeX = sums[at + 1] ?? 0;
      const beforeY = sums[at + 2] ?? 0;
      const sumX = beforeX + count * x;
      const sumY = beforeY + count * y;
      sums[at] = n;
      sums[at + 1] = sumX;
      sums[at + 2] = sumY;
      if (y !== 0) sums[at + 6] = (sums[at + 6] ?? 0) + count;
      if (before === 0) return;
      // Welford's method: deviations from the means before and after this pair.
      const addedX = count * (x - beforeX / before);
      const addedY = count * (y - beforeY / before);
      const fromY = y - sumY / n;
      sums[at + 3] = (sums[at + 3] ?? 0) + addedX * (x - sumX / n);
      sums[at + 4] = (sums[at + 4] ?? 0) + addedY * fromY;
      sums[at + 5] = (sums[at + 5] ?? 0) + addedX * fromY;
    },
    of: (own) =>
      own.reduce((merged, line) => {
        const [n = 0, x = 0, y = 0, squaresX = 0, squaresY = 0, products = 0, nonzero = 0] = sums.subarray(
          line * width,
          (line + 1) * width,
        );
        return mergeSums(merged, { n, x, y, squaresX, squaresY, products, nonzero });
      }, noSums),
  };
}
