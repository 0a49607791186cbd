import { expect, test } from "vitest";
import type { Experiment } from "#contract/experiment.ts";
import type { ChartMetric, SummaryCharts } from "#contract/summary-charts.ts";
import { resultOf } from "#statistics/result-meaning.ts";
import { compare } from "#statistics/compare.ts";
import { summaryAt } from "./summary-at-level.ts";

const experiment: Experiment = {
  id: "form",
  name: "Form",
  status: "active",
  groups: ["a", "b", "c"].map((id) => ({ id, name: id, size: 33 })),
  defaultConfidenceInterval: "95",
  bonferroniCorrection: true,
};
/** Example of statistics 14 A: p = 0.0135. */
const metric = (alpha: number, sequential: boolean): ChartMetric => ({
  metricID: "Orders::event_count",
  metricName: "Orders",
  directionality: "increase",
  ...compare(
    { n: 5000, mean: 2, variance: 9 },
    { n: 5100, mean: 2.15, variance: 9.61 },
    { alpha, sequential },
  ),
});
const answered = (sequential = false): SummaryCharts => ({
  experimentID: "form",
  sections: [
    {
      sectionLabel: "Primary metrics",
      charts: [
        {
          chartSource: "experiment",
          control: "a",
          test: "b",
          sequentialTesting: sequential,
          significanceLevel: 0.025,
          metrics: [metric(0.025, sequential)],
        },
      ],
    },
  ],
});
const chartOf = ({ sections }: SummaryCharts) => sections[0]?.charts[0];
const metricOf = (summary: SummaryCharts) => chartOf(summary)?.metrics?.[0];
const result = (summary: SummaryCharts) => {
  const read = metricOf(summary);
  return read && resultOf(read);
};

test("as set up, the answer itself is read", () => {
  const summary = answered();
  expect(chartOf(summaryAt(summary, experiment, {}))).toBe(chartOf(summary));
});

test("another level keeps the corrections, and is what the service would have answered at it", () => {
  const read = summaryAt(answered(), experiment, { level: 99 });
  expect(chartOf(read)?.significanceLevel).toBeCloseTo(0.005, 12);
  expect(metricOf(read)?.confidenceIntervalDelta).toBeCloseTo(
    metric(0.005, false).confidenceIntervalDelta ?? 0,
    9,
  );
  expect(result(answered())).toBe("better");
  expect(result(read)).toBe("inconclusive");
});

test("whiskers and bars can be exchanged", () => {
  expect(result(summaryAt(answered(), experiment, { decide: "sequential" }))).toBe("inconclusive");
  const fixed = summaryAt(answered(true), experiment, { decide: "fixed" });
  expect(metricOf(fixed)?.sequentialTestingConfidenceIntervalDelta).toBeUndefined();
  expect(result(fixed)).toBe("better");
});
