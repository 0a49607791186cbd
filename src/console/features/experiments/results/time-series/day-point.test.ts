import { expect, test } from "vitest";
import type { BandPoint } from "#console/foundation/charts/band-chart.tsx";
import { beyondText } from "./day-point.ts";

const day = (interval: [number, number]): BandPoint => ({
  label: "Nov 3",
  value: (interval[0] + interval[1]) / 2,
  interval,
});

test("says how many intervals the scale cuts off", () => {
  const whole = day([-4, 9]);
  expect(beyondText([whole, day([-10, 20])], [-10, 20])).toBeUndefined();
  expect(beyondText([day([-30, 35]), whole], [-10, 20])).toBe(
    "1 interval goes beyond the scale: see Numbers.",
  );
  expect(beyondText([day([-40, 9]), day([2, 21]), whole], [-10, 20])).toBe(
    "2 intervals go beyond the scale: see Numbers.",
  );
});
