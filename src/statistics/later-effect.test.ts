import { expect, test } from "vitest";
import { compare } from "./compare.ts";
import { effectAfter, unitsPerDay } from "./later-effect.ts";

test("a longer run finds what a comparison of as many units of the same spread finds", () => {
  const group = (n: number, mean: number) => ({ n, mean, variance: 4, sd: 2 });
  const powerOf = (n: number) =>
    compare(group(n, 2), group(n, 2.1), { alpha: 0.05, sequential: false }).reversePower ?? NaN;
  const now = { reversePower: powerOf(1000), units: 2000, unitsPerDay: 400 };
  expect(effectAfter(now, 15)).toBeCloseTo(powerOf(4000), 10);
  expect(effectAfter(now, 0)).toBe(now.reversePower);
  expect(effectAfter({ ...now, unitsPerDay: 0 }, 100)).toBe(now.reversePower);
  expect(effectAfter({ ...now, units: 0 }, 5)).toBeUndefined();
});

test("new units a day are those of the last week, or of all days of a shorter run", () => {
  expect(unitsPerDay([])).toBe(0);
  expect(unitsPerDay([100, 160])).toBe(80);
  expect(unitsPerDay([100, 200, 300, 310, 320, 330, 340, 350, 360, 370])).toBe(10);
});
