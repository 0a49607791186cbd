import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RatioSums } from "#contract/summary-charts.ts";
import { compare } from "#statistics/compare.ts";
import { compareAdjusted } from "#statistics/cuped.ts";
import {
  normalTwoSidedP,
  normalUpperQuantile,
  studentTwoSidedP,
  studentUpperQuantile,
} from "#statistics/distributions.ts";
import { ratioMoments } from "#statistics/pair-moments.ts";
import { explain, type Question, questions } from "./explain.ts";
import {
  type Arithmetic,
  type ExplanationContext,
  type ExplainedRow,
  type Formula,
  valuesText,
} from "./formula.ts";
import { covariateSumsOf, pairSumsOf } from "#statistics/plain-sums.test-support.ts";

const row = (fields: object): ExplainedRow => ({
  control: "Old",
  group: "New",
  metric: { metricID: "Orders::event_count", metricName: "Orders", directionality: "increase", ...fields },
});
const moments = (n: number, mean: number, variance = 100) => ({ n, mean, variance });
const percent = { scale: "percent", alpha: 0.05, noun: "users" } as const;
const absolute = { ...percent, scale: "absolute" } as const;
const plain = (text: string) => text.replaceAll("\u00a0", " ");
const written = ({ name, words, values, result }: Formula) =>
  plain(`${name} = ${words} = ${valuesText(values)} = ${result}`);
const formulasOf = (subject: ExplainedRow, question: Question, circumstances: ExplanationContext = percent) =>
  explain(subject, question, circumstances)?.formulas ?? [];
const sentencesOf = (
  subject: ExplainedRow,
  question: Question,
  circumstances: ExplanationContext = percent,
) => explain(subject, question, circumstances)?.sentences.map(plain);

/** Evaluates a line of arithmetic with its unrounded numbers. */
function evaluate(values: Arithmetic): number {
  const code = values
    .map((part) => (typeof part === "number" ? `(${part})` : part))
    .join("")
    .replaceAll("−", "-")
    .replaceAll("×", "*")
    .replaceAll("÷", "/")
    .replaceAll("²", "**2")
    .replaceAll(/P\(t > (.+) with (.+) degrees of freedom\)/g, "studentTail($1, $2)")
    .replaceAll("P(z > ", "normalTail(")
    .replaceAll(/√|max|ln/g, (name) => `Math.${{ "√": "sqrt", ln: "log" }[name] ?? name}`);
  const known = {
    z: (share: number) => normalUpperQuantile(1 - share),
    t: (share: number, freedom: number) => studentUpperQuantile(1 - share, freedom),
    normalTail: (statistic: number) => normalTwoSidedP(statistic) / 2,
    studentTail: (statistic: number, freedom: number) => studentTwoSidedP(statistic, freedom) / 2,
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is our own arithmetic
  return Number(new Function(...Object.keys(known), `return ${code}`)(...Object.values(known)));
}

/** Checks that each formula evaluates to its stated value; only an interval may have no single value. */
function expectSound(subject: ExplainedRow, circumstances: ExplanationContext) {
  for (const { id: question } of questions)
    for (const formula of explain(subject, question, circumstances)?.formulas ?? []) {
      const { name, values, value } = formula;
      if (value === undefined) expect(name).toBe("interval");
      else
        expect([question, name, Math.abs(evaluate(values) - value) <= 1e-9 * Math.abs(value)]).toEqual([
          question,
          name,
          true,
        ]);
    }
}

const random = (seed: number) => {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
};
/** Values that depend on the pre-exposure ones: the covariate explains most of their variance. */
const units = (count: number, lift: number, seed: number) => {
  const next = random(seed);
  return Array.from({ length: count }, () => {
    const before = Math.floor(20 * next());
    return [before + lift + 4 * next(), before] as const;
  });
};
const adjustedRow = (lift = 0.5, seed = 7, alpha = 0.05) =>
  row(
    compareAdjusted(covariateSumsOf(units(400, 0, 3)), covariateSumsOf(units(390, lift, seed)), {
      alpha,
      sequential: true,
    }),
  );

const funnelRow = () => {
  const pairs = (count: number, rate: number, seed: number) => {
    const next = random(seed);
    return pairSumsOf(
      Array.from({ length: count }, () => {
        const started = 1 + Math.floor(3 * next());
        return [
          Array.from({ length: started }, next).filter((value) => value < rate).length,
          started,
        ] as const;
      }),
    );
  };
  const [control, treated] = [pairs(3684, 0.44, 5), pairs(3513, 0.53, 11)];
  const ratioSums: RatioSums = {
    controlNumerator: control.n * control.meanX,
    controlDenominator: control.n * control.meanY,
    testNumerator: treated.n * treated.meanX,
    testDenominator: treated.n * treated.meanY,
  };
  const fields = compare(ratioMoments(control), ratioMoments(treated), { alpha: 0.025, sequential: true });
  return row({ ...fields, ratioSums, metricID: "Basket to order::funnel" });
};

describe("each formula comes to the number it explains, to 1e-9", () => {
  test("of any comparison", () => {
    fc.assert(
      fc.property(
        fc.record({
          control: fc.double({ min: -500, max: 500, noNaN: true }),
          change: fc.double({ min: -200, max: 200, noNaN: true }),
          variance: fc.double({ min: 0.01, max: 1e4, noNaN: true }),
          n: fc.integer({ min: 3, max: 1e6 }),
          scale: fc.constantFrom("percent" as const, "absolute" as const),
          alpha: fc.constantFrom(0.2, 0.05, 0.05 / 3, 0.01),
          sequential: fc.boolean(),
        }),
        ({ control, change, variance, n, scale, alpha, sequential }) => {
          const fields = compare(
            moments(n, control, variance),
            moments(n + 7, control + change, variance * 1.3),
            {
              alpha,
              sequential,
            },
          );
          // Skips the smallest tail probabilities, which 9 digits cannot compare.
          if ((fields.pValue ?? 1) < 1e-200) return;
          expectSound(row(fields), { ...percent, scale, alpha });
        },
      ),
    );
  });

  test("of an adjusted one", () => {
    for (const lift of [-1, 0.1, 0.5])
      for (const scale of ["percent", "absolute"] as const) {
        const subject = adjustedRow(lift, 7);
        expect(formulasOf(subject, "cuped").map(({ name }) => name)).toEqual([
          "θ",
          "mean of New, adjusted",
          "deviation of Old, adjusted",
          "deviation of New, adjusted",
        ]);
        expectSound(subject, { ...percent, scale });
      }
  });

  test("of a funnel", () =>
    expectSound(funnelRow(), { ...percent, alpha: 0.025, exposed: { Old: 8439, New: 8168 } }));
});

describe("a formula holds the metric's own values", () => {
  const subject = row(
    compare(moments(5000, 2, 9), moments(5100, 2.15, 9.61), { alpha: 0.05, sequential: true }),
  );

  test("of the change", () => {
    expect(formulasOf(subject, "change").map(written)).toEqual([
      "change = test mean − control mean = 2.15 − 2 = 0.15",
      "percent change = 100 × change ÷ size of the control mean = 100 × 0.15 ÷ 2 = +7.50 %",
    ]);
    expect(sentencesOf(subject, "change")).toEqual([
      "The mean is 2.15 with New and 2.00 with Old: higher by 7.50 % of the control.",
    ]);
  });

  test("of the absolute interval", () =>
    expect(explain(subject, "interval", absolute)?.formulas.map(written)).toEqual([
      "critical value = z(1 − α ÷ 2) for α = 0.05: 95 % lie within = z(1 − 0.05 ÷ 2) = 1.95996",
      "standard error = √(test deviation² ÷ test units + control deviation² ÷ control units) = √(3.1² ÷ 5,100 + 3² ÷ 5,000) = 0.0606985",
      "margin = critical value × standard error = 1.95996 × 0.0606985 = 0.118967",
      "interval = change ± margin = 0.15 ± 0.118967 = +0.0310 to +0.269",
    ]));

  test("of the sequential interval in percent, with its factor and its relative standard error", () =>
    expect(
      formulasOf(subject, "sequential").map((formula) => written(formula).split(" = ").slice(-2)),
    ).toEqual([
      ["√(3.1² ÷ 5,100 + 3² ÷ 5,000)", "0.0606985"],
      ["0.0606985²", "0.00368431"],
      ["1.95996² × (3.1² + 3²) ÷ (5,100 + 5,000)", "0.00707817"],
      [
        "√((0.00368431 + 0.00707817) ÷ 0.00707817 × (−2 × ln(0.05 ÷ 2) − ln(0.00368431 ÷ (0.00368431 + 0.00707817))))",
        "3.58441",
      ],
      ["2.15 ÷ 2", "1.075"],
      ["√(3.1² ÷ 5,100 + 1.075² × 3² ÷ 5,000) ÷ 2", "0.0314819"],
      ["100 × 3.58441 × 0.0314819", "11.2844"],
      ["7.5 ± 11.2844", "−3.78 to +18.8 %"],
    ]));

  test("of the p-value, with Student's t for few units", () => {
    expect(formulasOf(subject, "p").map(written).slice(1)).toEqual([
      "z = change ÷ standard error = 0.15 ÷ 0.0606985 = 2.47123",
      "p = chance of a z at least this far from 0, either way = 2 × P(z > 2.47123) = 0.0135",
    ]);
    const few = row(compare(moments(12, 4.5, 3), moments(15, 6, 5), { alpha: 0.05 }));
    expect(formulasOf(few, "p").map(written)[2]).toBe(
      "p = chance of a t at least this far from 0, either way = 2 × P(t > 1.96396 with 24.9868 degrees of freedom) = 0.0608",
    );
    expect(
      formulasOf(few, "interval")
        .map(({ name }) => name)
        .slice(0, 2),
    ).toEqual(["degrees of freedom", "critical value"]);
  });

  test("of a funnel's means: what was completed and what was started", () => {
    expect(formulasOf(funnelRow(), "mean").map(written)).toEqual([
      "mean of Old = funnels completed ÷ funnels started = 3,311 ÷ 7,452 = 44.431 %",
      "mean of New = funnels completed ÷ funnels started = 3,709 ÷ 7,076 = 52.4166 %",
    ]);
    const { ratioSums: _, ...without } = { ...funnelRow().metric };
    expect(formulasOf(row(without), "mean")).toEqual([]);
    expect(sentencesOf(row(without), "mean")?.at(-1)).toBe(
      "The service does not say the two sums that are divided.",
    );
  });

  test("of means under CUPED: what was observed, and what the week before takes off", () =>
    expect(formulasOf(adjustedRow(), "mean").map(({ name }) => name)).toEqual([
      "mean of Old",
      "mean of New, observed",
      "mean of New, adjusted",
    ]));
});

describe("the units of a funnel are those that took part", () => {
  const exposed = { Old: 8439, New: 8168 };
  test("beside all that were exposed, where they are known", () => {
    const { formulas = [], sentences } = explain(funnelRow(), "units", { ...percent, exposed }) ?? {};
    expect(sentences?.map(plain)).toEqual([
      "Of 8,168 users exposed to New, 3,513 started the funnel. Of 8,439 users exposed to Old, 3,684 started the funnel. Only they count here. Those seen in more than one group are left out.",
    ]);
    expect(formulas.map(written)).toEqual([
      "taking part with New = 100 × users that started the funnel ÷ exposed users = 100 × 3,513 ÷ 8,168 = 43.0 %",
      "taking part with Old = 100 × users that started the funnel ÷ exposed users = 100 × 3,684 ÷ 8,439 = 43.7 %",
    ]);
  });

  test("and alone where those are not known, or are older than the results", () => {
    for (const known of [{}, { Old: 10, New: 10 }])
      expect(sentencesOf(funnelRow(), "units", { ...percent, exposed: known })).toEqual([
        "3,513 users exposed to New and 3,684 exposed to Old started the funnel. Only they count here. Those seen in more than one group are left out.",
      ]);
  });

  test("while all exposed units count for other metrics", () => {
    const subject = row(compare(moments(60, 4), moments(40, 5), { alpha: 0.05 }));
    expect(sentencesOf(subject, "units", { ...percent, exposed })).toEqual([
      "40 users were exposed to New and 60 to Old. Those seen in more than one group are left out.",
      "All of them count, also with value 0.",
    ]);
  });
});

describe("a result says why it has its word", () => {
  const said = (test: number, more: object = {}, circumstances: typeof percent | typeof absolute = percent) =>
    explain(
      row({ ...compare(moments(10_000, 10), moments(10_000, test), { alpha: 0.05 }), ...more }),
      "result",
      circumstances,
    )?.sentences.map(plain);

  test("inconclusive, and that it is not the same as no effect", () =>
    expect(said(10.1)).toEqual([
      "The interval, −1.79 to +3.79 %, includes 0, since the change is no larger than the margin: an increase as well as a drop within it fits the data. Inconclusive does not mean that there is no effect.",
    ]));

  test("better, also where lower is better, and unknown where nobody has said which way is good", () => {
    expect(said(10.5)).toEqual([
      "The whole interval, +2.16 to +7.84 %, lies above 0, since the change is larger than the margin. For Orders higher is better, so New is better.",
    ]);
    expect(said(10.5, { directionality: "decrease" }, absolute)).toEqual([
      "The whole interval, +0.223 to +0.777, lies above 0, since the change is larger than the margin. For Orders lower is better, so New is worse.",
    ]);
    expect(said(10.5, { directionality: "" })?.[0]).toContain("Nobody has said whether");
  });

  test("none where the absolute interval and the one in percent say different things", () => {
    const subject = row(compare(moments(1000, 1, 49), moments(1000, 1.7, 49), { alpha: 0.05 }));
    expect(sentencesOf(subject, "result")).toEqual([
      "The whole absolute interval, +0.0864 to +1.31, lies above 0, since the change is larger than the margin. The interval in percent, −15.6 to +156 %, says otherwise: the result depends on the analysis, and is called neither better nor worse.",
    ]);
  });
});

test("says that a p-value is no chance of being right, and what an interval leaves out", () => {
  const fixed = row(compare(moments(10_000, 10), moments(10_000, 10.4), { alpha: 0.05 }));
  expect(sentencesOf(fixed, "p")).toEqual([
    "If New and Old were really alike, about 0.468 % of such tests would show a change at least this large, up or down. It is not the chance that New is better.",
    "The fixed interval leaves out 0 exactly when p is below 0.05.",
  ]);
  expect(sentencesOf(fixed, "interval")).toEqual([
    "If this test were repeated many times, 95 % of such intervals would hold the true change. Changes outside it are ruled out by the data at this level.",
    "Without forcing it to be symmetric (Fieller) it goes from +1.21 % to +6.87 %.",
  ]);
});

describe("while the sequential interval decides", () => {
  const fields = compare(moments(10_000, 10), moments(10_000, 10.4), { alpha: 0.05, sequential: true });
  const subject = row(fields);

  test("the minimum detectable effect is given for a single look at the planned end, and for now", () => {
    expect(sentencesOf(subject, "detectable")).toEqual([
      "With a single look at the planned end, at 95 %, a true change of 3.96 % would be found in 8 of 10 tests of this size. While the sequential interval decides, it takes one of 6.26 %. Smaller ones would often stay inconclusive.",
      "More users make it smaller. It does not depend on the change that was seen: the interval says which changes the data rule out.",
    ]);
    const ended = { ...fields, sequentialTestingConfidenceIntervalDelta: undefined };
    expect(sentencesOf(row(ended), "detectable")?.[0]).toBe(
      "A true change of 3.96 % would be found in 8 of 10 tests of this size, at 95 %; smaller ones would often stay inconclusive.",
    );
  });

  test("the fixed interval is said to rule out nothing before the planned end", () => {
    expect(sentencesOf(subject, "interval")?.[0]).toMatch(
      /at this level if they are looked at once only, at the planned end; here the sequential interval decides\.$/,
    );
    expect(sentencesOf(subject, "sequential")?.[0]).toContain(
      "it is 1.83 times as wide as the fixed interval",
    );
  });
});

test("a mean says what it averages, what was capped and what was left out", () => {
  const subject = row({
    ...compare(moments(10, 4), moments(10, 5), { alpha: 0.05 }),
    metricID: "Spend::sum",
    cap: 120,
    nonNumericEvents: 1200,
  });
  expect(sentencesOf(subject, "mean")).toEqual([
    "Sum of the event's values per exposed user: 4.00 with Old, 5.00 with New.",
    "A user's value above 120 counts as 120, so that a few extreme ones do not decide.",
    "1,200 events without a number as their value were left out.",
  ]);
});

test("what is not there is not explained", () => {
  for (const { id: question } of questions)
    expect(explain(row({ testUnits: 0, controlUnits: 0 }), question, percent)).toBeUndefined();
  const one = row(compare(moments(1, 4), moments(1, 5), { alpha: 0.05 }));
  expect(questions.map(({ id }) => id).filter((id) => explain(one, id, percent))).toEqual([
    "change",
    "units",
    "mean",
  ]);
});
