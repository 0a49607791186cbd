import { expect, test } from "vitest";
import { day, isDate, localTime, parseLocalTime } from "./date-text.ts";

test.each(["2026-11-30T09:00", "2024-02-29T23:59"])("%s goes to ms and back in the reader's zone", (text) => {
  expect(localTime(parseLocalTime(text))).toBe(text);
});

test("the same point in time stands otherwise in another zone", () => {
  const time = String(Date.UTC(2026, 10, 30, 9));
  expect([localTime(time, "UTC"), parseLocalTime("2026-11-30T09:00", "UTC")]).toEqual([
    "2026-11-30T09:00",
    time,
  ]);
});

test.each([
  ["", ""],
  ["someday", ""],
  ["2026-11-30", "2026-11-30"],
  [String(Date.UTC(2026, 10, 30, 23)), "2026-11-30"],
])("the day of %j is %j", (value, expected) => expect(day(value)).toBe(expected));

test("what is no date is not taken for one", () => {
  expect([isDate(""), isDate("1767225600000"), isDate("soon")]).toEqual([true, true, false]);
});
