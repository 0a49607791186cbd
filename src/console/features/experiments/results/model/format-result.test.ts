import { expect, test } from "vitest";
import type { ChartMetric } from "#contract/summary-charts.ts";
import { formatChange, formatInterval, formatMean, formatP, formatSize, unitOf } from "./format-result.ts";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { resultOf } from "#statistics/result-meaning.ts";
import { missingReason, readingOf } from "./reading.ts";

const metric = (fields: Partial<ChartMetric>): ChartMetric => ({
  metricID: "buy::event_count",
  metricName: "buy",
  directionality: "increase",
  ...fields,
});

test.each([
  [4.1234, "+4.12\u00a0%"],
  [-15.44, "−15.4\u00a0%"],
  [0, "0\u00a0%"],
  [1234.5, "+1,235\u00a0%"],
  [-1_501_200, "−1.50M\u00a0%"],
  [1_501_200_000_000_000, "+1.5E15\u00a0%"],
  [0.00001234, "+1.23E−5\u00a0%"],
])("writes a change of %d", (value, text) => expect(formatChange(value, "percent")).toBe(text));

test("writes an interval with one unit at its end", () => {
  expect(formatInterval(1.87, 3.22, "percent")).toBe("−1.35 to +5.09\u00a0%");
  expect(formatInterval(0.5, 0.25, "absolute")).toBe("+0.250 to +0.750");
  expect(formatInterval(0.005, 0.0025, "points")).toBe("+0.250 to +0.750\u00a0pp");
});

test("measures the absolute change of a share in percentage points", () => {
  const share = metric({ metricID: "buy::event_dau", controlMean: 0.2, reversePower: 10 });
  expect(formatChange(0.0123, unitOf(share, "absolute"))).toBe("+1.23\u00a0pp");
  expect(formatChange(1.23, unitOf(share, "percent"))).toBe("+1.23\u00a0%");
  expect(formatChange(0.0123, unitOf(metric({}), "absolute"))).toBe("+0.0123");
  expect(formatSize(readingOf(share, "absolute").detectable ?? 0, unitOf(share, "absolute"))).toBe(
    "2.00\u00a0pp",
  );
  expect(readingOf(share, "percent").detectable).toBe(10);
});

test("writes p-values and means as people read them", () => {
  expect([formatP(0.00002), formatP(0.0304), formatP(1)]).toEqual(["< 0.001", "0.0304", "1.00"]);
  expect([
    formatMean(0.187, { metricID: "buy::event_dau" }),
    formatMean(0.214, metric({})),
    formatNumber(-3),
  ]).toEqual(["18.7\u00a0%", "0.214", "−3.00"]);
});

test.each([
  ["up and wanted up", { absoluteChange: 2, confidenceIntervalDelta: 1 }, "better"],
  ["down and wanted up", { absoluteChange: -2, confidenceIntervalDelta: 1 }, "worse"],
  [
    "down and lower is better",
    { absoluteChange: -2, confidenceIntervalDelta: 1, directionality: "decrease" },
    "better",
  ],
  [
    "up and lower is better",
    { absoluteChange: 2, confidenceIntervalDelta: 1, directionality: "decrease" },
    "worse",
  ],
  ["inside its interval", { absoluteChange: 0.5, confidenceIntervalDelta: 1 }, "inconclusive"],
  [
    "inside its sequential interval",
    { absoluteChange: 2, confidenceIntervalDelta: 1, sequentialTestingConfidenceIntervalDelta: 3 },
    "inconclusive",
  ],
  ["without an interval", { absoluteChange: 2 }, undefined],
  [
    "clear, but nobody has said what is good",
    { absoluteChange: 2, confidenceIntervalDelta: 1, directionality: "neutral" },
    undefined,
  ],
])("reads a change that is %s", (_case, fields, result) => expect(resultOf(metric(fields))).toBe(result));

test.each([
  [{}, "The service gave no numbers; it may not know this metric."],
  [{ testUnits: 0, controlUnits: 0 }, "No exposed units yet."],
  [{ testUnits: 5, controlUnits: 0 }, "One of the groups has no units."],
  [{ testUnits: 5, controlUnits: 5 }, "All units of a group have the same value, so there is no interval."],
  [
    { testUnits: 5, controlUnits: 5, confidenceIntervalDelta: 1 },
    "The control mean is 0: see the absolute change.",
  ],
  [
    { testUnits: 5, controlUnits: 5, confidenceIntervalDelta: 1, percentConfidenceIntervalDelta: 2 },
    undefined,
  ],
])("says why there is no percent interval: %j", (fields, reason) =>
  expect(missingReason(metric(fields), "percent")).toBe(reason),
);
