import fc from "fast-check";
import { expect, test } from "vitest";
import { compare } from "./compare.ts";
import type { Moments } from "./moments.ts";
import { alphaOf } from "./significance.ts";

const alpha = alphaOf(95);

const none: Moments = { n: 0, mean: 0, variance: 0 };
const one: Moments = { n: 1, mean: 3, variance: 0 };
const some: Moments = { n: 50, mean: 3, variance: 2 };
const changes = ["absoluteChange", "percentChange"];
const intervals = ["confidenceIntervalDelta", "pValue", "percentConfidenceIntervalDelta", "reversePower"];
const numbers = ["testMean", "controlMean", "testStd", "controlStd"];

test.each([
  ["no exposures", none, none, []],
  ["one group empty", none, some, ["testMean", "testStd"]],
  ["one unit in a group", one, some, ["testMean", "controlMean", "testStd", ...changes]],
  ["both groups constant", { ...some, variance: 0 }, { ...some, variance: 0 }, [...numbers, ...changes]],
  [
    "both groups all zero",
    { n: 9, mean: 0, variance: 0 },
    { n: 9, mean: 0, variance: 0 },
    [...numbers, "absoluteChange"],
  ],
  ["one group constant", { ...some, variance: 0 }, some, [...numbers, ...changes, ...intervals]],
  [
    "a test group all zero",
    some,
    { n: 9, mean: 0, variance: 0 },
    [...numbers, ...changes, "confidenceIntervalDelta", "pValue", "reversePower"],
  ],
  [
    "a control mean of zero",
    { n: 50, mean: 0, variance: 2 },
    some,
    [...numbers, "absoluteChange", "confidenceIntervalDelta", "pValue"],
  ],
  [
    "a baseline like zero",
    { n: 50, mean: 0.01, variance: 2 },
    some,
    [...numbers, ...changes, "confidenceIntervalDelta", "pValue", "reversePower"],
  ],
])("leaves out what is not defined: %s", (_case, control, group, fields) => {
  expect(Object.keys(compare(control, group, { alpha })).sort()).toEqual(
    ["testUnits", "controlUnits", ...fields].sort(),
  );
});

test("a negative control mean keeps the sign of the change", () => {
  const result = compare({ n: 50, mean: -3, variance: 1 }, { n: 50, mean: -2, variance: 1 }, { alpha });
  expect(result.percentChange).toBeCloseTo(33.333, 2);
});

test("a p-value below the smallest number is 0, not absent", () => {
  const units = { n: 1e6, variance: 1 };
  expect(compare({ ...units, mean: 1 }, { ...units, mean: 2 }, { alpha }).pValue).toBe(0);
});

test("a few units with a spread near the smallest numbers still take Student's t", () => {
  const tiny = (variance: number) =>
    compare({ ...some, n: 5, variance }, { ...some, n: 5, variance }, { alpha });
  const ratio = (tiny(1e-200).confidenceIntervalDelta ?? 0) / (tiny(1).confidenceIntervalDelta ?? 0);
  expect(ratio / 1e-100).toBeCloseTo(1, 9);
});

const size = fc.double({ min: 1e-9, max: 1e6, noNaN: true });
/** Typical numbers of metrics; `anyGroup` covers the rest. */
const group = fc.record({
  n: fc.integer({ min: 0, max: 1e6 }),
  mean: fc.oneof(
    fc.constant(0),
    size,
    size.map((value) => -value),
  ),
  variance: fc.oneof(fc.constant(0), size),
});

const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true });
const anyGroup = fc.record({
  n: fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min: 0, max: 1e9 })),
  mean: fc.oneof(fc.constant(0), anyNumber),
  variance: fc.oneof(fc.constant(0), anyNumber.map(Math.abs)),
});
const level = fc.constantFrom(80, 90, 95, 98, 99);
const pairOfLevels = fc.constantFrom<[number, number][]>([80, 90], [90, 95], [95, 98], [98, 99]);

test("what is not defined is absent, never NaN, for zero, tiny and huge numbers alike", () => {
  fc.assert(
    fc.property(anyGroup, anyGroup, level, (control, treated, percent) => {
      const result = compare(control, treated, { alpha: alphaOf(percent), sequential: true });
      expect(Object.values(result).filter((value) => !Number.isFinite(value))).toEqual([]);
    }),
    { numRuns: 2000, endOnFailure: true },
  );
});

test("swapped groups mirror the change", () => {
  fc.assert(
    fc.property(group, group, (a, b) => {
      const [there, back] = [compare(a, b, { alpha }), compare(b, a, { alpha })];
      expect(back.absoluteChange ?? 0).toBeCloseTo(-(there.absoluteChange ?? 0), 12);
      expect(back.confidenceIntervalDelta).toBe(there.confidenceIntervalDelta);
      expect(back.pValue).toBe(there.pValue);
      expect([back.testMean, back.controlStd]).toEqual([there.controlMean, there.testStd]);
    }),
  );
});

test("a metric counted downwards mirrors the changes and keeps every width", () => {
  fc.assert(
    fc.property(group, group, (a, b) => {
      const negative = (moments: Moments) => ({ ...moments, mean: -moments.mean });
      const options = { alpha, sequential: true };
      const { testMean, controlMean, absoluteChange, percentChange, ...rest } = compare(a, b, options);
      const result = compare(negative(a), negative(b), options);
      expect(result).toMatchObject(rest);
      expect(result.absoluteChange ?? 0).toBeCloseTo(-(absoluteChange ?? 0), 12);
      expect(result.percentChange ?? 0).toBeCloseTo(-(percentChange ?? 0), 12);
      expect((result.testMean ?? 0) + (testMean ?? 0)).toBe(0);
      expect((result.controlMean ?? 0) + (controlMean ?? 0)).toBe(0);
    }),
  );
});

test("another unit of measure scales absolute numbers and leaves relative ones and p alone", () => {
  fc.assert(
    fc.property(group, group, fc.integer({ min: -20, max: 20 }), (a, b, power) => {
      const factor = 2 ** power;
      const scaled = ({ n, mean, variance }: Moments) => ({
        n,
        mean: mean * factor,
        variance: variance * factor * factor,
      });
      const options = { alpha, sequential: true };
      const plain = compare(a, b, options);
      const result = compare(scaled(a), scaled(b), options);
      for (const name of [
        "absoluteChange",
        "confidenceIntervalDelta",
        "sequentialTestingConfidenceIntervalDelta",
        "controlStd",
      ] as const)
        expect((result[name] ?? 0) / factor).toBeCloseTo(plain[name] ?? 0, 9);
      expect(result.pValue).toBe(plain.pValue);
      expect(result.percentConfidenceIntervalDelta).toBe(plain.percentConfidenceIntervalDelta);
      expect(result.reversePower).toBe(plain.reversePower);
    }),
  );
});

test("the same amount added to every unit moves no absolute change", () => {
  fc.assert(
    fc.property(group, group, fc.integer({ min: -1000, max: 1000 }), (a, b, amount) => {
      const shifted = (moments: Moments) => ({ ...moments, mean: moments.mean + amount });
      const [plain, result] = [compare(a, b, { alpha }), compare(shifted(a), shifted(b), { alpha })];
      expect(result.absoluteChange ?? 0).toBeCloseTo(plain.absoluteChange ?? 0, 9);
      expect(result.confidenceIntervalDelta).toBe(plain.confidenceIntervalDelta);
    }),
  );
});

test("a higher level widens every fixed interval", () => {
  fc.assert(
    fc.property(group, group, pairOfLevels, (a, b, [low, high]) => {
      const narrow = compare(a, b, { alpha: alphaOf(low) });
      const wide = compare(a, b, { alpha: alphaOf(high) });
      for (const name of [
        "confidenceIntervalDelta",
        "percentConfidenceIntervalDelta",
        "reversePower",
      ] as const) {
        const width = wide[name];
        if (width !== undefined) expect(width).toBeGreaterThan(narrow[name] ?? Infinity);
      }
      expect(wide.pValue).toBe(narrow.pValue);
    }),
  );
});

// The mixing variance depends on the level: with unequal groups the sequential interval at 90 % may be the narrower one.
test("a higher level widens the sequential intervals of equal groups", () => {
  fc.assert(
    fc.property(group, group, pairOfLevels, (a, b, [low, high]) => {
      const at = (percent: number) =>
        compare(a, { ...b, n: a.n }, { alpha: alphaOf(percent), sequential: true });
      const width = at(high).sequentialTestingConfidenceIntervalDelta;
      if (width !== undefined)
        expect(width).toBeGreaterThan(at(low).sequentialTestingConfidenceIntervalDelta ?? Infinity);
    }),
  );
});

test("looking every day never narrows an interval", () => {
  fc.assert(
    fc.property(group, group, level, (a, b, percent) => {
      const result = compare(a, b, { alpha: alphaOf(percent), sequential: true });
      expect(result.sequentialTestingConfidenceIntervalDelta ?? 0).toBeGreaterThanOrEqual(
        result.confidenceIntervalDelta ?? 0,
      );
      expect(result.percentSequentialTestingConfidenceIntervalDelta ?? 0).toBeGreaterThanOrEqual(
        result.percentConfidenceIntervalDelta ?? 0,
      );
    }),
  );
});

test("significant exactly when the interval leaves zero out", () => {
  fc.assert(
    fc.property(group, group, (a, b) => {
      const { pValue, absoluteChange, confidenceIntervalDelta } = compare(a, b, { alpha });
      if (pValue === undefined || absoluteChange === undefined || confidenceIntervalDelta === undefined)
        return;
      if (Math.abs(pValue - alpha) > 1e-9)
        expect(pValue < alpha).toBe(Math.abs(absoluteChange) > confidenceIntervalDelta);
    }),
  );
});
