// Computes sums over unit values by Welford's algorithm, as input for tests.
import type { CovariateSums } from "./cuped.ts";
import type { Sums } from "./moments.ts";
import { noPairs, type PairSums } from "./pair-moments.ts";

/** Returns the sums of pairs, one pair per unit. */
export function pairSumsOf(pairs: Iterable<readonly [x: number, y: number]>): PairSums {
  const sums = { ...noPairs };
  for (const [x, y] of pairs) {
    sums.n += 1;
    const [distanceX, distanceY] = [x - sums.meanX, y - sums.meanY];
    sums.meanX += distanceX / sums.n;
    sums.meanY += distanceY / sums.n;
    sums.squaresX += distanceX * (x - sums.meanX);
    sums.squaresY += distanceY * (y - sums.meanY);
    sums.products += distanceX * (y - sums.meanY);
  }
  return sums;
}

/** `units` are pairs of value and covariate. */
export const covariateSumsOf = (
  units: readonly (readonly [value: number, covariate: number])[],
): CovariateSums => ({
  ...pairSumsOf(units),
  nonzero: units.filter(([, covariate]) => covariate !== 0).length,
});

/** The sums of single values. */
export function sumsOf(values: Iterable<number>): Sums {
  let [n, mean, squares] = [0, 0, 0];
  for (const value of values) {
    n += 1;
    const distance = value - mean;
    mean += distance / n;
    squares += distance * (value - mean);
  }
  return { n, mean, squares };
}
