import { expect, test } from "vitest";
import type { Experiment } from "#contract/experiment.ts";
import type { DimensionBreakdown } from "#contract/summary-charts.ts";
import { compare } from "#statistics/compare.ts";
import type { ComparisonRow } from "./comparison-rows.ts";
import { sliceName, sliceOverview } from "./slice-overview.ts";

const identity = { metricID: "Orders::event_count", metricName: "Orders", directionality: "increase" };

interface Given {
  units?: number;
  key?: string;
  type?: string;
}
function slice(value: string, change: number, { units = 1000, key = "country", type = "user" }: Given = {}) {
  const group = (mean: number) => ({ n: units, mean, variance: 100 });
  const fields = compare(group(10), group(10 + change), { alpha: 0.05 });
  return { ...identity, ...fields, dimensionKey: key, dimensionType: type, dimensionValue: value };
}
const row = (group: string, dimensionBreakdown: DimensionBreakdown[], alpha = 0.05): ComparisonRow => ({
  mark: `Orders::event_count.${group}`,
  control: "Old",
  group,
  metric: { ...identity, dimensionBreakdown },
  alpha,
  section: "Primary metrics",
  isPrimary: true,
  isSequential: false,
});
const experiment: Experiment = { id: "form", name: "Form", status: "active", groups: [] };
const overviewOf = (...rows: ComparisonRow[]) => sliceOverview(experiment, rows, "percent");
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("the strongest difference comes first, and each breakdown adds its level to the number expected", () => {
  const overview = overviewOf(
    row("New", [slice("SE", 2), slice("DE", 0), slice("FI", 0)]),
    row("Express", [slice("SE", 0), slice("DE", 0), slice("FI", 5)]),
  );
  expect(overview.found.map((one) => sliceName(one))).toEqual([
    "country FI, Orders with Express",
    "country SE, Orders with Express",
    "country DE, Orders with Express",
    "country SE, Orders with New",
  ]);
  expect(overview.found.map((one) => sliceName(one, true))[0]).toBe("country FI, Orders");
  expect(overview.headline).toBe(
    "4 of 6 comparisons differ clearly from the rest; about 0.1 would by chance alone.",
  );
  expect(plain(overview.formula)).toMatch(/: 2 × 5 % = 0\.1\.$/);
});

test("slices that are too small raise no alarm, and a dimension that cannot be compared says why", () => {
  const country = [
    slice("SE", 0),
    slice("DE", 0),
    slice("FI", 0, { units: 1 }),
    slice("NO", 0, { units: 1 }),
  ];
  const { found, headline, missing } = overviewOf(
    row("New", [
      ...country,
      slice("web", 0, { key: "platform" }),
      slice("card", 0, { key: "payment", type: "event" }),
    ]),
  );
  expect(found).toEqual([]);
  expect(headline).toBe(
    "None of 2 comparisons differs clearly from the rest; about 0.03 would by chance alone.",
  );
  expect(missing).toBe(
    "Not compared: all have the platform web and slices by payment are of events and share units, so that they have no rest to be compared with.",
  );
});

test.each([
  ["no dimension", [], "There is nothing to compare: no property is set up to slice by."],
  [
    "too few users",
    [slice("SE", 0, { units: 1 }), slice("DE", 0, { units: 1 })],
    "There is nothing to compare: slices by country have too few units in a group, or units that are all alike.",
  ],
])("with %s nothing is compared, and it says why", (_case, breakdown, headline) =>
  expect(overviewOf(row("New", breakdown)).headline).toBe(headline),
);
