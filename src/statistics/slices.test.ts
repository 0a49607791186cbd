import fc from "fast-check";
import { expect, test } from "vitest";
import { momentsOf } from "./moments.ts";
import { differenceOfEffects, isReversedInSlices, restOf } from "./slices.ts";
import { sumsOf } from "./plain-sums.test-support.ts";

const values = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 30 });

test("the other slices together are their units in one group", () => {
  fc.assert(
    fc.property(fc.array(values, { maxLength: 5 }), (slices) => {
      const rest = restOf(slices.map((slice) => momentsOf(sumsOf(slice))));
      const whole = momentsOf(sumsOf(slices.flat()));
      expect(rest.n).toBe(whole.n);
      expect(rest.mean).toBeCloseTo(whole.mean, 8);
      expect(rest.variance).toBeCloseTo(whole.variance, 4);
    }),
  );
});

test("an empty slice adds nothing, and one unit has no deviation to add", () => {
  const some = { n: 10, mean: 2, variance: 3 };
  expect(restOf([some, { n: 0, mean: NaN, variance: NaN }])).toEqual(some);
  expect(restOf([some, { n: 1, mean: 2, variance: NaN }]).variance).toBeCloseTo(2.7, 12);
});

const slice = { control: { n: 400, mean: 10, variance: 25 }, test: { n: 420, mean: 12, variance: 36 } };
const rest = { control: { n: 900, mean: 20, variance: 100 }, test: { n: 880, mean: 21, variance: 90 } };

// Computed by hand: sqrt(25/400 + 36/420 + 100/900 + 90/880), and likewise from the relative errors.
test("the difference between slice and rest, absolute and relative, with interval and p", () => {
  const difference = differenceOfEffects(slice, rest, 0.05);
  expect(difference.absoluteDifference).toBeCloseTo(1, 12);
  expect(difference.confidenceIntervalDelta).toBeCloseTo(1.178585721686, 10);
  expect(difference.pValue).toBeCloseTo(0.096316523748, 10);
  expect(difference.percentDifference).toBeCloseTo(15, 12);
  expect(difference.percentConfidenceIntervalDelta).toBeCloseTo(9.438553844406, 10);
  expect(difference.percentPValue).toBeCloseTo(0.001840529941, 10);
});

test("rest against slice mirrors slice against rest", () => {
  const [there, back] = [differenceOfEffects(slice, rest, 0.05), differenceOfEffects(rest, slice, 0.05)];
  expect(back.absoluteDifference).toBe(-(there.absoluteDifference ?? 0));
  expect(back.confidenceIntervalDelta).toBeCloseTo(there.confidenceIntervalDelta ?? 0, 12);
  expect(back.percentPValue).toBeCloseTo(there.percentPValue ?? 0, 12);
});

const none = { n: 0, mean: 0, variance: 0 };

test.each([
  ["an empty group", { ...slice, test: none }, rest, []],
  ["one unit in a group", { ...slice, test: { n: 1, mean: 3, variance: 0 } }, rest, ["absolute", "percent"]],
  [
    "a baseline of zero",
    { ...slice, control: { n: 400, mean: 0, variance: 25 } },
    rest,
    ["absolute", "interval", "p"],
  ],
  [
    "a baseline like zero in the rest",
    slice,
    { ...rest, control: { n: 900, mean: 0.1, variance: 100 } },
    ["absolute", "interval", "p", "percent"],
  ],
  [
    "constant groups",
    { control: { n: 4, mean: 1, variance: 0 }, test: { n: 4, mean: 2, variance: 0 } },
    { control: { n: 4, mean: 1, variance: 0 }, test: { n: 4, mean: 1, variance: 0 } },
    ["absolute", "percent"],
  ],
])("leaves out what is not defined: %s", (_case, one, other, names) => {
  const fields = {
    absolute: "absoluteDifference",
    interval: "confidenceIntervalDelta",
    p: "pValue",
    percent: "percentDifference",
  };
  const expected = Object.entries(fields).flatMap(([name, field]) => (names.includes(name) ? [field] : []));
  expect(Object.keys(differenceOfEffects(one, other, 0.05)).sort()).toEqual(expected.sort());
});

test("no field is NaN or infinite, for zero, tiny and huge numbers alike", () => {
  const anyNumber = fc.oneof(fc.constant(0), fc.double({ noNaN: true, noDefaultInfinity: true }));
  const anyGroup = fc.record({
    n: fc.integer({ min: 0, max: 100 }),
    mean: anyNumber,
    variance: anyNumber.map(Math.abs),
  });
  const effect = fc.record({ control: anyGroup, test: anyGroup });
  fc.assert(
    fc.property(effect, effect, (one, other) => {
      const difference = differenceOfEffects(one, other, 0.05);
      expect(Object.values(difference).filter((value) => !Number.isFinite(value))).toEqual([]);
    }),
    { numRuns: 2000, endOnFailure: true },
  );
});

test.each([
  [1, [-1, -2], true],
  [-1, [1, 2], true],
  [1, [-1, 2], false],
  [1, [-1, 0], false],
  [1, [1, 2], false],
  [0, [-1, -2], false],
  [1, [-1], false],
])("total %d with slices %j is turned: %s", (total, slices, isTurned) => {
  expect(isReversedInSlices(total, slices)).toBe(isTurned);
});
