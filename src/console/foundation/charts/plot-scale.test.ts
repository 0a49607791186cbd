import * as fc from "fast-check";
import { expect, test } from "vitest";
import { namedTicks, scaleAround, scaleOf } from "./plot-scale.ts";

const orders = { value: 18.1, delta: 16.2 };
const baskets = { value: -2.3, delta: 10.4 };

test("reaches as far as the intervals on each side, and ends on round numbers", () => {
  expect(scaleAround([orders, baskets], false)).toEqual({
    domain: [-20, 40],
    ticks: [-20, -10, 0, 10, 20, 30, 40],
  });
});

test("keeps zero and a part of the other side in view", () => {
  expect(scaleAround([{ value: 0.3, delta: 0.1 }], false).domain).toEqual([-0.1, 0.4]);
});

test("of many, a very wide one is cut, unless all are to be whole", () => {
  const intervals = [orders, orders, baskets, { value: 0, delta: 900 }];
  expect(scaleAround(intervals, false).domain[1]).toBeLessThan(100);
  expect(scaleAround(intervals, true).domain).toEqual([-1000, 1000]);
});

test("without an interval there still is a scale", () => {
  expect(scaleAround([], false).domain).toEqual([-1, 1]);
  expect(scaleAround([{ value: 0 }], true).domain).toEqual([-1, 1]);
});

test("a dragged scale keeps its ends, and its lines are round numbers between them", () => {
  expect(scaleOf([-13.7, 48.2]).ticks).toEqual([-10, 0, 10, 20, 30, 40]);
});

test("where names have little room every second or third line has one, zero always", () => {
  const scale = scaleOf([-20, 40]);
  expect(namedTicks(scale, 400, 50)).toEqual(scale.ticks);
  expect(namedTicks(scale, 200, 50)).toEqual([-20, 0, 20, 40]);
  expect(namedTicks(scale, 60, 50)).toContain(0);
});

test("any scale has three to eight lines on round numbers, zero among them, and holds what it was made for", () => {
  const interval = fc.record({
    value: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    delta: fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(interval, { minLength: 1, maxLength: 8 }), (intervals) => {
      const {
        domain: [low, high],
        ticks,
      } = scaleAround(intervals, true);
      for (const { value, delta } of intervals) {
        expect(value - delta).toBeGreaterThanOrEqual(low * (1 + 1e-9));
        expect(value + delta).toBeLessThanOrEqual(high * (1 + 1e-9));
      }
      expect(ticks).toContain(0);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect(ticks.length).toBeLessThanOrEqual(8);
      const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
      expect([1, 2, 5, 10]).toContain(
        Number((step / 10 ** Math.floor(Math.log10(step * 1.000_001))).toFixed(6)),
      );
    }),
  );
});
