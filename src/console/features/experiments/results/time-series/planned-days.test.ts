import { expect, test } from "vitest";
import type { Experiment } from "#contract/experiment.ts";
import { clearSince, dayName } from "./day-point.ts";
import { plannedDays } from "./planned-days.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 10, 3);
const experiment = (more: Partial<Experiment> = {}): Experiment => ({
  id: "form",
  name: "Form",
  status: "active",
  startTime: start + day / 3,
  duration: 28,
  groups: [],
  ...more,
});
const known = Array.from({ length: 19 }, (_, index) => start + index * day);
const now = start + 18.5 * day;

test("the days until the planned end are kept a place, and it and today have their names", () => {
  const { ahead, named } = plannedDays(experiment(), known, now);
  expect(ahead).toHaveLength(10);
  expect(ahead?.at(-1)).toBe(dayName(start + 28 * day));
  expect(named).toEqual([
    { label: dayName(start + 28 * day), name: "Planned end", line: 0 },
    { label: dayName(now), name: "Today", line: 0 },
  ]);
});

test("names of days beside each other stand on two lines", () => {
  const { named } = plannedDays(experiment({ duration: 22 }), known, now);
  expect(named?.map(({ name, line }) => [name, line])).toEqual([
    ["Planned end", 0],
    ["Today", 1],
  ]);
});

test("without a plan, or with one far away, only today is named; after the end only the planned end", () => {
  expect(plannedDays(experiment({ duration: null }), known, now).ahead).toEqual([]);
  expect(plannedDays(experiment({ duration: 400 }), known, now)).toEqual({
    ahead: [],
    named: [{ label: dayName(now), name: "Today", line: 0 }],
  });
  const over = experiment({ status: "decision_made", endTime: now, duration: 14 });
  expect(plannedDays(over, known, now + 30 * day)).toEqual({
    ahead: [],
    named: [{ label: dayName(start + 14 * day), name: "Planned end", line: 0 }],
  });
});

test("after the end the day of the decision is named, and has its place", () => {
  const decided = experiment({
    status: "decision_made",
    endTime: start + 19 * day,
    decisionTime: start + 21.5 * day,
    duration: 18,
  });
  expect(plannedDays(decided, known, now + 30 * day)).toEqual({
    ahead: [19, 20, 21].map((index) => dayName(start + index * day)),
    named: [
      { label: dayName(start + 18 * day), name: "Planned end", line: 0 },
      { label: dayName(start + 21 * day), name: "Decision", line: 1 },
    ],
  });
});

test("says since when the interval leaves out 0 without a break", () => {
  const days = (...results: ("better" | "worse" | "inconclusive")[]) =>
    results.map((result, index) => ({ name: `Nov ${index + 3}`, result }));
  expect(clearSince(days("better", "inconclusive", "better", "better"))).toBe(
    "Conclusive since Nov 5: better.",
  );
  expect(clearSince(days("worse"))).toBe("Conclusive since Nov 3: worse.");
  expect(clearSince(days("better", "inconclusive"))).toBeUndefined();
  expect(clearSince([])).toBeUndefined();
});
