import { expect, test } from "vitest";
import { funnelOfDays, participation, type StepEvent } from "./unit-values.test-support.ts";

const day = 86_400_000;

test.each([
  ["every day of three", [0, day, 2 * day], 0, 2 * day + 5, 1],
  ["twice on one day of two", [10, 20], 5, day, 0.5],
  ["the day of the exposure counts whole", [day - 1], day - 1, day, 0.5],
  ["never", [], 0, 0, 0],
])("participation: %s", (_case, events, exposure, end, share) => {
  expect(participation(events, exposure, end)).toBe(share);
});

/** Parses steps such as "1 2 3" in order of time, one per millisecond; "/" begins the next day, "=" joins two at the same time. */
function log(text: string): StepEvent[] {
  let time = 0;
  return text.split(" ").flatMap((word) => {
    if (word === "/") time = (Math.floor(time / day) + 1) * day;
    else time += 1;
    return word === "/" ? [] : word.split("=").map((step) => ({ step: Number(step), time }));
  });
}

test.each([
  ["the whole way", "1 2 3", [1, 1], [1, 1]],
  ["started only", "1 2", [0, 1], [0, 1]],
  ["never started", "2 3", [0, 0], [0, 0]],
  ["a step left out", "1 3", [0, 1], [0, 1]],
  ["in the wrong order", "3 2 1", [0, 1], [0, 1]],
  ["a middle step before the first does not count", "2 1 3", [0, 1], [0, 1]],
  ["the middle step again after the first", "2 1 2 3", [1, 1], [1, 1]],
  ["an end before the middle step does not count", "1 3 2 3", [1, 1], [1, 1]],
  ["equal times count as in order", "3=2=1", [1, 1], [1, 1]],
  ["more ends than starts", "1 2 3 3 3", [1, 1], [3, 1]],
  ["more starts than ends", "1 1 2 3", [1, 1], [1, 2]],
  ["the way may not pass midnight", "1 2 / 3", [0, 1], [0, 1]],
  ["two days count apart", "1 2 3 / 1 2 3 3", [2, 2], [3, 2]],
  ["one day of two", "1 2 / 1 2 3", [1, 2], [1, 2]],
])("funnel of three steps: %s", (_case, text, users, events) => {
  const pairOf = (counted: "users" | "events") => {
    const { numerator, denominator } = funnelOfDays(log(text), 3, counted);
    return [numerator, denominator];
  };
  expect(pairOf("users")).toEqual(users);
  expect(pairOf("events")).toEqual(events);
});

test("a funnel reads its events in any order", () => {
  expect(funnelOfDays(log("1 2 3 3").toReversed(), 3, "events")).toEqual({ numerator: 2, denominator: 1 });
});

test("a funnel of one step is reached by starting it", () => {
  expect(funnelOfDays(log("1 1"), 1, "users")).toEqual({ numerator: 1, denominator: 1 });
  expect(funnelOfDays(log("1 1"), 1, "events")).toEqual({ numerator: 2, denominator: 2 });
});
