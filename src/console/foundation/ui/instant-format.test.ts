import { expect, test } from "vitest";
import { formatInstant, formatMoment, instantFormat } from "./instant-format.ts";

const day = 86_400_000;
const time = new Date(2017, 0, 24, 13, 41, 54, 460).getTime();

test("an instant of another year has its year", () => {
  expect(formatInstant(time)).toMatch(/2017/);
  const now = new Date();
  expect(formatInstant(now.getTime())).not.toContain(String(now.getFullYear()));
});

test("marks over years have the year, and those of whole days have no hour", () => {
  expect(instantFormat(3000 * day, 80 * day)(time)).toMatch(/^Jan 24, 2017$/);
  expect(instantFormat(30 * day, day)(time)).toBe("Jan 24");
  expect(instantFormat(2 * day, day / 24)(time)).toBe("Jan 24, 13:41");
  expect(instantFormat(day / 3, day / 24)(time)).toBe("13:41");
  expect(instantFormat(day / 24, 30_000)(time)).toBe("13:41:54");
});

test("a moment is as short as it can be", () => {
  expect(formatMoment(new Date(2017, 0, 24, 13, 41).getTime())).toBe("Jan 24, 2017, 13:41");
  expect(formatMoment(time)).toMatch(/13:41:54\.460/);
});

test("the hour after midnight is 00", () => {
  const midnight = new Date(2017, 0, 24, 0, 5);
  expect(formatMoment(midnight.getTime())).toBe("Jan 24, 2017, 00:05");
  expect(formatInstant(midnight.getTime())).toMatch(/00:05/);
});
