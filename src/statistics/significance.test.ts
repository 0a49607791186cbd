import fc from "fast-check";
import { expect, test } from "vitest";
import { alphaOf, benjaminiHochbergLevel, fiellerBounds } from "./significance.ts";

test.each([
  [95, 1, 0.05],
  [90, 2, 0.05],
  [99, 3, 0.01 / 3],
  [80, 0, 0.2],
])("alpha at %d % with %d test groups", (level, groups, alpha) => {
  expect(alphaOf(level, groups)).toBe(alpha);
});

// The example of Benjamini and Hochberg, JRSS B 1995, section 3.2: four of fifteen hold, Bonferroni keeps three.
const published = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
  0.759, 1,
];

test("four tests of the published example hold, in whatever order", () => {
  for (const pValues of [published, published.toReversed()])
    expect(benjaminiHochbergLevel(pValues, 0.05)).toBeCloseTo((4 * 0.05) / 15, 15);
});

test("a p-value above its own step still holds below a later one that reaches its step", () => {
  expect(benjaminiHochbergLevel([0.045, 0.04, 0.03], 0.05)).toBeCloseTo(0.05, 15);
});

test("without a finding the level is 0", () => {
  expect(benjaminiHochbergLevel([], 0.05)).toBe(0);
  expect(benjaminiHochbergLevel([0.2, 0.9], 0.05)).toBe(0);
});

const spread = fc.double({ min: 0.01, max: 10, noNaN: true });
const mean = fc.oneof(
  fc.double({ min: 1, max: 100, noNaN: true }),
  fc.double({ min: -100, max: -1, noNaN: true }),
);

test("Fieller's bounds are the changes that the data just do not rule out", () => {
  fc.assert(
    fc.property(mean, mean, spread, spread, (controlMean, testMean, meanVariance, other) => {
      const control = { mean: controlMean, meanVariance };
      const bounds = fiellerBounds(1.96, control, { mean: testMean, meanVariance: other });
      if (!bounds) {
        expect(1.96 ** 2 * meanVariance).toBeGreaterThanOrEqual(controlMean ** 2);
        return;
      }
      expect(bounds[0]).toBeLessThan(bounds[1]);
      for (const change of bounds) {
        const ratio = 1 + change * Math.sign(controlMean);
        const distance = Math.abs(testMean - ratio * controlMean);
        const margin = 1.96 * Math.sqrt(other + ratio ** 2 * meanVariance);
        expect(distance / margin).toBeCloseTo(1, 6);
      }
    }),
  );
});

test("Fieller's interval grows lopsided with a noisy baseline", () => {
  const [low = 0, high = 0] =
    fiellerBounds(1.96, { mean: 10, meanVariance: 4 }, { mean: 12, meanVariance: 4 }) ?? [];
  expect(low).toBeLessThan(0.2);
  expect(high - 0.2).toBeGreaterThan(0.2 - low);
});
