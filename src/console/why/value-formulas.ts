// Change, means and units, explained.
import {
  formatChange,
  formatMean,
  formatNumber,
  percentSign,
  typeOf,
} from "#console/results/format-result.ts";
import { exact, type Explanation, type Formula, type Known, whole } from "./formula.ts";

export function change({ row, metric, scale, testMean, controlMean }: Known): Explanation {
  const difference = testMean - controlMean;
  const more = difference > 0 ? "higher" : "lower";
  const type = typeOf(metric);
  const means = `${formatMean(testMean, type)} with ${row.group} and ${formatMean(controlMean, type)} with ${row.control}`;
  const percent = metric.percentChange;
  return {
    title: "Change",
    formulas: [
      {
        name: "change",
        words: "test mean − control mean",
        values: `${exact(testMean)} − ${exact(controlMean)}`,
        result: exact(difference),
      },
      ...(scale === "percent" && percent !== undefined
        ? [
            {
              name: "percent change",
              words: "100 × change ÷ size of the control mean",
              values: `100 × ${exact(difference)} ÷ ${exact(Math.abs(controlMean))}`,
              result: formatChange(percent, "percent"),
            },
          ]
        : []),
    ],
    sentences: [
      difference === 0
        ? `The mean is the same in both groups.`
        : `The mean is ${means}: ${more} by ${percent === undefined ? formatNumber(Math.abs(difference)) : `${formatNumber(Math.abs(percent))}${percentSign} of the control`}.`,
    ],
  };
}

export function units({ row, metric }: Known): Explanation {
  const { testUnits = 0, controlUnits = 0 } = metric;
  const takesPart = ["funnel", "ratio", "mean"].includes(typeOf(metric) ?? "");
  return {
    title: "Units",
    formulas: [
      {
        name: "units",
        words: "test units + control units",
        values: `${whole.format(testUnits)} + ${whole.format(controlUnits)}`,
        result: whole.format(testUnits + controlUnits),
      },
    ],
    sentences: [
      `${whole.format(testUnits)} units saw ${row.group} and ${whole.format(controlUnits)} saw ${row.control}. Units seen in more than one group are left out.`,
      takesPart
        ? "Only units that took part in this metric are counted; without a denominator a unit has no value."
        : "Every exposed unit counts, also with value 0.",
    ],
  };
}

const meanWords: Record<string, string> = {
  event_count: "Events per exposed unit",
  event_dau:
    "Share of its days in the experiment on which a unit had an event, averaged over all exposed units",
  sum: "Sum of the event's values per exposed unit",
  funnel: "Completed funnels divided by started ones, over all units that started",
  mean: "Sum of values divided by their number, over all units that had one",
  ratio: "Sum of numerators divided by sum of denominators, over all units that took part",
};

export function mean({ row, metric, testMean, controlMean }: Known): Explanation {
  const type = typeOf(metric) ?? "";
  const { cap, nonNumericEvents, controlUnits = 0, testUnits = 0, adjustment } = metric;
  const isAverage = ["event_count", "event_dau", "sum"].includes(type);
  const average = (name: string, value: number, count: number): Formula => ({
    name,
    words: "sum over the units ÷ units",
    values: `${exact(value * count)} ÷ ${whole.format(count)}`,
    result: exact(value),
  });
  return {
    title: "Mean",
    formulas: isAverage
      ? [
          average(`mean of ${row.control}`, controlMean, controlUnits),
          ...(adjustment ? [] : [average(`mean of ${row.group}`, testMean, testUnits)]),
        ]
      : [],
    sentences: [
      `${meanWords[type] ?? "Average of the unit values"}: ${formatMean(controlMean, type)} with ${row.control}, ${formatMean(testMean, type)} with ${row.group}.`,
      ...(cap === undefined
        ? []
        : [
            `A unit's value above ${formatNumber(cap)} counts as ${formatNumber(cap)}, so that a few extreme units do not decide.`,
          ]),
      ...(nonNumericEvents
        ? [`${whole.format(nonNumericEvents)} events without a number as their value were left out.`]
        : []),
    ],
  };
}
