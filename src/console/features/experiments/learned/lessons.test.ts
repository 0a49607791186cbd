import { expect, test } from "vitest";
import type { DecidedExperimentSummary } from "#contract/learned.ts";
import { expectedOf, searchLessons, leadEffectOf, lessonsOf } from "./lessons.ts";

const experiment = (
  id: string,
  change: number,
  more: Partial<DecidedExperimentSummary> = {},
): DecidedExperimentSummary => ({
  id,
  name: id,
  hypothesis: "If fields are fewer, then orders rise",
  decisionReason: null,
  decisionTime: 1,
  shipped: change > 2 ? "New" : "Old",
  isControlShipped: change <= 2,
  isUnsound: false,
  effects: [
    {
      metricID: "Orders::event_count",
      metricName: "Orders",
      directionality: "increase",
      isPrimary: true,
      test: "New",
      isShipped: change > 2,
      percentChange: change,
      standardError: 1,
    },
  ],
  ...more,
});

const all = [4, 3, 0, -1, 1, -2].map((change) => experiment(`change ${change}`, change));

test("what was shipped is added up, and less of it is expected than was measured", () => {
  const [lesson] = lessonsOf([...all, experiment("broken", 40, { isUnsound: true })]);
  expect(lesson).toMatchObject({ name: "Orders", measured: 6, shipped: 2, sum: { effect: 7 } });
  const expected = lesson?.expected?.effect ?? NaN;
  expect(expected).toBeGreaterThan(3);
  expect(expected).toBeLessThan(7);
});

test("of too few experiments nothing is expected", () => {
  const [lesson] = lessonsOf(all.slice(0, 3));
  expect(lesson).toMatchObject({ measured: 3, sum: { effect: 7 }, expected: undefined });
});

test("an experiment is told by its shipped group, found by its words, and shrunk like all", () => {
  const [first] = all;
  const lead = first && leadEffectOf(first);
  expect(lead?.percentChange).toBe(4);
  expect(lead && expectedOf(lead, lessonsOf(all))?.effect).toBeLessThan(4);
  expect(
    searchLessons([...all, experiment("x", 0, { decisionReason: "Nobody saw it" })], "NOBODY").length,
  ).toBe(1);
});
