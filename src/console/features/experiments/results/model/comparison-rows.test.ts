import { expect, test } from "vitest";
import { comparisonRows } from "./comparison-rows.ts";

const metric = (metricName: string) => ({
  metricID: `${metricName}::sum`,
  metricName,
  directionality: "increase",
});
const chart = (...metrics: ReturnType<typeof metric>[]) => ({
  chartSource: "experiment",
  control: "Old",
  test: "New",
  metrics,
});

test("without primary metrics, those of the first section with numbers are what the test is about", () => {
  const experiment = { id: "form", name: "Form", status: "active", groups: [] };
  const sections = [
    { sectionLabel: "Queries", charts: [{ chartSource: "custom_query", message: "No chart" }] },
    { sectionLabel: "Money", charts: [chart(metric("Cost"))] },
    { sectionLabel: "Guards", charts: [chart(metric("Loss"))] },
  ];
  const rows = comparisonRows(experiment, { experimentID: "form", sections });
  expect(rows.map(({ metric: { metricName }, isPrimary }) => [metricName, isPrimary])).toEqual([
    ["Cost", true],
    ["Loss", false],
  ]);
});
