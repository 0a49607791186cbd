// The wording for a decided experiment, and when the results contradict the decision.
import { expect, test } from "vitest";
import type { Experiment } from "#contract/experiment.ts";
import type { ChartMetric, SummaryCharts } from "#contract/summary-charts.ts";
import { compare } from "#statistics/compare.ts";
import { comparisonRows } from "./comparison-rows.ts";
import { decisionOf, resultsAgainst } from "./decision.ts";
import { textOf } from "./sentence-parts.ts";
import { verdictOf } from "./verdict.ts";

const day = 86_400_000;
const start = new Date(2026, 9, 26, 9).getTime();
const group = (mean: number) => ({ n: 10_000, mean, variance: 100 });
const metric = (name: string, change: number, directionality = "increase"): ChartMetric => ({
  metricID: `${name}::event_count`,
  metricName: name,
  directionality,
  ...compare(group(10), group(10 + change / 10), { alpha: 0.05 }),
});
const decided = (change: Partial<Experiment> = {}): Experiment => ({
  id: "free_shipping_bar",
  name: "Free shipping bar",
  status: "decision_made",
  startTime: start,
  endTime: start + 21 * day,
  duration: 21,
  groups: [
    { id: "none", name: "No bar", size: 50 },
    { id: "bar", name: "Bar", size: 50 },
  ],
  primaryMetrics: [{ name: "Orders", type: "event_count" }],
  launchedGroupID: "bar",
  decisionReason: "Orders rose clearly; returns did not.",
  decisionTime: start + 22 * day,
  decidedBy: "Aino Salmela",
  ...change,
});
const against = (metrics: ChartMetric[], change: Partial<Experiment> = {}) => {
  const experiment = decided(change);
  const summary: SummaryCharts = {
    experimentID: experiment.id,
    sections: [
      {
        sectionLabel: "All",
        charts: [{ chartSource: "experiment", control: "No bar", test: "Bar", metrics }],
      },
    ],
  };
  const verdict = verdictOf(experiment, summary, start + 30 * day);
  const said = resultsAgainst(experiment, comparisonRows(experiment, summary), verdict);
  return said && textOf(said).replaceAll("\u00a0", " ");
};

test("which group was shipped, by whom, when and why", () => {
  const { headline = [], by = [], reason } = decisionOf(decided()) ?? {};
  expect(textOf(headline)).toBe("Bar was shipped on Nov 17, 2026.");
  expect(textOf(by)).toMatch(/^Aino Salmela, Nov 17, 2026, 9:00\sAM, 1 day after the planned end$/u);
  expect(reason).toBe("“Orders rose clearly; returns did not.”");
  const kept = decisionOf(decided({ launchedGroupID: "none", decidedBy: null, decisionReason: null }));
  expect(textOf(kept?.headline ?? [])).toBe(
    "No bar stays: no treatment was shipped, decided on Nov 17, 2026.",
  );
  expect(textOf(kept?.by ?? [])).toContain("Not recorded");
  expect(kept?.reason).toBe("No reason was given.");
  expect(decisionOf(decided({ status: "active", launchedGroupID: null }))).toBeUndefined();
});

test("results that differ are named, and where the reason names the metric, that too", () => {
  const better = metric("Orders", 20);
  expect(against([better, metric("Returns", 8, "decrease")])).toMatch(
    /^Bar is worse \(the reason names Returns\) on Returns\. Returns rose by 8\.00 % \(/,
  );
  expect(against([better, metric("Returns", 2, "decrease")])).toBe(
    "The reason names Returns, which is inconclusive: the data rule out a rise of more than 4.80 %.",
  );
  expect(against([metric("Orders", 0.5)], { decisionReason: "It was cheap." })).toBe(
    "Bar is not shown to be better on any primary metric.",
  );
  expect(against([better], { launchedGroupID: "none" })).toMatch(/^Bar would have been better on Orders\. /);
  expect(against([better], { healthCheckStatus: "FAILED" })).toMatch(
    /^The results do not support it\. No verdict/,
  );
});

test("results that agree are not said to differ", () => {
  expect(against([metric("Orders", 20), metric("Returns", -8, "decrease")])).toBeUndefined();
  expect(against([metric("Orders", -20)], { launchedGroupID: "none" })).toBeUndefined();
});
