import { describe, expect, test } from "vitest";
import { analysisOf } from "#console/features/experiments/results/model/analysis.ts";
import { compare } from "#statistics/compare.ts";
import { compareAdjusted } from "#statistics/cuped.ts";
import { disagreements } from "./disagreements.ts";
import type { ExplainedRow } from "./formula.ts";
import { covariateSumsOf } from "#statistics/plain-sums.test-support.ts";

const row = (fields: object): ExplainedRow => ({
  control: "Old",
  group: "New",
  metric: { metricID: "Orders::event_count", metricName: "Orders", directionality: "increase", ...fields },
});
const moments = (n: number, mean: number, variance = 100) => ({ n, mean, variance });
const plain = (text: string) => text.replaceAll("\u00a0", " ");
const units = (shift: number) =>
  Array.from({ length: 400 }, (_, index) => [(index % 20) + shift + (index % 3) / 10, index % 20] as const);
const adjustedRow = () =>
  row(compareAdjusted(covariateSumsOf(units(0)), covariateSumsOf(units(0.5).slice(7)), { alpha: 0.05 }));

describe("where numbers seem to disagree, the reason is said", () => {
  const experiment = (tests: number, bonferroniCorrection: boolean) => ({
    id: "checkout",
    name: "Checkout",
    status: "active",
    bonferroniCorrection,
    groups: ["Old", ...Array.from({ length: tests }, (_, index) => `T${index}`)].map((name) => ({
      id: name,
      name,
      size: 10,
    })),
  });
  const said = (
    subject: ExplainedRow,
    { tests = 1, bonferroni = false, alpha = 0.05 } = {},
    scale: "percent" | "absolute" = "percent",
  ) =>
    disagreements(subject, analysisOf(experiment(tests, bonferroni), "Old"), { alpha, scale }).map(
      ({ text }) => plain(text),
    );
  const clear = compare(moments(10_000, 10), moments(10_000, 10.4), { alpha: 0.05, sequential: true });
  const without = {
    sequentialTestingConfidenceIntervalDelta: undefined,
    percentSequentialTestingConfidenceIntervalDelta: undefined,
  };

  test.each([
    ["nothing disagrees", row({ ...clear, ...without }), {}, []],
    [
      "the percent interval is wider than the absolute one",
      row(compare(moments(1000, 1, 49), moments(1000, 1.7, 49), { alpha: 0.05 })),
      {},
      [
        "The percent interval (−15.6 to +156 %) includes 0 and the absolute one leaves it out: percent also carries the noise of the control mean it is divided by. So the result depends on the analysis, and is called neither better nor worse.",
      ],
    ],
    [
      "the percent interval is narrower than the absolute one",
      row(compare(moments(1000, 2, 49), moments(1000, 1.4, 49), { alpha: 0.05 })),
      {},
      [
        "The percent interval (−56.5 to −3.52 %) leaves out 0 and the absolute one includes it: percent also carries the noise of the control mean it is divided by. So the result depends on the analysis, and is called neither better nor worse.",
      ],
    ],
    [
      "the percent whiskers are wider than the absolute ones",
      row(compare(moments(1000, 1, 49), moments(1000, 2.5, 49), { alpha: 0.05, sequential: true })),
      {},
      [
        "The percent interval (−63.6 to +364 %) includes 0 and the absolute one leaves it out: percent also carries the noise of the control mean it is divided by. So the result depends on the analysis, and is called neither better nor worse.",
      ],
    ],
    [
      "p is below the level but not below the corrected one",
      row({ ...compare(moments(10_000, 10), moments(10_000, 10.3), { alpha: 0.025 }) }),
      { tests: 2, bonferroni: true, alpha: 0.025 },
      [
        "p (0.0339) is below 0.05, but with 2 test groups Bonferroni asks for less than 0.025: p itself is not corrected, the interval is.",
      ],
    ],
    [
      "p is small and the whiskers still include 0",
      row(clear),
      {},
      [
        "p (0.00468) and the fixed interval are made for a single look at the planned end. Here the wider sequential interval decides, and it includes 0.",
      ],
    ],
    [
      "the control mean cannot be told from 0",
      row(compare(moments(100, 0.5), moments(100, 4), { alpha: 0.05 })),
      {},
      [
        "There is no percent interval: the control mean (0.500) cannot be told from 0, so the true percentage could be of any size. The absolute interval decides.",
      ],
    ],
    [
      "the control mean is 0",
      row(compare(moments(1000, 0, 0), moments(1000, 1, 4), { alpha: 0.05 })),
      {},
      [
        "There is no percent change: the control mean is 0, and nothing can be divided by it. The absolute interval decides.",
      ],
    ],
    [
      "Student's t stands in for the normal",
      row(compare(moments(12, 4.5, 3), moments(15, 6, 5), { alpha: 0.05 })),
      {},
      [
        "With so few units (25.0 degrees of freedom) Student's t stands in for the normal distribution: the fixed interval reaches 2.06 standard errors to each side instead of 1.96.",
      ],
    ],
    [
      "CUPED decided",
      adjustedRow(),
      {},
      [
        "Without CUPED the result would be inconclusive: the adjustment takes out noise, and the interval is narrow enough now.",
        "The test mean was observed as 10.2; CUPED takes out what was different before. The mean of Old stays as observed.",
      ],
    ],
  ])("when %s", (_case, subject, settings, reasons) => expect(said(subject, settings)).toEqual(reasons));

  test("a row in its own unit misses no percent change, but tells what depends on the scale", () => {
    const wider = row(compare(moments(1000, 1, 49), moments(1000, 1.7, 49), { alpha: 0.05 }));
    const zero = row(compare(moments(1000, 0, 0), moments(1000, 1, 4), { alpha: 0.05 }));
    expect(said(wider, {}, "absolute")).toEqual(said(wider));
    expect(said(zero)).toHaveLength(1);
    expect(said(zero, {}, "absolute")).toEqual([]);
  });

  test("nothing is said of whiskers that do not decide as the row is read", () => {
    expect(said(row(clear))).toHaveLength(1);
    expect(said(row({ ...clear, ...without }))).toEqual([]);
  });
});
