import { expect, test } from "vitest";
import type { ChartMetric, DimensionBreakdown } from "#contract/summary-charts.ts";
import { compare } from "#statistics/compare.ts";
import { dimensionsOf, sliceTable } from "./slices.ts";

const identity = { metricID: "Orders::event_count", metricName: "Orders", directionality: "increase" };
const group = (n: number, mean: number) => ({ n, mean, variance: 100 });

interface Given {
  units?: number;
  controlUnits?: number;
  control?: number;
  key?: string;
  type?: string;
}

function slice(
  value: string,
  change: number,
  { units = 1000, controlUnits = units, control = 10, key = "country", type = "user" }: Given = {},
): DimensionBreakdown {
  return {
    ...identity,
    ...compare(group(controlUnits, control), group(units, control + change), { alpha: 0.05 }),
    dimensionKey: key,
    dimensionType: type,
    dimensionValue: value,
  };
}
const total = (change: number, ...dimensionBreakdown: DimensionBreakdown[]): { metric: ChartMetric } => ({
  metric: {
    ...identity,
    ...compare(group(10_000, 10), group(10_000, 10 + change), { alpha: 0.05 }),
    dimensionBreakdown,
  },
});
const percent = { alpha: 0.05, scale: "percent" } as const;
const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");

test("slices without an order of their own come by units, what was pooled last", () => {
  const row = total(
    1,
    slice("Sweden", 1, { units: 500 }),
    slice("Other", 1, { units: 9000 }),
    slice("Germany", 1),
    slice("1", 1, { key: "size" }),
  );
  expect(sliceTable(row, "country", percent)?.slices.map(({ metric }) => metric.dimensionValue)).toEqual([
    "Germany",
    "Sweden",
    "Other",
  ]);
  expect(dimensionsOf(row.metric)).toEqual(["country", "size"]);
});

test("ordinal values keep their order", () =>
  expect(
    sliceTable(
      total(1, slice("10+", 1, { units: 9000 }), slice("3-5", 1), slice("1-2", 1, { units: 10 })),
      "country",
      percent,
    )?.slices.map(({ metric }) => metric.dimensionValue),
  ).toEqual(["1-2", "3-5", "10+"]));

test.each([
  [12, 0.05, "With 12 slices at 95 % about 0.6 false alarms are expected; corrected level: 99.58 % each."],
  [20, 0.05, "With 20 slices at 95 % about 1 false alarm is expected; corrected level: 99.75 % each."],
  [4, 0.01, "With 4 slices at 99 % about 0.04 false alarms are expected; corrected level: 99.75 % each."],
  [1, 0.05, "Only one slice: it says the same as the total."],
])("says what looking at %d slices at a level of %d does", (count, alpha, guard) =>
  expect(
    plain(
      sliceTable(total(1, ...Array.from({ length: count }, (_, index) => slice(`s${index}`, 1))), "country", {
        alpha,
        scale: "percent",
      })?.guard,
    ),
  ).toBe(guard),
);

test("a slice is compared with all others together, corrected for their number", () => {
  const table = sliceTable(
    total(1, slice("Germany", 2), slice("Sweden", 0), slice("Denmark", 0)),
    "country",
    percent,
  );
  expect(table?.slices.map(({ difference }) => difference?.differs)).toEqual([true, false, false]);
  expect(table?.slices.map(({ difference }) => difference?.sentence)).toEqual([
    "The change here differs from the rest by +20.0 percentage points (+5.96 to +34.0, corrected for the number of slices).",
    expect.stringContaining("cannot be told from the rest: the difference may be anything from −"),
    expect.stringContaining("cannot be told from the rest"),
  ]);
  const absolute = sliceTable(total(1, slice("Germany", 5), slice("Sweden", 0)), "country", {
    ...percent,
    scale: "absolute",
  });
  expect(absolute?.slices[0]?.difference?.sentence).toBe(
    "The change here differs from the rest by +5.00 (+3.58 to +6.42, corrected for the number of slices).",
  );
});

test("slices of events share units, so that they are not compared with each other", () => {
  const table = sliceTable(
    total(1, slice("card", -5, { type: "event" }), slice("cash", -5, { type: "event" })),
    "country",
    percent,
  );
  expect(table?.slices.every(({ difference }) => difference === undefined)).toBe(true);
  expect(table?.reversal).toBeUndefined();
});

test.each([
  ["a rise that falls everywhere", 1, [-1, -2], "Orders rises in total but falls in every slice"],
  ["a fall that rises everywhere", -1, [1, 2], "Orders falls in total but rises in every slice"],
  ["one slice going with the total", 1, [-1, 2], undefined],
  ["slices that agree", 1, [1, 2], undefined],
  ["a slice without a change", 1, [-1, 0], undefined],
])("warns of %s or not", (_case, change, changes, warning) => {
  const row = total(change, ...changes.map((one, index) => slice(`s${index}`, one)));
  const reversal = sliceTable(row, "country", percent)?.reversal;
  if (warning === undefined) expect(reversal).toBeUndefined();
  else expect(reversal).toContain(warning);
});

test("a metric without slices of the dimension has no table", () =>
  expect(sliceTable(total(1), "country", percent)).toBeUndefined());
