import fc from "fast-check";
import { expect, test } from "vitest";
import { compare } from "./compare.ts";
import { exposureBalance } from "./exposure-balance.ts";
import { mergeSums, momentsOf, sumsOf, withZeros, type Moments } from "./moments.ts";
import { alphaOf, fiellerBounds, sequentialFactor } from "./significance.ts";
import { capRank } from "./winsorization.ts";

const near = (object: object, digits = 9) =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      typeof value === "number" ? Number(value.toPrecision(digits)) : value,
    ]),
  );

const alpha = alphaOf(95);

test("worked example A: means, with the sequential interval", () => {
  const result = compare(
    { n: 5000, mean: 2, variance: 9 },
    { n: 5100, mean: 2.15, variance: 9.61 },
    { alpha, sequential: true },
  );
  expect(near(result)).toMatchObject({
    absoluteChange: 0.15,
    confidenceIntervalDelta: 0.118966968,
    percentChange: 7.5,
    percentConfidenceIntervalDelta: 6.17033794,
    pValue: 0.0134649638,
    sequentialTestingConfidenceIntervalDelta: 0.217568358,
    percentSequentialTestingConfidenceIntervalDelta: 11.2843953,
    reversePower: 8.50260774,
  });
});

test("worked example B: a small sample takes Student's t", () => {
  const control = { n: 12, mean: 4.5, variance: 3 };
  const group = { n: 15, mean: 6, variance: 5 };
  expect(near(compare(control, group, { alpha }))).toMatchObject({
    confidenceIntervalDelta: 1.57304083,
    pValue: 0.0607523322,
    percentChange: 33.3333333,
    percentConfidenceIntervalDelta: 40.3642466,
    reversePower: 47.5499123,
  });
  expect(sequentialFactor(alpha, control, group, 2.059593911)).toBeCloseTo(3.577110536, 8);
});

test("worked example D: visits and spend of the e-mail campaign", () => {
  const bernoulli = (n: number, mean: number): Moments => ({
    n,
    mean,
    variance: (mean * (1 - mean) * n) / (n - 1),
  });
  const visit = compare(bernoulli(21306, 2262 / 21306), bernoulli(21307, 3894 / 21307), {
    alpha,
    sequential: true,
  });
  expect(near(visit, 7)).toMatchObject({
    absoluteChange: 0.07658956,
    confidenceIntervalDelta: 0.006636218,
    percentChange: 72.14046,
    percentConfidenceIntervalDelta: 8.299034,
    pValue: 2.740429e-113,
    sequentialTestingConfidenceIntervalDelta: 0.01213676,
  });
  const spend = compare(
    { n: 21306, mean: 0.6527893551, variance: 11.58819968 ** 2 },
    { n: 21307, mean: 1.422616511, variance: 17.7542051 ** 2 },
    { alpha },
  );
  expect(near(spend, 7)).toMatchObject({
    confidenceIntervalDelta: 0.284678,
    percentConfidenceIntervalDelta: 63.49831,
    pValue: 1.157137e-7,
    reversePower: 62.33567,
  });
});

test("worked example F: balance of exposures", () => {
  const even = (a: number, b: number) =>
    exposureBalance([
      { size: 50, units: a },
      { size: 50, units: b },
    ]);
  expect(near(even(10_150, 9850), 10)).toEqual({ status: "PASSED", chiSquare: 4.5, pValue: 0.03389485352 });
  expect(near(even(145_274, 145_310), 7)).toMatchObject({
    status: "PASSED",
    chiSquare: 0.004459984,
    pValue: 0.9467544,
  });
  expect(even(5300, 4700).status).toBe("FAILED");
  expect(even(10_000_000, 10_020_000).status).toBe("WARNING");
  expect(even(4, 4).status).toBe("WAITING");
  expect(
    exposureBalance([
      { size: 100, units: 10 },
      { size: 0, units: 1 },
    ]).status,
  ).toBe("FAILED");
});

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

test("squares far from zero keep their spread", () => {
  expect(momentsOf(sumsOf([4, 7, 13, 16].map((value) => 1e9 + value))).variance).toBe(30);
});

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 60 });
const group = fc.record({
  n: fc.integer({ min: 0, max: 1e6 }),
  mean: fc.double({ min: -1e3, max: 1e3, noNaN: true }),
  variance: fc.double({ min: 0, max: 1e6, noNaN: true }),
});

test("merged parts equal one pass", () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      const merged = mergeSums(sumsOf(a), sumsOf(b));
      const whole = sumsOf([...a, ...b]);
      expect(merged.n).toBe(whole.n);
      expect(merged.mean).toBeCloseTo(whole.mean, 4);
      expect(Math.abs(merged.squares - whole.squares)).toBeLessThanOrEqual(1e-8 * Math.max(1, whole.squares));
    }),
  );
});

test("units without a value count as zeros", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 50 }), (given, zeros) => {
      const padded = withZeros(sumsOf(given), zeros);
      const whole = sumsOf([...given, ...Array.from({ length: zeros }, () => 0)]);
      expect(padded.mean).toBeCloseTo(whole.mean, 4);
    }),
  );
});

test("undefined is absent, never NaN; swapped groups mirror; a wider level widens", () => {
  fc.assert(
    fc.property(group, group, (a, b) => {
      const result = compare(a, b, { alpha, sequential: true });
      for (const value of Object.values(result)) expect(Number.isFinite(value)).toBe(true);
      const swapped = compare(b, a, { alpha });
      if (result.absoluteChange !== undefined)
        expect(swapped.absoluteChange).toBeCloseTo(-result.absoluteChange, 9);
      expect(swapped.confidenceIntervalDelta).toBe(compare(a, b, { alpha }).confidenceIntervalDelta);
      const wide = compare(a, b, { alpha: alphaOf(99) }).confidenceIntervalDelta;
      if (wide !== undefined) expect(wide).toBeGreaterThan(result.confidenceIntervalDelta ?? 0);
      if (result.sequentialTestingConfidenceIntervalDelta !== undefined)
        expect(result.sequentialTestingConfidenceIntervalDelta).toBeGreaterThanOrEqual(
          result.confidenceIntervalDelta ?? Infinity,
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

test.each([
  [999, undefined],
  [1000, 999],
  [1001, 1000],
  [2500, 2498],
])("the cap among %d values is number %s", (count, rank) => {
  expect(capRank(count, 99.9)).toBe(rank);
  expect(capRank(count, 100)).toBeUndefined();
});

test("Fieller's interval holds the change and grows lopsided with a noisy baseline", () => {
  const [low, high] = fiellerBounds(1.96, { mean: 10, meanVariance: 4 }, { mean: 12, meanVariance: 4 }) ?? [
    0, 0,
  ];
  expect(low).toBeLessThan(0.2);
  expect(high - 0.2).toBeGreaterThan(0.2 - low);
  expect(fiellerBounds(1.96, { mean: 1, meanVariance: 4 }, { mean: 1, meanVariance: 4 })).toBeUndefined();
});
