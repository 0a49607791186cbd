// The means of both groups, explained.
import type { ChartMetric } from "#contract/summary-charts.ts";
import {
  formatMean,
  formatNumber,
  isShare,
  percentSign,
  typeOf,
} from "#console/features/experiments/results/model/format-result.ts";
import { adjustedMean } from "./cuped-formulas.ts";
import { arithmetic, exact, type Explanation, type Formula, type Known, whole } from "./formula.ts";

/** What a mean averages; `noun` is "users". */
const meaningOf = (type: string | undefined, noun: string) => {
  const meanings: Record<string, string> = {
    event_count: `Events per exposed ${oneOf(noun)}`,
    event_dau: `Share of the days in the experiment on which a ${oneOf(noun)} had an event, averaged over all exposed ${noun}`,
    sum: `Sum of the event's values per exposed ${oneOf(noun)}`,
    funnel: `Completed funnels divided by started ones, over all ${noun} that started`,
    mean: `Sum of values divided by their number, over all ${noun} that had one`,
    ratio: `Sum of numerators divided by sum of denominators, over all ${noun} that took part`,
  };
  return meanings[type ?? ""] ?? "Average of all values";
};
const oneOf = (noun: string) => noun.replace(/s$/, "");

const divisions: Record<string, string> = {
  funnel: "funnels completed ÷ funnels started",
  mean: "sum of the values ÷ number of values",
  ratio: "sum of the numerators ÷ sum of the denominators",
};
const perUnit = "sum over the units ÷ units";

/** A sum is known from its mean alone, up to the rounding of the last digit. */
const sumOf = (mean: number, count: number) => {
  const sum = mean * count;
  const nearest = Math.round(sum);
  return Math.abs(sum - nearest) <= 1e-9 * Math.abs(sum) ? nearest : sum;
};

interface Division {
  sum: number;
  by: number;
  words: string;
}

/** What each observed mean divides; undefined where the answer does not say. */
function divisionsOf(metric: ChartMetric): { control: Division; test: Division } | undefined {
  const { ratioSums, adjustment, controlUnits = 0, testUnits = 0 } = metric;
  const { controlMean = NaN, testMean = NaN } = adjustment?.unadjusted ?? metric;
  const words = divisions[typeOf(metric) ?? ""];
  const division = (sum: number, by: number) => ({
    sum: sumOf(sum / by, by),
    by: sumOf(by, 1),
    words: words ?? perUnit,
  });
  if (words === undefined)
    return {
      control: division(controlMean * controlUnits, controlUnits),
      test: division(testMean * testUnits, testUnits),
    };
  return (
    ratioSums && {
      control: division(ratioSums.controlNumerator, ratioSums.controlDenominator),
      test: division(ratioSums.testNumerator, ratioSums.testDenominator),
    }
  );
}

export function mean(known: Known): Explanation {
  const { row, metric, noun, testMean, controlMean } = known;
  const type = typeOf(metric);
  const { cap, nonNumericEvents, adjustment } = metric;
  const divided = divisionsOf(metric);
  const written = (value: number) => (isShare(metric) ? `${exact(100 * value)}${percentSign}` : exact(value));
  const formula = (name: string, { sum, by, words }: Division): Formula => ({
    name,
    words,
    values: arithmetic`${sum} ÷ ${by}`,
    value: sum / by,
    result: written(sum / by),
  });
  const observed = adjustment ? ", observed" : "";
  return {
    title: "Means",
    formulas: [
      ...(divided
        ? [
            formula(`mean of ${row.control}`, divided.control),
            formula(`mean of ${row.group}${observed}`, divided.test),
          ]
        : []),
      ...adjustedMean(known),
    ],
    sentences: [
      `${meaningOf(type, noun)}: ${formatMean(controlMean, type)} with ${row.control}, ${formatMean(testMean, type)} with ${row.group}${adjustment ? " after CUPED" : ""}.`,
      ...(divided ? [] : ["The service does not say the two sums that are divided."]),
      ...(cap === undefined
        ? []
        : [
            `A ${oneOf(noun)}'s value above ${formatNumber(cap)} counts as ${formatNumber(cap)}, so that a few extreme ones do not decide.`,
          ]),
      ...(nonNumericEvents
        ? [`${whole.format(nonNumericEvents)} events without a number as their value were left out.`]
        : []),
    ],
  };
}
