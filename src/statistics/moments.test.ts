import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeSums, momentsOf } from "./moments.ts";
import { mergePairs, pairsWithZeros, ratioMoments, sumsOfX } from "./pair-moments.ts";
import { pairSumsOf, sumsOf } from "./plain-sums.test-support.ts";

const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const values = fc.array(value, { minLength: 2, maxLength: 60 });
const pairs = fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 60 });

/** Checks that numbers are equal up to a share of the largest number involved. */
function expectClose(actual: object, expected: object, scale: number) {
  const numbers = new Map(Object.entries(expected));
  for (const [name, number] of Object.entries(actual))
    expect([name, Math.abs(number - numbers.get(name)) <= 1e-11 * scale]).toEqual([name, true]);
}

const largestSquare = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number * number, 1);

test("squares far from zero keep their spread", () => {
  expect(momentsOf(sumsOf([4, 7, 13, 16].map((number) => 1e9 + number))).variance).toBe(30);
});

/** Computes centred sums by plain addition, as database engines do. */
function plainSums(numbers: readonly number[]) {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return { n: numbers.length, mean, squares: numbers.reduce((sum, x) => sum + (x - mean) ** 2, 0) };
}

test.each([3, 7, 1000, 1_000_000])("%d equal values have no spread, however their mean was rounded", (n) => {
  const sums = plainSums(Array.from({ length: n }, () => 0.1));
  expect(sums.squares).toBeGreaterThan(0);
  expect(momentsOf(sums).variance).toBe(0);
  const { mean, squares } = sums;
  const pairs = { n, meanX: mean, meanY: 1, squaresX: squares, squaresY: 0, products: 0 };
  expect(ratioMoments(pairs).variance).toBe(0);
});

test("merged parts equal one pass", () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      expectClose(mergeSums(sumsOf(a), sumsOf(b)), sumsOf([...a, ...b]), largestSquare([...a, ...b]));
    }),
  );
});

test("merged parts of pairs equal one pass", () => {
  fc.assert(
    fc.property(pairs, pairs, (a, b) => {
      expectClose(
        mergePairs(pairSumsOf(a), pairSumsOf(b)),
        pairSumsOf([...a, ...b]),
        largestSquare([...a, ...b].flat()),
      );
    }),
  );
});

test("units without a value count as zeros", () => {
  fc.assert(
    fc.property(pairs, fc.integer({ min: 0, max: 50 }), (given, zeros) => {
      const padded = [...given, ...Array.from({ length: zeros }, () => [0, 0] as const)];
      const scale = largestSquare(given.flat());
      expectClose(pairsWithZeros(pairSumsOf(given), zeros), pairSumsOf(padded), scale);
    }),
  );
});

test("the first of each pair alone is what its values give", () => {
  fc.assert(
    fc.property(pairs, (given) => {
      expect(sumsOfX(pairSumsOf(given))).toEqual(sumsOf(given.map(([x]) => x)));
    }),
  );
});

test("a ratio to one a unit is the average", () => {
  fc.assert(
    fc.property(values, (given) => {
      const ratio = ratioMoments(pairSumsOf(given.map((number) => [number, 1])));
      expectClose(ratio, momentsOf(sumsOf(given)), largestSquare(given));
    }),
  );
});

test("the variance of a ratio is that of what each unit adds to it", () => {
  const given: [number, number][] = [
    [9, 4],
    [2, 1],
    [0, 3],
    [5, 2],
    [7, 2],
  ];
  const { n, mean, variance } = ratioMoments(pairSumsOf(given));
  expect(n).toBe(5);
  expect(mean).toBeCloseTo(23 / 12, 14);
  const added = given.map(([numerator, denominator]) => (numerator - mean * denominator) / 2.4);
  expect(variance).toBeCloseTo(momentsOf(sumsOf(added)).variance, 12);
});

test("a ratio that is the same for every unit has no spread, whatever the rounding", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2 }), value, (counts, price) => {
      expect(ratioMoments(pairSumsOf(counts.map((count) => [count * price, count]))).variance).toBe(0);
    }),
  );
});

test("a ratio nobody takes part in has no units", () => {
  expect(ratioMoments(pairSumsOf([]))).toEqual({ n: 0, mean: 0, variance: 0 });
});
