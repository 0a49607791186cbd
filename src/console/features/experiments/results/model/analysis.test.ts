import { expect, test } from "vitest";
import type { Experiment } from "#contract/experiment.ts";
import type { Chart, ChartMetric } from "#contract/summary-charts.ts";
import { analysisText } from "./analysis.ts";

const experiment: Experiment = {
  id: "form",
  name: "Form",
  status: "active",
  groups: ["a", "b", "c"].map((id) => ({ id, name: id, size: 33 })),
  defaultConfidenceInterval: "95",
  bonferroniCorrection: true,
};
const metric = (isAdjusted: boolean): ChartMetric => ({
  metricID: "Orders::event_count",
  metricName: "Orders",
  directionality: "increase",
  ...(isAdjusted
    ? { adjustment: { theta: 1, controlCovariateMean: 1, testCovariateMean: 1, unadjusted: {} } }
    : {}),
});
/** Returns the text for a chart with CUPED on and one metric per argument, adjusted or not. */
const textOf = (...adjusted: boolean[]) => {
  const charts: Chart[] = [
    { chartSource: "experiment", control: "a", test: "b", cuped: true, metrics: adjusted.map(metric) },
  ];
  const summary = { experimentID: "form", sections: [{ sectionLabel: "Primary", charts }] };
  return analysisText(charts, summary, experiment).replaceAll("\u00a0", " ");
};

test("names the level with what divides it, and what else entered the numbers", () =>
  expect(textOf(true)).toBe(
    "95 % confidence, 2 test groups, Bonferroni: 97.5 % each · CUPED · outliers capped at 99.9 %",
  ));

test("says of how many results CUPED took something out", () => {
  expect(textOf(true, false)).toContain("· CUPED on 1 of 2 results ·");
  expect(textOf(false)).toContain("· CUPED, without effect here ·");
});
