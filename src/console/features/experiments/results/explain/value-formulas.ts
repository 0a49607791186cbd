// Change and units, explained.
import {
  formatChange,
  formatMean,
  formatNumber,
  formatSize,
  percentSign,
  typeOf,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import { arithmetic, type Explanation, type Formula, type Known, line, whole } from "./formula.ts";

export function change({ row, metric, scale, testMean, controlMean }: Known): Explanation {
  const difference = testMean - controlMean;
  const more = difference > 0 ? "higher" : "lower";
  const type = typeOf(metric);
  const means = `${formatMean(testMean, type)} with ${row.group} and ${formatMean(controlMean, type)} with ${row.control}`;
  const percent = metric.percentChange;
  return {
    title: "Change",
    formulas: [
      line("change", "test mean − control mean", arithmetic`${testMean} − ${controlMean}`, difference),
      ...(scale === "percent" && percent !== undefined
        ? [
            {
              name: "percent change",
              words: "100 × change ÷ size of the control mean",
              values: arithmetic`100 × ${difference} ÷ ${Math.abs(controlMean)}`,
              value: percent,
              result: formatChange(percent, "percent"),
            },
          ]
        : []),
    ],
    sentences: [
      difference === 0
        ? `The mean is the same in both groups.`
        : `The mean is ${means}: ${more} by ${percent === undefined ? formatSize(difference, unitOf(metric, "absolute")) : `${formatNumber(Math.abs(percent))}${percentSign} of the control`}.`,
    ],
  };
}

/** What a unit has done that takes part in a metric; the others count with all exposed units. */
const parts: Record<string, string> = {
  funnel: "started the funnel",
  mean: "had a value to average",
  ratio: "have a denominator",
};

const shareOf = (
  name: string,
  words: string,
  count: number,
  all: Formula["values"],
  of: number,
): Formula => ({
  name,
  words,
  values: arithmetic`100 × ${count} ÷ ${all}`,
  value: (100 * count) / of,
  result: `${formatNumber((100 * count) / of)}${percentSign}`,
});

export function units({ row, metric, noun, exposed = {} }: Known): Explanation {
  const { testUnits = 0, controlUnits = 0 } = metric;
  const groups = [
    { name: row.group, count: testUnits },
    { name: row.control, count: controlUnits },
  ].map((group) => ({ ...group, seen: exposed[group.name] }));
  const part = parts[typeOf(metric) ?? ""];
  const left = `Those seen in more than one group are left out.`;
  const [test, control] = groups.map(({ count }) => whole.format(count));
  if (part === undefined) {
    const all = testUnits + controlUnits;
    return {
      title: "Units",
      formulas: groups.map(({ name, count }) =>
        shareOf(
          `share of ${name}`,
          "100 × its units ÷ units of both groups",
          count,
          arithmetic`(${testUnits} + ${controlUnits})`,
          all,
        ),
      ),
      sentences: [
        `${test} ${noun} were exposed to ${row.group} and ${control} to ${row.control}. ${left}`,
        `All of them count, also with value 0.`,
      ],
    };
  }
  // Health is read apart from the results and may be older.
  const known = groups.flatMap(({ seen, count, name }) =>
    seen !== undefined && seen >= count && seen > 0 ? [{ name, count, seen }] : [],
  );
  const only = `Only they count here.`;
  return {
    title: "Units",
    formulas: known.map(({ name, count, seen }) =>
      shareOf(
        `taking part with ${name}`,
        `100 × ${noun} that ${part} ÷ exposed ${noun}`,
        count,
        [seen],
        seen,
      ),
    ),
    sentences: [
      known.length === groups.length
        ? `${known.map(({ name, count, seen }) => `Of ${whole.format(seen)} ${noun} exposed to ${name}, ${whole.format(count)} ${part}.`).join(" ")} ${only} ${left}`
        : `${test} ${noun} exposed to ${row.group} and ${control} exposed to ${row.control} ${part}. ${only} ${left}`,
    ],
  };
}
