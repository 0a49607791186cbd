import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ComparisonRow } from "#console/results/comparison-rows.ts";
import { analysisOf } from "#console/results/robustness.ts";
import { compare } from "#statistics/compare.ts";
import { compareAdjusted, covariateSumsOf } from "#statistics/cuped.ts";
import { disagreements } from "./disagreements.ts";
import { explain } from "./explain.ts";
import { type Formula, questions } from "./formula.ts";

const row = (fields: object, more: Partial<ComparisonRow> = {}): ComparisonRow => ({
  section: "Primary metrics",
  control: "Old",
  group: "New",
  isPrimary: true,
  isSequential: false,
  significanceLevel: 0.05,
  metric: { metricID: "Orders::event_count", metricName: "Orders", directionality: "increase", ...fields },
  ...more,
});
const moments = (n: number, mean: number, variance = 100) => ({ n, mean, variance });
const percent = { scale: "percent", alpha: 0.05 } as const;
const absolute = { scale: "absolute", alpha: 0.05 } as const;
const plain = (text: string) => text.replaceAll("\u00a0", " ");
const written = ({ name, words, values, result }: Formula) =>
  plain(`${name} = ${words} = ${values} = ${result}`);

/** What a line of arithmetic comes to, by the values it shows. */
function evaluate(values: string): number {
  const code = values
    .replaceAll(",", "")
    .replaceAll("−", "-")
    .replaceAll("×", "*")
    .replaceAll("÷", "/")
    .replaceAll("√", "Math.sqrt")
    .replaceAll(/(-?[\d.]+(?:E-?\d+)?)²/g, "($1)**2");
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is our own arithmetic
  return Number(new Function(`return ${code}`)());
}

const adjustedRow = () => {
  const units = (shift: number) =>
    Array.from({ length: 400 }, (_, index) => [(index % 20) + shift + (index % 3) / 10, index % 20] as const);
  return row(
    compareAdjusted(covariateSumsOf(units(0)), covariateSumsOf(units(0.5).slice(7)), { alpha: 0.05 }),
  );
};

describe("a formula holds the metric's own values", () => {
  const subject = row(
    compare(moments(5000, 2, 9), moments(5100, 2.15, 9.61), { alpha: 0.05, sequential: true }),
  );

  test("of the change", () => {
    const { formulas = [], sentences } = explain(subject, "change", percent) ?? {};
    expect(formulas.map(written)).toEqual([
      "change = test mean − control mean = 2.15 − 2 = 0.15",
      "percent change = 100 × change ÷ size of the control mean = 100 × 0.15 ÷ 2 = +7.50 %",
    ]);
    expect(sentences?.map(plain)).toEqual([
      "The mean is 2.15 with New and 2.00 with Old: higher by 7.50 % of the control.",
    ]);
  });

  test("of the absolute interval", () =>
    expect(explain(subject, "interval", absolute)?.formulas.map(written)).toEqual([
      "standard error = √(test deviation² ÷ test units + control deviation² ÷ control units) = √(3.1² ÷ 5,100 + 3² ÷ 5,000) = 0.0606985",
      "half-width = critical value × standard error = 1.95996 × 0.0606985 = 0.118967",
      "interval = change − half-width to change + half-width = 0.15 ± 0.118967 = +0.0310 to +0.269",
    ]));

  test("of the p-value, with Student's t for few units", () => {
    expect(explain(subject, "p", percent)?.formulas.map(written)).toEqual([
      "z = change ÷ standard error = 0.15 ÷ 0.0606985 = 2.47123",
      "p = chance of a z at least this far from 0, either way = 2 × P(z > 2.47123) = 0.013",
    ]);
    const few = row(compare(moments(12, 4.5, 3), moments(15, 6, 5), { alpha: 0.05 }));
    expect(explain(few, "p", percent)?.formulas.map(written)[1]).toBe(
      "p = chance of a t at least this far from 0, either way = 2 × P(t > 1.96396 with 24.9868 degrees of freedom) = 0.061",
    );
  });

  test("of CUPED", () => {
    const { formulas = [], sentences = [] } = explain(adjustedRow(), "cuped", percent) ?? {};
    expect(formulas).toHaveLength(1);
    expect(sentences.at(-1)).toMatch(/^The interval is 9\d\.\d\u00a0% narrower than without it\.$/);
    expect(explain(subject, "cuped", percent)).toBeUndefined();
  });

  test("and comes to the result that it shows", () => {
    fc.assert(
      fc.property(
        fc.record({
          control: fc.double({ min: 0.5, max: 500, noNaN: true }),
          change: fc.double({ min: -200, max: 200, noNaN: true }),
          variance: fc.double({ min: 0.01, max: 1e4, noNaN: true }),
          n: fc.integer({ min: 120, max: 1e6 }),
          scale: fc.constantFrom("percent" as const, "absolute" as const),
        }),
        ({ control, change, variance, n, scale }) => {
          const result = compare(
            moments(n, control, variance),
            moments(n + 7, control + change, variance * 1.3),
            {
              alpha: 0.05,
              sequential: true,
            },
          );
          for (const question of [
            "change",
            "interval",
            "sequential",
            "units",
            "mean",
            "detectable",
          ] as const) {
            for (const { values, result: shown } of explain(row(result), question, { scale, alpha: 0.05 })
              ?.formulas ?? []) {
              if (values.includes("±") || /[a-z]/.test(shown)) continue;
              const expected = evaluate(shown.replace(/[+%\u00a0]/g, ""));
              // Both are rounded, and a change is the small difference of two rounded means.
              const size = Math.max(...(values.match(/[\d.,]+/g) ?? []).map((text) => evaluate(text)));
              const slack = question === "change" ? 1e-5 * size : 0;
              expect(Math.abs(evaluate(values) - expected)).toBeLessThanOrEqual(
                0.006 * Math.abs(expected) + slack,
              );
            }
          }
        },
      ),
    );
  });
});

test("says that a p-value is no chance of being right, and what an interval leaves out", () => {
  const subject = row(compare(moments(10_000, 10), moments(10_000, 10.4), { alpha: 0.05, sequential: true }));
  expect(explain(subject, "p", percent)?.sentences.map(plain)).toEqual([
    "If New and Old were really alike, about 0.468 % of such tests would show a change at least this large, up or down. It is not the chance that New is better.",
  ]);
  expect(explain(subject, "interval", percent)?.sentences.map(plain)).toEqual([
    "If this test were repeated many times, 95 % of such intervals would hold the true change. Changes outside it are ruled out by the data at this level.",
    "Without rounding to a symmetric shape (Fieller) it goes from +1.21 % to +6.87 %.",
  ]);
  expect(explain(subject, "sequential", percent)?.sentences[0]).toContain(
    "It is 1.83 times as wide as the fixed interval",
  );
});

test("a mean says what it averages, what was capped and what was left out", () => {
  const subject = row({
    ...compare(moments(10, 4), moments(10, 5), { alpha: 0.05 }),
    metricID: "Spend::sum",
    cap: 120,
    nonNumericEvents: 1200,
  });
  expect(explain(subject, "mean", percent)?.sentences).toEqual([
    "Sum of the event's values per exposed unit: 4.00 with Old, 5.00 with New.",
    "A unit's value above 120 counts as 120, so that a few extreme units do not decide.",
    "1,200 events without a number as their value were left out.",
  ]);
});

test("what is not there is not explained", () => {
  for (const question of questions)
    expect(explain(row({ testUnits: 0, controlUnits: 0 }), question, percent)).toBeUndefined();
  const one = row(compare(moments(1, 4), moments(1, 5), { alpha: 0.05 }));
  expect(questions.filter((question) => explain(one, question, percent))).toEqual([
    "change",
    "units",
    "mean",
  ]);
});

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
  const said = (subject: ComparisonRow, { tests = 1, bonferroni = false, alpha = 0.05 } = {}) =>
    disagreements(subject, analysisOf(experiment(tests, bonferroni), "Old"), alpha).map(({ text }) =>
      plain(text),
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
        "The percent interval (−15.6 to +156 %) includes 0 and the absolute one leaves it out: percent also carries the noise of the control mean it is divided by. The absolute interval and p decide.",
      ],
    ],
    [
      "the percent interval is narrower than the absolute one",
      row(compare(moments(1000, 2, 49), moments(1000, 1.4, 49), { alpha: 0.05 })),
      {},
      [
        "The percent interval (−56.5 to −3.52 %) leaves out 0 and the absolute one includes it: percent also carries the noise of the control mean it is divided by. The absolute interval and p decide.",
      ],
    ],
    [
      "the percent whiskers are wider than the absolute ones",
      row(compare(moments(1000, 1, 49), moments(1000, 2.5, 49), { alpha: 0.05, sequential: true })),
      {},
      [
        "The percent interval (−63.6 to +364 %) includes 0 and the absolute one leaves it out: percent also carries the noise of the control mean it is divided by. The absolute interval decides.",
      ],
    ],
    [
      "p is below the level but not below the corrected one",
      row({ ...compare(moments(10_000, 10), moments(10_000, 10.3), { alpha: 0.025 }) }),
      { tests: 2, bonferroni: true, alpha: 0.025 },
      [
        "p (0.034) is below 0.05, but with 2 test groups Bonferroni asks for less than 0.025: p itself is not corrected, the interval is.",
      ],
    ],
    [
      "p is small and the whiskers still include 0",
      row(clear),
      {},
      [
        "p (0.005) and the fixed interval are made for a single look at the planned end. Until then the wider sequential interval decides, and it includes 0.",
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
        "With so few units (25.0 degrees of freedom) Student's t stands in for the normal distribution, so the interval is wider than the usual 1.96 standard errors.",
      ],
    ],
    [
      "CUPED decided",
      adjustedRow(),
      {},
      [
        "Without CUPED the result would be inconclusive: the groups differed already before the experiment, or the adjustment made the interval narrow enough.",
        "The test mean was observed as 10.2; CUPED takes out what was different before. The mean of Old stays as observed.",
      ],
    ],
  ])("when %s", (_case, subject, settings, reasons) => expect(said(subject, settings)).toEqual(reasons));
});
