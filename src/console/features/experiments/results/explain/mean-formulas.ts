// Explains the units and means of both groups.
import {
  formatMean,
  formatSize,
  isShare,
  typeOf,
} from "#console/features/experiments/results/model/format-result.ts";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { formatCount, percentSign } from "#console/foundation/ui/wording.ts";
import { adjustedMean } from "./cuped-formulas.ts";
import { exact, type Explanation, explanation, type Formula, type RowTerms, line } from "./formula.ts";

const oneOf = (noun: string) => noun.replace(/s$/, "");

/** Meaning of the mean by metric type; `noun` is the plural of the unit, such as "users". */
const meanings: Record<string, (noun: string) => string> = {
  event_count: (noun) => `Events per exposed ${oneOf(noun)}`,
  event_dau: (noun) =>
    `Share of the days in the experiment on which a ${oneOf(noun)} had an event, averaged over all exposed ${noun}`,
  sum: (noun) => `Sum of the event's values per exposed ${oneOf(noun)}`,
  funnel: (noun) => `Completed funnels divided by started ones, over all ${noun} that started`,
  mean: (noun) => `Sum of values divided by their number, over all ${noun} that had one`,
  ratio: (noun) => `Sum of numerators divided by sum of denominators, over all ${noun} that took part`,
};

/** Numerator and denominator of the mean, for metrics that are ratios of sums. */
const divisions: Record<string, [numerator: string, denominator: string]> = {
  funnel: ["funnels completed", "funnels started"],
  mean: ["sum of the values", "number of values"],
  ratio: ["sum of the numerators", "sum of the denominators"],
};

/** Reconstructs a sum from its mean; snaps to a whole number within rounding error. */
const sumOf = (mean: number, count: number) => {
  const sum = mean * count;
  const nearest = Math.round(sum);
  return Math.abs(sum - nearest) <= 1e-9 * Math.abs(sum) ? nearest : sum;
};

/** Formulas of the observed means, control first; undefined if the response lacks the sums. */
function meanFormulas({ row, metric }: RowTerms): Formula[] | undefined {
  const { ratioSums, adjustment, controlUnits = 0, testUnits = 0 } = metric;
  const { controlMean = NaN, testMean = NaN } = adjustment?.unadjusted ?? metric;
  const names = divisions[typeOf(metric) ?? ""];
  if (names && !ratioSums) return undefined;
  const [sumName, countName] = names ?? ["sum over the units", "units"];
  const formula = (name: string, mean: number, count: number) => {
    const terms = { [sumName]: sumOf(mean, count), [countName]: sumOf(count, 1) };
    const result = isShare(metric) ? `${exact(100 * mean)}${percentSign}` : exact(mean);
    return line(name, `{${sumName}} ÷ {${countName}}`, terms, mean, { result });
  };
  const [control, test] = [`mean of ${row.control}`, `mean of ${row.group}${adjustment ? ", observed" : ""}`];
  if (!names || !ratioSums)
    return [formula(control, controlMean, controlUnits), formula(test, testMean, testUnits)];
  const { controlNumerator, controlDenominator, testNumerator, testDenominator } = ratioSums;
  return [
    formula(control, controlNumerator / controlDenominator, controlDenominator),
    formula(test, testNumerator / testDenominator, testDenominator),
  ];
}

export function explainMean(known: RowTerms): Explanation {
  const { row, metric, noun, testMean, controlMean } = known;
  const { cap, nonNumericEvents, adjustment } = metric;
  const divided = meanFormulas(known);
  const meaning = meanings[typeOf(metric) ?? ""]?.(noun) ?? "Average of all values";
  return explanation(
    "Means",
    [...(divided ?? []), adjustedMean(known)],
    [
      `${meaning}: ${formatMean(controlMean, metric)} with ${row.control}, ${formatMean(testMean, metric)} with ${row.group}${adjustment ? " after CUPED" : ""}.`,
      divided ? undefined : "The service does not say the two sums that are divided.",
      cap === undefined
        ? undefined
        : `A ${oneOf(noun)}'s value above ${formatNumber(cap)} counts as ${formatNumber(cap)}, so that a few extreme ones do not decide.`,
      nonNumericEvents
        ? `${formatCount(nonNumericEvents)} events without a number as their value were left out.`
        : undefined,
    ],
  );
}

/** How a unit takes part in a metric, by type; for other types all exposed units count. */
const parts: Record<string, string> = {
  funnel: "started the funnel",
  mean: "had a value to average",
  ratio: "have a denominator",
};

const shareLine = (name: string, part: string, count: number, whole: string, all: number) => {
  const share = (100 * count) / all;
  return line(name, `100 × {${part}} ÷ {${whole}}`, { [part]: count, [whole]: all }, share, {
    result: formatSize(share, "percent"),
  });
};

export function explainUnits({
  row,
  metric,
  noun,
  exposed = {},
  testUnits,
  controlUnits,
}: RowTerms): Explanation {
  const groups = [
    { name: row.group, count: testUnits },
    { name: row.control, count: controlUnits },
  ].map((group) => ({ ...group, seen: exposed[group.name] ?? 0 }));
  const part = parts[typeOf(metric) ?? ""];
  const left = `Those seen in more than one group are left out.`;
  const [test, control] = groups.map(({ count }) => formatCount(count));
  if (part === undefined) {
    const all = testUnits + controlUnits;
    return explanation(
      "Units",
      groups.map(({ name, count }) =>
        shareLine(`share of ${name}`, "its units", count, "units of both groups", all),
      ),
      [
        `${test} ${noun} were exposed to ${row.group} and ${control} to ${row.control}. ${left}`,
        `All of them count, also with value 0.`,
      ],
    );
  }
  // Health checks are loaded separately from the results and may be older.
  const known = groups.filter(({ seen, count }) => seen > 0 && seen >= count);
  const sentences = known.map(
    ({ name, count, seen }) =>
      `Of ${formatCount(seen)} ${noun} exposed to ${name}, ${formatCount(count)} ${part}.`,
  );
  const said =
    known.length === groups.length
      ? sentences.join(" ")
      : `${test} ${noun} exposed to ${row.group} and ${control} exposed to ${row.control} ${part}.`;
  return explanation(
    "Units",
    known.map(({ name, count, seen }) =>
      shareLine(`taking part with ${name}`, `${noun} that ${part}`, count, `exposed ${noun}`, seen),
    ),
    [`${said} Only they count here. ${left}`],
  );
}
