import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChartMetric } from "#contract/summary-charts.ts";
import { compare } from "#statistics/compare.ts";
import { compareAdjusted } from "#statistics/cuped.ts";
import { alphaOf } from "#statistics/significance.ts";
import type { ComparisonRow } from "./comparison-rows.ts";
import type { Analysis } from "./analysis.ts";
import { rowsWithEffect } from "./sentence-parts.ts";
import { familyOf, robustnessOf as robustnessIn } from "./robustness.ts";
import { covariateSumsOf } from "#statistics/plain-sums.test-support.ts";

const plain: Analysis = { level: 95, tests: 1, isBonferroni: false };

/** A row with control mean 10, deviation 10 and 10,000 units a group, so that z is 0.707 per percent of change. */
function row(
  change: number,
  analysis: Analysis = plain,
  more: Partial<ComparisonRow & ChartMetric> = {},
): ComparisonRow {
  const { isSequential = false, ...metric } = more;
  const group = (mean: number) => ({ n: 10_000, mean, variance: 100 });
  const alpha = alphaOf(analysis.level, analysis.isBonferroni ? analysis.tests : 1);
  return {
    mark: "Orders::event_count.New",
    section: "Primary metrics",
    control: "Old",
    group: "New",
    isPrimary: true,
    isSequential,
    alpha,
    metric: {
      metricID: "Orders::event_count",
      metricName: "Orders",
      directionality: "increase",
      ...compare(group(10), group(10 + change / 10), { alpha, sequential: isSequential }),
      ...metric,
    },
  };
}

const robustnessOf = (subject: ComparisonRow, shown: ComparisonRow[], analysis: Analysis) =>
  rowsWithEffect([subject]).map((found) => robustnessIn(found, familyOf(shown, analysis), analysis))[0];
const said = (subject: ComparisonRow, analysis = plain, others: ComparisonRow[] = []) =>
  robustnessOf(subject, [subject, ...others], analysis)?.sentence.replaceAll("\u00a0", " ");

describe("a conclusion is said to hold", () => {
  // z of 2.12, 2.83 and 0.71; the sequential factor is 3.58 at 95 % and still 3.40 at 80 %. A third of 10 % asks for 2.13.
  test.each([
    [
      "up to a level",
      row(3),
      plain,
      [],
      "Better at 80, 90 and 95 %; inconclusive at 98 and 99 % and with the sequential interval.",
    ],
    [
      "at every level",
      row(4),
      plain,
      [],
      "Better at 80, 90, 95, 98 and 99 %; inconclusive with the sequential interval.",
    ],
    ["everywhere", row(8), plain, [], "Better at 80, 90, 95, 98 and 99 % and with the sequential interval."],
    [
      "for the worse where lower is better",
      row(8, plain, { directionality: "decrease" }),
      plain,
      [],
      "Worse at 80, 90, 95, 98 and 99 % and with the sequential interval.",
    ],
    [
      "nowhere",
      row(0.1),
      plain,
      [],
      "Inconclusive at 80, 90, 95, 98 and 99 % and with the sequential interval.",
    ],
    [
      "less with the fixed interval when that is the looser one",
      row(4, plain, { isSequential: true }),
      plain,
      [],
      "Inconclusive at 80, 90, 95, 98 and 99 %; better with the fixed interval.",
    ],
    [
      "without the correction only",
      row(3, { level: 95, tests: 3, isBonferroni: true }),
      { level: 95, tests: 3, isBonferroni: true },
      [],
      "Inconclusive at 90, 95, 98 and 99 % and with the sequential interval; better at 80 % and without Bonferroni.",
    ],
    [
      "until it is corrected",
      row(3),
      { ...plain, tests: 3 },
      [],
      "Better at 80, 90 and 95 %; inconclusive at 98 and 99 %, with the sequential interval and with Bonferroni.",
    ],
    [
      "among many results that are open",
      row(3),
      plain,
      Array.from({ length: 9 }, () => row(0.1)),
      "Better at 80, 90 and 95 %; inconclusive at 98 and 99 %, with the sequential interval and with Benjamini–Hochberg over 10 results.",
    ],
    [
      "among many results that are clear",
      row(3),
      plain,
      Array.from({ length: 9 }, () => row(8)),
      "Better at 80, 90 and 95 % and with Benjamini–Hochberg over 10 results; inconclusive at 98 and 99 % and with the sequential interval.",
    ],
    [
      "of a clear change whose direction is not set",
      row(8, plain, { directionality: "" }),
      plain,
      [],
      "Clear, of unknown meaning, at 80, 90, 95, 98 and 99 % and with the sequential interval.",
    ],
  ] as const)("%s", (_case, subject, analysis, others, sentence) =>
    expect(said(subject, analysis, [...others])).toBe(sentence),
  );
});

test("with CUPED, the result without it is one of the ways", () => {
  const units = (shift: number) =>
    Array.from({ length: 400 }, (_, index) => [(index % 20) + shift + (index % 3) / 10, index % 20] as const);
  const adjusted = compareAdjusted(covariateSumsOf(units(0)), covariateSumsOf(units(0.5)), { alpha: 0.05 });
  const { adjustment, ...fields } = adjusted;
  if (!adjustment) throw new Error("The covariate explains most of the value");
  const subject = row(0, plain, {
    ...fields,
    percentSequentialTestingConfidenceIntervalDelta: undefined,
    adjustment,
  });
  expect(said(subject)).toBe(
    "Better at 80, 90, 95, 98 and 99 % and with the sequential interval; inconclusive without CUPED.",
  );
});

test("all is drawn on one scale: the absolute one as soon as one way has no percent interval", () => {
  expect(robustnessOf(row(3), [], plain)?.items[0]?.scale).toBe("percent");
  const noisy = { n: 20, mean: 10, variance: 380 };
  const metric = compare(noisy, noisy, { alpha: 0.05 });
  // The baseline differs significantly from zero at 95 %, but not at 99 %.
  expect(metric.percentConfidenceIntervalDelta).toBeDefined();
  const result = robustnessOf(row(0, plain, { ...metric }), [], plain);
  expect(result?.items[0]?.scale).toBe("absolute");
  expect(result?.items.every(({ delta }) => delta !== undefined)).toBe(true);
});

test("a metric without an interval has nothing to hold", () =>
  expect(
    robustnessOf(
      row(0, plain, { confidenceIntervalDelta: undefined, percentConfidenceIntervalDelta: undefined }),
      [],
      plain,
    ),
  ).toBeUndefined());

test("what is clear at a level is clear at every lower one, and the level in force is as analysed", () => {
  fc.assert(
    fc.property(fc.double({ min: -12, max: 12, noNaN: true }), fc.boolean(), (change, isSequential) => {
      const result = robustnessOf(row(change, plain, { isSequential }), [], plain);
      const [asAnalysed, ...levels] = (result?.items ?? []).slice(0, 6);
      const clear = levels.map((item) => item.result !== "inconclusive");
      expect(clear.slice(clear.lastIndexOf(true) + 1)).toEqual(clear.filter((isClear) => !isClear));
      expect(levels[2]?.result).toBe(asAnalysed?.result);
      expect(levels[2]?.delta).toBeCloseTo(asAnalysed?.delta ?? NaN, 9);
    }),
  );
});
