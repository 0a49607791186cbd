import { expect, test } from "vitest";
import type { Experiment } from "#contract/experiment.ts";
import { methodOf, type Overrides } from "./analysis-settings.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 9, 20);
const control = { id: "a", name: "A", size: 40 };
const unused = { id: "d", name: "D", size: 0 };
const experiment = {
  id: "form",
  name: "Form",
  status: "active",
  startTime: start,
  duration: 14,
  sequentialTesting: true,
  groups: [control, { id: "b", name: "B", size: 30 }, { id: "c", name: "C", size: 30 }],
};

const method = (changes: Partial<Experiment> = {}, now = start + day, overrides: Overrides = {}) =>
  methodOf({ ...experiment, ...changes }, control, overrides, now);

test.each<[string, Partial<Experiment>, number, boolean]>([
  ["while it runs", {}, start, true],
  ["in the last moment before the target date", {}, start + 14 * day - 1, true],
  ["at the target date", {}, start + 14 * day, false],
  ["without a target date", { duration: null }, start + 400 * day, true],
  ["before its end", { endTime: start + 3 * day }, start + 3 * day - 1, true],
  ["at its end", { endTime: start + 3 * day }, start + 3 * day, false],
  ["after a decision", { status: "decision_made" }, start + day, false],
  ["with the setting off", { sequentialTesting: false }, start + day, false],
  ["without the setting", { sequentialTesting: null }, start + day, false],
  ["before there is a start", { startTime: null }, start + day, false],
])("Intervals hold under daily looks %s: %j at %i is %s", (_, changes, now, expected) =>
  expect(method(changes, now).sequential).toBe(expected),
);

test.each<[Partial<Experiment>, Overrides, boolean]>([
  [{}, {}, false],
  [{ cuped: true }, {}, true],
  [{ cuped: true }, { cuped: "false" }, false],
  [{ cuped: null }, { cuped: "true" }, true],
])("With %j and %j earlier behaviour is used: %s", (changes, overrides, expected) =>
  expect(method(changes, start, overrides).cuped).toBe(expected),
);

test.each<[Partial<Experiment>, Overrides, number]>([
  [{}, {}, 0.05],
  [{ defaultConfidenceInterval: "99" }, {}, 0.01],
  [{ defaultConfidenceInterval: "99" }, { confidence: "80" }, 0.2],
  [{ bonferroniCorrection: true }, {}, 0.025],
  [{ bonferroniCorrection: true }, { test: "b", confidence: "90" }, 0.05],
  [{ bonferroniCorrection: true, groups: [control, { id: "b", name: "B", size: 60 }, unused] }, {}, 0.05],
])("With %j and %j the level is %d", (changes, overrides, expected) =>
  expect(method(changes, start, overrides).alpha).toBeCloseTo(expected, 12),
);
