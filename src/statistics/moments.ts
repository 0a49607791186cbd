// Count, mean and squared deviations of a group's unit values: merged without loss (statistics 13).

/** `squares`: sum of squared deviations from the mean. */
export interface Sums {
  n: number;
  mean: number;
  squares: number;
}

/** `variance` has n - 1 in the denominator; it means nothing below two units. */
export interface Moments {
  n: number;
  mean: number;
  variance: number;
}

export const noUnits: Sums = { n: 0, mean: 0, squares: 0 };

/** Chan's formula: the sums of both parts together. */
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

/** The squared deviations that rounding leaves of `n` equal values: a mean is off by a few digits and by some more for every unit. */
export const roundedSquares = (n: number, value: number): number =>
  n * (value * Number.EPSILON * (8 + n / 8)) ** 2;

export const momentsOf = ({ n, mean, squares }: Sums): Moments => ({
  n,
  mean,
  variance: n > 1 && squares > roundedSquares(n, mean) ? squares / (n - 1) : 0,
});
