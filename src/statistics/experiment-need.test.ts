import { describe, expect, test } from "vitest";
import { needOf } from "./experiment-need.ts";

const day = 86_400_000;
const now = 100 * day;
const running = { status: "active", startTime: now - 10.5 * day, duration: 28 };
const clear = { absoluteChange: 3, sequentialTestingConfidenceIntervalDelta: 2 };

describe("what an experiment needs", () => {
  test.each([
    ["nothing while it runs", {}, undefined],
    [
      "a cause where a check failed, whatever its result",
      { healthCheckStatus: "FAILED", leadResult: clear },
      "fix",
    ],
    ["a decision where it is past its planned end", { duration: 10 }, "decide"],
    ["a decision where it was stopped", { status: "experiment_stopped", endTime: now - day }, "decide"],
    ["a decision where the sequential interval excludes 0", { leadResult: clear }, "decide"],
    ["nothing where it includes 0", { leadResult: { ...clear, absoluteChange: -1 } }, undefined],
    [
      "nothing by a fixed interval, which may not be read early",
      { leadResult: { absoluteChange: 3 } },
      undefined,
    ],
    ["nothing on its first day", { startTime: now - day / 2, leadResult: clear }, undefined],
    ["nothing where slices point the other way", { leadResult: { ...clear, isReversed: true } }, undefined],
    ["nothing before its start", { startTime: now + day, healthCheckStatus: "FAILED" }, undefined],
    ["nothing once a group was shipped", { launchedGroupID: "b", duration: 10 }, undefined],
    ["nothing once it is decided", { status: "decision_made", duration: 10 }, undefined],
    ["nothing in the archive", { status: "archived", duration: 10 }, undefined],
  ])("%s", (_, more, expected) => {
    expect(needOf({ ...running, ...more }, now)).toBe(expected);
  });
});
