// Count, mean and sum of squared deviations of a group's unit values; partial sums can be merged without loss (statistics 13).

/** `squares`: sum of squared deviations from the mean. */
export interface Sums {
  n: number;
  mean: number;
  squares: number;
}

/** `variance` has n - 1 in the denominator; it is meaningless for fewer than two units. */
export interface Moments {
  n: number;
  mean: number;
  variance: number;
}

export const noUnits: Sums = { n: 0, mean: 0, squares: 0 };

/** Merges the sums of two parts by Chan's formula. */
export function mergeSums(a: Sums, b: Sums): Sums {
  const n = a.n + b.n;
  if (n === 0) return noUnits;
  const distance = b.mean - a.mean;
  return {
    n,
    mean: a.mean + (distance * b.n) / n,
    squares: a.squares + b.squares + (distance * distance * a.n * b.n) / n,
  };
}

/** Returns the squared deviations that rounding errors cause for `n` equal values:
 *  the error of the mean is a few digits, growing with the number of units. */
export const roundedSquares = (n: number, value: number): number =>
  n * (value * Number.EPSILON * (8 + n / 8)) ** 2;

export const momentsOf = ({ n, mean, squares }: Sums): Moments => ({
  n,
  mean,
  variance: n > 1 && squares > roundedSquares(n, mean) ? squares / (n - 1) : 0,
});
