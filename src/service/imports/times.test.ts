import { expect, test } from "vitest";
import { parseTime } from "./times.ts";

test.each([
  ["1790841600123", 1_790_841_600_123],
  ["1790841600", 1_790_841_600_000],
  ["2026-10-01", Date.UTC(2026, 9, 1)],
  ["2026-10-01 08:00", Date.UTC(2026, 9, 1, 8)],
  ["2017-01-21 22:11:48.556739", Date.UTC(2017, 0, 21, 22, 11, 48, 556)],
  ["2026-10-01T08:00:01+0230", Date.UTC(2026, 9, 1, 5, 30, 1)],
  ["2028-02-29", Date.UTC(2028, 1, 29)],
  ["2026-12-31T23:59:59Z", Date.UTC(2026, 11, 31, 23, 59, 59)],
])("%s is a time", (text, time) => {
  expect(parseTime(text)).toBe(time);
});

test.each(["", "soon", "2026-02-29", "2026-02-30 08:00", "2026-04-31", "2026-13-01", "2026-10-01 25:00"])(
  "'%s' is not a time",
  (text) => {
    expect(parseTime(text)).toBeUndefined();
  },
);
