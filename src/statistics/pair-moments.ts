// Sums of two numbers per unit with their co-moment: numerator and denominator of a ratio, or value and covariate.
import { type Moments, roundedSquares, type Sums } from "./moments.ts";

/** Centred sums: `squaresX`, `squaresY` and `products` are of deviations from the means. */
export interface PairSums {
  n: number;
  meanX: number;
  meanY: number;
  squaresX: number;
  squaresY: number;
  products: number;
}

export const noPairs: PairSums = { n: 0, meanX: 0, meanY: 0, squaresX: 0, squaresY: 0, products: 0 };

/** Merges the sums of two parts by Chan's formula. */
export function mergePairs(a: PairSums, b: PairSums): PairSums {
  const n = a.n + b.n;
  if (n === 0) return noPairs;
  const [distanceX, distanceY] = [b.meanX - a.meanX, b.meanY - a.meanY];
  const weight = (a.n * b.n) / n;
  return {
    n,
    meanX: a.meanX + (distanceX * b.n) / n,
    meanY: a.meanY + (distanceY * b.n) / n,
    squaresX: a.squaresX + b.squaresX + distanceX * distanceX * weight,
    squaresY: a.squaresY + b.squaresY + distanceY * distanceY * weight,
    products: a.products + b.products + distanceX * distanceY * weight,
  };
}

/** Adds `zeros` units whose two values are 0. */
export const pairsWithZeros = (sums: PairSums, zeros: number): PairSums =>
  mergePairs(sums, { ...noPairs, n: zeros });

/** Returns the sums of the first values only. */
export const sumsOfX = ({ n, meanX, squaresX }: PairSums): Sums => ({ n, mean: meanX, squares: squaresX });

/** A difference of sums below this share of its terms is rounding noise, not variance. */
const noiseShare = 1e-12;

/** Returns mean and variance of a ratio by the delta method (statistics
 *  3): x is the numerator, y the denominator; participating units only. */
export function ratioMoments({ n, meanX, meanY, squaresX, squaresY, products }: PairSums): Moments {
  if (n === 0 || meanY === 0) return { n: 0, mean: 0, variance: 0 };
  const mean = meanX / meanY;
  const squares = squaresX - 2 * mean * products + mean * mean * squaresY;
  const isSpread =
    squares > noiseShare * (squaresX + mean * mean * squaresY) && squares > roundedSquares(n, meanX);
  return { n, mean, variance: n > 1 && isSpread ? squares / (n - 1) / (meanY * meanY) : 0 };
}
