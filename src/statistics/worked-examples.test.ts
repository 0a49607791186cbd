// Tests the worked examples of statistics 14 to the last digit given there.
import { expect, test } from "vitest";
import { fiellerG, compare, degreesOfFreedom, relativeStandardError, varianceOfMean } from "./compare.ts";
import { type CovariateSums, compareAdjusted } from "./cuped.ts";
import { exposureBalance } from "./exposure-balance.ts";
import { momentsOf, type Moments } from "./moments.ts";
import { type PairSums, ratioMoments } from "./pair-moments.ts";
import { alphaOf, criticalValue, mixingVariance, sequentialFactor } from "./significance.ts";
import { funnelOfDays } from "./unit-values.test-support.ts";
import { pairSumsOf } from "./plain-sums.test-support.ts";

const digitsOf = (text: string) => text.replace(/e.*/, "").replace(/[-.]/g, "").replace(/^0+/, "").length;

/** Checks that every number in `texts` equals that of `actual`, rounded to the digits given. */
function expectAsWritten(actual: object, texts: Record<string, string>) {
  const numbers = new Map(Object.entries(actual));
  for (const [name, text] of Object.entries(texts)) {
    const value: unknown = numbers.get(name);
    expect([name, typeof value === "number" && Number(value.toPrecision(digitsOf(text)))]).toEqual([
      name,
      Number(text),
    ]);
  }
}

const alpha = alphaOf(95);
const standardErrorOf = (control: Moments, group: Moments) =>
  Math.sqrt(varianceOfMean(control) + varianceOfMean(group));

test.each([alpha, alphaOf(90, 2)])("A: means, with the sequential interval, at %d", (level) => {
  const control = { n: 5000, mean: 2, variance: 9 };
  const group = { n: 5100, mean: 2.15, variance: 9.61 };
  const nu = degreesOfFreedom([control, group]);
  const c = criticalValue(level, nu);
  expectAsWritten(
    {
      ...compare(control, group, { alpha: level, sequential: true }),
      standardError: standardErrorOf(control, group),
      nu,
      relativeError: relativeStandardError(control, group),
      tau: mixingVariance(level, control, group),
      factor: sequentialFactor(level, control, group, c),
      g: fiellerG(c, control.mean, varianceOfMean(control)),
    },
    {
      standardError: "0.06069854797",
      nu: "10096.2984",
      absoluteChange: "0.15",
      confidenceIntervalDelta: "0.1189669679",
      percentChange: "7.5",
      relativeError: "0.0314818945",
      percentConfidenceIntervalDelta: "6.170337939",
      pValue: "0.01346496378",
      tau: "0.007078173134",
      factor: "3.584407953",
      sequentialTestingConfidenceIntervalDelta: "0.2175683581",
      percentSequentialTestingConfidenceIntervalDelta: "11.2843953",
      reversePower: "8.502607737",
      g: "0.001728656",
    },
  );
});

test("B: a small sample takes Student's t", () => {
  const control = { n: 12, mean: 4.5, variance: 3 };
  const group = { n: 15, mean: 6, variance: 5 };
  const nu = degreesOfFreedom([control, group]);
  const c = criticalValue(alpha, nu);
  expectAsWritten(
    { ...compare(control, group, { alpha }), nu, c, factor: sequentialFactor(alpha, control, group, c) },
    {
      nu: "24.98675497",
      c: "2.059593911",
      confidenceIntervalDelta: "1.573040833",
      pValue: "0.06075233215",
      percentChange: "33.33333333",
      percentConfidenceIntervalDelta: "40.36424659",
      reversePower: "47.54991233",
      factor: "3.577110536",
    },
  );
});

/** Returns the funnel values of a unit that starts `starts` times and then ends `ends` times on one day. */
const unit = ([ends, starts]: readonly [number, number]) =>
  funnelOfDays(
    [
      ...Array.from({ length: starts }, (_, index) => ({ step: 1, time: index })),
      ...Array.from({ length: ends }, (_, index) => ({ step: 2, time: starts + index })),
    ],
    2,
    "events",
  );

const funnelMoments = (units: readonly (readonly [number, number])[]) =>
  ratioMoments(
    pairSumsOf(
      units
        .map(unit)
        .filter(({ denominator }) => denominator > 0)
        .map(({ numerator, denominator }) => [numerator, denominator] as const),
    ),
  );

test("C: a funnel counts the units that started it", () => {
  const control = funnelMoments([
    [1, 2],
    [0, 1],
    [2, 2],
    [0, 0],
    [1, 3],
  ]);
  const group = funnelMoments([
    [1, 1],
    [2, 3],
    [0, 1],
    [2, 2],
  ]);
  const nu = degreesOfFreedom([control, group]);
  expectAsWritten(
    { ...compare(control, group, { alpha }), nu, c: criticalValue(alpha, nu) },
    {
      controlUnits: "4",
      controlMean: "0.5",
      controlStd: "0.3535533906",
      testUnits: "4",
      testMean: "0.7142857143",
      testStd: "0.3196555136",
      absoluteChange: "0.2142857143",
      nu: "5.940062739",
      c: "2.452909294",
      confidenceIntervalDelta: "0.5845695693",
      percentChange: "42.85714286",
      percentConfidenceIntervalDelta: "146.6178571",
      pValue: "0.403540993",
      reversePower: "133.5329821",
    },
  );
});

/** Returns the moments of units with values 1 or 0. */
const shareOf = (ones: number, n: number): Moments => {
  const mean = ones / n;
  return momentsOf({ n, mean, squares: ones * (1 - mean) });
};

// Sums over the rows of the MineThatData e-mail challenge (Kevin Hillstrom, 20 March 2008), in exact arithmetic:
// x is `spend`, y is `history`, of the segments "No E-Mail" and "Mens E-Mail".
const spendOfControl: CovariateSums = {
  n: 21_306,
  meanX: 0.6527893551112363,
  meanY: 240.88265324321787,
  squaresX: 2860971.152328626,
  squaresY: 1360903426.7471123,
  products: 917658.4073177555,
  nonzero: 21_306,
};
const spendOfMen: CovariateSums = {
  n: 21_307,
  meanX: 1.4226165110057727,
  meanY: 242.83593091472287,
  squaresX: 6715902.586629512,
  squaresY: 1444228971.2392104,
  products: 2496758.799851504,
  nonzero: 21_307,
};

/** Returns spend and visits of a segment's visitors; each visited once. */
const visitors = (n: number, meanX: number, squaresX: number): PairSums => ({
  n,
  meanX,
  meanY: 1,
  squaresX,
  squaresY: 0,
  products: 0,
});

test("D: visits of the e-mail campaign", () => {
  expectAsWritten(compare(shareOf(2262, 21_306), shareOf(3894, 21_307), { alpha, sequential: true }), {
    controlUnits: "21306",
    testUnits: "21307",
    controlMean: "0.1061672768",
    testMean: "0.1827568405",
    absoluteChange: "0.07658956365",
    confidenceIntervalDelta: "0.006636218167",
    percentChange: "72.14046168",
    percentConfidenceIntervalDelta: "8.299033537",
    pValue: "2.740429e-113",
    sequentialTestingConfidenceIntervalDelta: "0.01213675847",
  });
});

test("D: spend of the e-mail campaign, without and with the year before", () => {
  const result = compareAdjusted(spendOfControl, spendOfMen, { alpha, sequential: true });
  expectAsWritten(result.adjustment?.unadjusted ?? {}, {
    controlMean: "0.6527893551",
    testMean: "1.422616511",
    controlStd: "11.58819968",
    testStd: "17.75420510",
    absoluteChange: "0.7698271559",
    confidenceIntervalDelta: "0.284678027",
    percentChange: "117.928877",
    percentConfidenceIntervalDelta: "63.49830508",
    pValue: "1.157137e-07",
    sequentialTestingConfidenceIntervalDelta: "0.5206378757",
    reversePower: "62.33566969",
  });
  expectAsWritten(
    { ...result, ...result.adjustment },
    {
      theta: "0.001217203584",
      controlMean: "0.6527893551",
      testMean: "1.420238974",
      absoluteChange: "0.7674496193",
      confidenceIntervalDelta: "0.2846162514",
      percentConfidenceIntervalDelta: "63.41668541",
    },
  );
});

test("D: spend per visit of the e-mail campaign", () => {
  const control = ratioMoments(visitors(2262, 6.14868700265252, 2784532.3942003977));
  const men = ratioMoments(visitors(3894, 7.784203903441192, 6523072.121682101));
  expectAsWritten(compare(control, men, { alpha }), {
    controlUnits: "2262",
    testUnits: "3894",
    controlMean: "6.148687003",
    testMean: "7.784203903",
    absoluteChange: "1.635516901",
    confidenceIntervalDelta: "1.935063092",
    pValue: "0.09760782656",
  });
});

test("E: conversion of the landing page test", () => {
  const result = compare(shareOf(17_489, 145_274), shareOf(17_264, 145_310), { alpha, sequential: true });
  expectAsWritten(result, {
    controlMean: "0.1203863045",
    testMean: "0.1188080655",
    absoluteChange: "-0.001578238985",
    confidenceIntervalDelta: "0.00235962938",
    percentChange: "-1.310978846",
    percentConfidenceIntervalDelta: "1.947167652",
    pValue: "0.1898839019",
    sequentialTestingConfidenceIntervalDelta: "0.004315451013",
    reversePower: "2.801705342",
  });
});

test.each([
  ["E", 145_274, 145_310, { chiSquare: "0.004459984", pValue: "0.9467543682" }],
  ["F", 10_150, 9850, { chiSquare: "4.5", pValue: "0.03389485352" }],
])("%s: balance of %d and %d exposures", (_name, control, group, texts) => {
  const balance = exposureBalance([
    { size: 50, units: control },
    { size: 50, units: group },
  ]);
  expect(balance.status).toBe("PASSED");
  expectAsWritten(balance, texts);
});
