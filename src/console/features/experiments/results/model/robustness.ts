// Does a conclusion hold when one thing of the analysis is changed at a time? Pure; drawn by verdict/robustness-section.tsx.
import type { ChartMetric } from "#contract/summary-charts.ts";
import { confidenceLevels } from "#contract/experiment.ts";
import { andList, capitalise, percentSign } from "#console/foundation/ui/wording.ts";
import { alphaOf, benjaminiHochbergLevel } from "#statistics/significance.ts";
import { alphaAt, type Analysis, fieldsAt } from "./analysis.ts";
import type { ComparisonRow } from "./comparison-rows.ts";
import { effectOf, type Reading, readingOf } from "./reading.ts";
import type { EffectRow } from "./sentence-parts.ts";

/** A way of analysing a comparison that differs from the one in force by one thing. */
export interface Way {
  label: string;
  /** Where the label heads a column. */
  short: string;
  /** Where a sentence names it. */
  phrase?: string;
  /** In percent; sentences gather levels into one phrase. */
  level?: number;
  /** For the legend; absent where the label explains itself. */
  meaning?: string;
}

const asAnalysed: Way = { label: "As analysed", short: "As analysed" };
const ways = {
  sequential: {
    label: "Sequential",
    short: "Sequential",
    phrase: "with the sequential interval",
    meaning: "stays valid however often you look",
  },
  fixed: {
    label: "Fixed interval",
    short: "Fixed",
    phrase: "with the fixed interval",
    meaning: "valid for one look, at the planned end",
  },
  withBonferroni: {
    label: "With Bonferroni",
    short: "Bonferroni",
    phrase: "with Bonferroni",
    meaning: "stricter, since several test groups raise the chance of a false alarm",
  },
  withoutBonferroni: {
    label: "Without Bonferroni",
    short: "No Bonferroni",
    phrase: "without Bonferroni",
    meaning: "each test group as if it were the only one",
  },
  withoutCuped: {
    label: "Without CUPED",
    short: "No CUPED",
    phrase: "without CUPED",
    meaning: "does not take out what units did before the experiment",
  },
} satisfies Record<string, Way>;

const atLevel = (level: number): Way => ({
  label: `At ${level}${percentSign}`,
  short: `${level}${percentSign}`,
  level,
});
const benjaminiHochberg = (results: number): Way => ({
  label: "Benjamini–Hochberg",
  short: "B–H",
  phrase: `with Benjamini–Hochberg over ${results} results`,
  meaning: "stricter, so that few of all clear results are false alarms",
});

/** A metric without the adjustment by CUPED, where there was one. */
export const withoutCuped = ({
  metricID,
  metricName,
  directionality,
  adjustment,
}: ChartMetric): ChartMetric => ({
  metricID,
  metricName,
  directionality,
  ...adjustment?.unadjusted,
});

/** The results that are looked at together, and the level at which Benjamini and Hochberg judge each of them. */
export function familyOf(shown: readonly Pick<ComparisonRow, "metric">[], { level }: Analysis) {
  const pValues = shown.flatMap(({ metric: { pValue } }) => (pValue === undefined ? [] : [pValue]));
  // Where no finding holds, the strictest step counts: the share of a single test.
  const strictest = alphaOf(level) / Math.max(1, pValues.length);
  return { results: pValues.length, alpha: benjaminiHochbergLevel(pValues, alphaOf(level)) || strictest };
}

type Family = ReturnType<typeof familyOf>;
type Variation = [way: Way, metric: ChartMetric];

function variationsOf(row: ComparisonRow, family: Family, analysis: Analysis): Variation[] {
  const { metric, isSequential } = row;
  const { level, tests, isBonferroni } = analysis;
  const at = (alpha: number, sequential = isSequential, from = metric) =>
    fieldsAt(from, { alpha, sequential });
  const variations: Variation[] = [
    [asAnalysed, metric],
    ...confidenceLevels
      .map(Number)
      .map((percent): Variation => [atLevel(percent), at(alphaAt(analysis, percent))]),
    [isSequential ? ways.fixed : ways.sequential, at(row.alpha, !isSequential)],
  ];
  if (tests > 1)
    variations.push(
      isBonferroni
        ? [ways.withoutBonferroni, at(alphaOf(level))]
        : [ways.withBonferroni, at(alphaOf(level, tests))],
    );
  if (family.results > 1) variations.push([benjaminiHochberg(family.results), at(family.alpha, false)]);
  if (metric.adjustment)
    variations.push([ways.withoutCuped, at(row.alpha, isSequential, withoutCuped(metric))]);
  return variations;
}

export function robustnessOf(row: EffectRow, family: Family, analysis: Analysis) {
  const variations = variationsOf(row, family, analysis);
  const scale = variations.every(([, metric]) => effectOf(metric)?.scale === "percent")
    ? "percent"
    : "absolute";
  const items = variations.map(([way, metric]) => ({ way, ...readingOf(metric, scale) }));
  return {
    row,
    /** The analysis in force first. */
    items,
    /** All items lead to the same conclusion. */
    holds: items.every(({ result }) => result === row.effect.result),
    /** "Better at 80, 90 and 95 %; inconclusive at 98 and 99 %."; composed when it is read. */
    get sentence() {
      return sentenceOf(items);
    },
  };
}

export type Robustness = ReturnType<typeof robustnessOf>;
export type RobustnessItem = Robustness["items"][number];

/** One part for each conclusion, the one in force first. */
function sentenceOf(items: readonly (Pick<Reading, "result"> & { way: Way })[]): string {
  const parts = [...new Set(items.map(({ result }) => result))].map((result) => {
    const own = items.filter((item) => item.result === result).map(({ way }) => way);
    const levels = own.flatMap(({ level }) => level ?? []).map(String);
    const others = own.flatMap(({ phrase }) => phrase ?? []);
    const all = [...(levels.length ? [`at ${andList(levels)}${percentSign}`] : []), ...others];
    return `${result ?? "clear, of unknown meaning,"} ${andList(all.length ? all : ["as analysed"])}`;
  });
  return `${capitalise(parts.join("; "))}.`;
}
