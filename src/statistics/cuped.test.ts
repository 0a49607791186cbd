import fc from "fast-check";
import { expect, test } from "vitest";
import type { Comparison } from "./compare.ts";
import { compareAdjusted } from "./cuped.ts";
import { alphaOf } from "./significance.ts";
import { covariateSumsOf } from "./plain-sums.test-support.ts";

const alpha = alphaOf(95);
type Unit = readonly [value: number, covariate: number];

const number = fc.integer({ min: -1000, max: 1000 });
const units: fc.Arbitrary<Unit[]> = fc
  .tuple(fc.array(fc.tuple(number, number), { minLength: 60, maxLength: 90 }), number)
  // Values are noise plus a share of the covariate, so that correlations range from none to strong.
  .map(([pairs, slope]) => pairs.map(([noise, covariate]) => [noise + (slope / 100) * covariate, covariate]));

const varianceOf = ({ controlStd = NaN, testStd = NaN, controlUnits, testUnits }: Comparison) =>
  controlStd ** 2 / controlUnits + testStd ** 2 / testUnits;

test("the adjustment never widens the variance, and the control mean stays the observed one", () => {
  let used = 0;
  fc.assert(
    fc.property(units, units, (first, second) => {
      const { adjustment, ...adjusted } = compareAdjusted(covariateSumsOf(first), covariateSumsOf(second), {
        alpha,
      });
      if (!adjustment) return;
      used += 1;
      expect(varianceOf(adjusted)).toBeLessThan(varianceOf(adjustment.unadjusted));
      expect(adjusted.controlMean).toBe(covariateSumsOf(first).meanX);
    }),
  );
  expect(used).toBeGreaterThan(0);
});

test("a covariate in another unit or with another zero changes no result", () => {
  fc.assert(
    fc.property(units, units, number, (first, second, amount) => {
      const other = (group: Unit[]) =>
        covariateSumsOf(group.map(([value, covariate]) => [value, 4 * covariate + amount] as const));
      const plain = compareAdjusted(covariateSumsOf(first), covariateSumsOf(second), { alpha });
      const result = compareAdjusted(other(first), other(second), { alpha });
      if (!plain.adjustment || !result.adjustment) return;
      expect(4 * result.adjustment.theta).toBeCloseTo(plain.adjustment.theta, 8);
      expect(result.absoluteChange ?? 0).toBeCloseTo(plain.absoluteChange ?? 0, 8);
      expect((result.confidenceIntervalDelta ?? 0) / (plain.confidenceIntervalDelta ?? 0)).toBeCloseTo(1, 6);
    }),
  );
});

test("swapped groups mirror the adjusted change", () => {
  fc.assert(
    fc.property(units, units, (first, second) => {
      const [a, b] = [covariateSumsOf(first), covariateSumsOf(second)];
      const [there, back] = [compareAdjusted(a, b, { alpha }), compareAdjusted(b, a, { alpha })];
      expect(back.absoluteChange ?? 0).toBeCloseTo(-(there.absoluteChange ?? 0), 9);
      expect(back.confidenceIntervalDelta).toBe(there.confidenceIntervalDelta);
    }),
  );
});

/** Values that correlate closely with the covariate; three in four units have one. */
const following = (count: number, lift: number) =>
  Array.from({ length: count }, (_, index): Unit => [
    lift + (index % 4) * 2 + Math.sin(index),
    (index % 4) * 3,
  ]);

test("the relative error is that of the change as a function of all four means", () => {
  const [control, treated] = [covariateSumsOf(following(400, 5)), covariateSumsOf(following(600, 6))];
  const { adjustment, testMean = NaN } = compareAdjusted(control, treated, { alpha });
  if (!adjustment) throw new Error("the adjustment must apply");
  const { theta, relativeStandardError } = adjustment;
  // Delta method on (mT - theta (xT - xC)) / mC - 1, one group after the other.
  const ratio = testMean / control.meanX;
  const gradient = (dX: number, dY: number, { n, squaresX, squaresY, products }: typeof control) =>
    (dX * dX * squaresX + dY * dY * squaresY + 2 * dX * dY * products) / (n - 1) / n;
  const variance = gradient(1, -theta, treated) + gradient(-ratio, theta, control);
  expect(relativeStandardError).toBeCloseTo(Math.sqrt(variance) / control.meanX, 12);
});

test("theta and the adjusted deviations follow from what is answered of the covariate", () => {
  const result = compareAdjusted(
    covariateSumsOf(following(400, 5)),
    covariateSumsOf(following(600, 6).slice(7)),
    { alpha },
  );
  const { adjustment, controlStd = NaN, testStd = NaN } = result;
  if (!adjustment) throw new Error("the adjustment must apply");
  const { theta, unadjusted, controlCovariance = NaN, testCovariance = NaN } = adjustment;
  const { controlCovariateStd = NaN, testCovariateStd = NaN } = adjustment;
  const [control, treated] = [unadjusted.controlUnits - 1, unadjusted.testUnits - 1];
  const shared = control * controlCovariance + treated * testCovariance;
  expect(shared / (control * controlCovariateStd ** 2 + treated * testCovariateStd ** 2)).toBeCloseTo(
    theta,
    12,
  );
  const adjustedStd = (std = NaN, covariateStd: number, covariance: number) =>
    Math.sqrt(std ** 2 + (theta * covariateStd) ** 2 - 2 * theta * covariance);
  expect(adjustedStd(unadjusted.controlStd, controlCovariateStd, controlCovariance)).toBeCloseTo(
    controlStd,
    12,
  );
  expect(adjustedStd(unadjusted.testStd, testCovariateStd, testCovariance)).toBeCloseTo(testStd, 12);
});

test("the baseline guard looks at the unadjusted control values", () => {
  // Observed control mean 0.5 with a standard error of about 0.42: not distinguishable from zero.
  const wave = (lift: number) =>
    Array.from({ length: 200 }, (_, index): Unit => {
      const covariate = (index % 2 === 0 ? 1 : -1) * 6;
      return [lift + covariate + Math.sin(index) / 10, covariate];
    });
  const result = compareAdjusted(covariateSumsOf(wave(0.5)), covariateSumsOf(wave(0.9)), { alpha });
  expect(result.adjustment).toBeDefined();
  expect(result.pValue).toBeLessThan(0.001);
  expect(result.percentChange).toBeDefined();
  expect(result).not.toHaveProperty("percentConfidenceIntervalDelta");
});

const sums = (group: Unit[]) => covariateSumsOf(group);
const withPast = (count: number, past: number) =>
  Array.from({ length: count }, (_, index): Unit => [
    index < past ? 10 + (index % 5) : Math.sin(index),
    index < past ? 5 + (index % 5) : 0,
  ]);

test.each([
  ["holds with 100 units that have a past", withPast(500, 50), withPast(500, 50), true],
  ["99 units with a past", withPast(500, 50), withPast(500, 49), false],
  ["holds with 5 % of the units", withPast(1500, 75), withPast(1500, 75), true],
  ["under 5 % of the units", withPast(1500, 75), withPast(1501, 75), false],
  [
    "a constant covariate",
    following(200, 1).map(([value]) => [value, 7] as const),
    following(200, 1).map(([value]) => [value, 7] as const),
    false,
  ],
  [
    "no correlation at all",
    [...following(200, 1)].map(([, past]) => [3, past] as const),
    following(200, 1).map(([, past]) => [3, past] as const),
    false,
  ],
  [
    "values that are the covariate",
    following(200, 1).map(([, past]) => [past, past] as const),
    following(200, 1).map(([, past]) => [past, past] as const),
    false,
  ],
  ["one unit in a group", following(400, 1), following(1, 1), false],
  ["no units", [], [], false],
] as const)("adjusts or leaves alone: %s", (_case, control, treated, isAdjusted) => {
  const result = compareAdjusted(sums([...control]), sums([...treated]), { alpha });
  expect("adjustment" in result).toBe(isAdjusted);
});

test("no field is NaN or infinite, for zero, tiny and huge numbers alike", () => {
  const anyNumber = fc.oneof(fc.constant(0), fc.double({ noNaN: true, noDefaultInfinity: true }));
  const anySums = fc.record({
    n: fc.integer({ min: 0, max: 1e6 }),
    nonzero: fc.constantFrom(0, 1e5, 1e6),
    meanX: anyNumber,
    meanY: anyNumber,
    squaresX: anyNumber.map(Math.abs),
    squaresY: anyNumber.map(Math.abs),
    products: anyNumber,
  });
  fc.assert(
    fc.property(anySums, anySums, (control, treated) => {
      const { adjustment, ...fields } = compareAdjusted(control, treated, { alpha, sequential: true });
      const { unadjusted = {}, ...used } = adjustment ?? {};
      const all = [fields, unadjusted, used].flatMap((part) => Object.values(part));
      expect(all.filter((value) => !Number.isFinite(value))).toEqual([]);
    }),
    { numRuns: 5000, endOnFailure: true },
  );
});
