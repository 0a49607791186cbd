import { expect, test } from "vitest";
import { timeBins } from "./time-bins.ts";

const at = (...times: number[]) => times.map((time) => ({ timestamp: String(time), name: "x" }));

test("counts every event once, empty bins kept", () => {
  const { bars, length } = timeBins(at(0, 30_000, 61_000, 299_000));
  expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(4);
  expect(bars.length).toBeLessThanOrEqual(72);
  expect(bars.every((bar) => bar.start % length === 0)).toBe(true);
  expect(bars.some((bar) => bar.count === 0)).toBe(true);
});

test.each([[1], [1e9], [1e12]])("never more than 72 bars over %d ms", (span) => {
  expect(timeBins(at(5, 5 + span)).bars.length).toBeLessThanOrEqual(73);
});

test("no events, no bars", () => expect(timeBins([]).bars).toEqual([]));
