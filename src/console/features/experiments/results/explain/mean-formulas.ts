// The units and the means of both groups, explained.
import type { ChartMetric } from "#contract/summary-charts.ts";
import {
  formatMean,
  formatNumber,
  formatSize,
  isShare,
  typeOf,
} from "#console/features/experiments/results/model/format-result.ts";
import { formatCount, percentSign } from "#console/foundation/ui/wording.ts";
import { adjustedMean } from "./cuped-formulas.ts";
import {
  exact,
  type Explanation,
  explanation,
  expression,
  type Formula,
  type Known,
  line,
  type Term,
  term,
} from "./formula.ts";

const oneOf = (noun: string) => noun.replace(/s$/, "");

/** The meaning of the mean of a metric type; `noun` is "users". */
const meanings: Record<string, (noun: string) => string> = {
  event_count: (noun) => `Events per exposed ${oneOf(noun)}`,
  event_dau: (noun) =>
    `Share of the days in the experiment on which a ${oneOf(noun)} had an event, averaged over all exposed ${noun}`,
  sum: (noun) => `Sum of the event's values per exposed ${oneOf(noun)}`,
  funnel: (noun) => `Completed funnels divided by started ones, over all ${noun} that started`,
  mean: (noun) => `Sum of values divided by their number, over all ${noun} that had one`,
  ratio: (noun) => `Sum of numerators divided by sum of denominators, over all ${noun} that took part`,
};

/** The sums that a mean divides, for metrics that are ratios of sums. */
const divisions: Record<string, [numerator: string, denominator: string]> = {
  funnel: ["funnels completed", "funnels started"],
  mean: ["sum of the values", "number of values"],
  ratio: ["sum of the numerators", "sum of the denominators"],
};

/** A sum is known from its mean alone, up to the rounding of the last digit. */
const sumOf = (mean: number, count: number) => {
  const sum = mean * count;
  const nearest = Math.round(sum);
  return Math.abs(sum - nearest) <= 1e-9 * Math.abs(sum) ? nearest : sum;
};

type Division = readonly [sum: Term, by: Term];

/** The division behind each observed mean; undefined where the answer does not say. */
function divisionsOf(metric: ChartMetric): { control: Division; test: Division } | undefined {
  const { adjustment, controlUnits = 0, testUnits = 0 } = metric;
  const { controlMean = NaN, testMean = NaN } = adjustment?.unadjusted ?? metric;
  const names = divisions[typeOf(metric) ?? ""];
  const perUnit = {
    controlNumerator: controlMean * controlUnits,
    controlDenominator: controlUnits,
    testNumerator: testMean * testUnits,
    testDenominator: testUnits,
  };
  const sums = names ? metric.ratioSums : perUnit;
  const [sumName, countName] = names ?? ["sum over the units", "units"];
  const division = (sum: number, by: number): Division => [
    term(sumName, sumOf(sum / by, by)),
    term(countName, sumOf(by, 1)),
  ];
  return (
    sums && {
      control: division(sums.controlNumerator, sums.controlDenominator),
      test: division(sums.testNumerator, sums.testDenominator),
    }
  );
}

export function explainMean(known: Known): Explanation {
  const { row, metric, noun, testMean, controlMean } = known;
  const { cap, nonNumericEvents, adjustment } = metric;
  const divided = divisionsOf(metric);
  const formula = (name: string, [sum, by]: Division): Formula => {
    const value = sum.value / by.value;
    const result = isShare(metric) ? `${exact(100 * value)}${percentSign}` : exact(value);
    return line(name, expression`${sum} ÷ ${by}`, value, { result });
  };
  const meaning = meanings[typeOf(metric) ?? ""]?.(noun) ?? "Average of all values";
  return explanation(
    "Means",
    [
      divided && formula(`mean of ${row.control}`, divided.control),
      divided && formula(`mean of ${row.group}${adjustment ? ", observed" : ""}`, divided.test),
      adjustedMean(known),
    ],
    [
      `${meaning}: ${formatMean(controlMean.value, metric)} with ${row.control}, ${formatMean(testMean.value, metric)} with ${row.group}${adjustment ? " after CUPED" : ""}.`,
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

/** The way in which a unit takes part in a metric; in other metrics all exposed units count. */
const parts: Record<string, string> = {
  funnel: "started the funnel",
  mean: "had a value to average",
  ratio: "have a denominator",
};

const shareLine = (name: string, count: Term, all: Term) => {
  const share = (100 * count.value) / all.value;
  return line(name, expression`100 × ${count} ÷ ${all}`, share, { result: formatSize(share, "percent") });
};

export function explainUnits({ row, metric, noun, exposed = {}, ...units }: Known): Explanation {
  const groups = [
    { name: row.group, count: units.testUnits.value },
    { name: row.control, count: units.controlUnits.value },
  ].map((group) => ({ ...group, seen: exposed[group.name] ?? 0 }));
  const part = parts[typeOf(metric) ?? ""];
  const left = `Those seen in more than one group are left out.`;
  const [test, control] = groups.map(({ count }) => formatCount(count));
  if (part === undefined) {
    const all = term("units of both groups", units.testUnits.value + units.controlUnits.value);
    return explanation(
      "Units",
      groups.map(({ name, count }) => shareLine(`share of ${name}`, term("its units", count), all)),
      [
        `${test} ${noun} were exposed to ${row.group} and ${control} to ${row.control}. ${left}`,
        `All of them count, also with value 0.`,
      ],
    );
  }
  // Health is read apart from the results and may be older.
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
      shareLine(
        `taking part with ${name}`,
        term(`${noun} that ${part}`, count),
        term(`exposed ${noun}`, seen),
      ),
    ),
    [`${said} Only they count here. ${left}`],
  );
}
