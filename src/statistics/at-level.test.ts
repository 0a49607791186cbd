import fc from "fast-check";
import { expect, test } from "vitest";
import { comparisonAtLevel, degreesOfFreedomOf, relativeBoundsOf, standardErrorOf } from "./at-level.ts";
import { compare, type Comparison } from "./compare.ts";
import { compareAdjusted } from "./cuped.ts";
import { alphaOf, criticalValue } from "./significance.ts";
import { covariateSumsOf } from "./plain-sums.test-support.ts";

const size = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
const group = fc.record({
  n: fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min: 0, max: 1e6 })),
  mean: fc.oneof(
    fc.constant(0),
    size,
    size.map((value) => -value),
  ),
  variance: fc.oneof(fc.constant(0), size),
});
const level = fc.constantFrom(80, 90, 95, 98, 99).map((percent) => alphaOf(percent));

function expectSame(actual: Comparison, expected: Comparison) {
  expect(Object.keys(actual)).toEqual(Object.keys(expected));
  const numbers = new Map<string, number>(Object.entries(expected));
  for (const [name, value] of Object.entries(actual)) {
    const number = numbers.get(name) ?? NaN;
    // The p-value is steep: rounding errors of the standard error are amplified by the ratio of the change to it.
    const tolerance = name === "pValue" ? 1e-9 : 1e-12;
    expect([name, value === number || Math.abs(value / number - 1) < tolerance]).toEqual([name, true]);
  }
}

test("every field at another level is what the service would answer there", () => {
  fc.assert(
    fc.property(group, group, level, level, fc.boolean(), (control, treated, answered, alpha, sequential) => {
      const fields = compare(control, treated, { alpha: answered, sequential: true });
      const expected = compare(control, treated, { alpha, sequential });
      expectSame(comparisonAtLevel(fields, { alpha, sequential }), expected);
    }),
    { numRuns: 2000 },
  );
});

const number = fc.integer({ min: -1000, max: 1000 });
const units = fc
  .tuple(fc.array(fc.tuple(number, number), { minLength: 60, maxLength: 90 }), number)
  .map(([pairs, slope]) =>
    covariateSumsOf(
      pairs.map(([noise, covariate]) => [slope + noise + (slope / 100) * covariate, covariate] as const),
    ),
  );

test("so is every field of an adjusted result, and of what it would be without", () => {
  let adjusted = 0;
  fc.assert(
    fc.property(units, units, level, level, (control, treated, answered, alpha) => {
      const fields = compareAdjusted(control, treated, { alpha: answered });
      const { adjustment, ...expected } = compareAdjusted(control, treated, { alpha, sequential: true });
      expectSame(comparisonAtLevel(fields, { alpha, sequential: true }), expected);
      if (!fields.adjustment || !adjustment) return;
      adjusted += 1;
      const without = comparisonAtLevel(fields.adjustment.unadjusted, { alpha, sequential: true });
      expectSame(without, adjustment.unadjusted);
    }),
  );
  expect(adjusted).toBeGreaterThan(0);
});

test("the margin is the critical value times the standard error", () => {
  fc.assert(
    fc.property(group, group, level, (control, treated, alpha) => {
      const fields = compare(control, treated, { alpha });
      const [standardError, nu] = [standardErrorOf(fields), degreesOfFreedomOf(fields)];
      expect(standardError === undefined).toBe(fields.confidenceIntervalDelta === undefined);
      expect(nu === undefined).toBe(fields.confidenceIntervalDelta === undefined);
      if (standardError === undefined || nu === undefined) return;
      const width = criticalValue(alpha, nu) * standardError;
      expect(width / (fields.confidenceIntervalDelta ?? 0)).toBeCloseTo(1, 11);
    }),
  );
});

test("an answer without a deviation keeps its changes and gets no interval", () => {
  const fields = { testUnits: 40, controlUnits: 50, testMean: 3, controlMean: 2, controlStd: undefined };
  expect(comparisonAtLevel(fields, { alpha: 0.05 })).toEqual({
    testUnits: 40,
    controlUnits: 50,
    testMean: 3,
    controlMean: 2,
    absoluteChange: 1,
    percentChange: 50,
  });
  expect(standardErrorOf(fields)).toBeUndefined();
});

test("Fieller's bounds come from the answer, and are missing where the baseline may be zero", () => {
  const fields = {
    testUnits: 100,
    controlUnits: 100,
    testMean: 12,
    controlMean: 10,
    testStd: 20,
    controlStd: 20,
  };
  const [low = 0, high = 0] = relativeBoundsOf(fields, 0.05) ?? [];
  expect([low, high].map((bound) => Number(bound.toFixed(6)))).toEqual([-0.282463, 1.118197]);
  expect(relativeBoundsOf({ ...fields, controlMean: 1 }, 0.05)).toBeUndefined();
  expect(relativeBoundsOf({ testUnits: 0, controlUnits: 0 }, 0.05)).toBeUndefined();
});
