// Tests whether a conclusion holds when one setting of the analysis changes at a time. Pure; drawn by
// verdict/robustness-section.tsx.
import type { ChartMetric } from "#contract/summary-charts.ts";
import { confidenceLevels } from "#contract/experiment.ts";
import { andList, capitalise, percentSign } from "#console/foundation/ui/wording.ts";
import { alphaOf, benjaminiHochbergLevel } from "#statistics/significance.ts";
import { alphaAt, type Analysis, fieldsAt } from "./analysis.ts";
import type { ComparisonRow } from "./comparison-rows.ts";
import type { Scale } from "./format-result.ts";
import { effectOf, resultIfClear, type Reading, readingOf, wordOf } from "./reading.ts";
import type { EffectRow } from "./sentence-parts.ts";

/** An alternative analysis, which differs from the one in force in one setting. */
export interface AlternativeAnalysis {
  label: string;
  /** Label as a column header. */
  short: string;
  /** Wording within a sentence. */
  phrase?: string;
  /** Confidence level in percent; sentences combine all levels into one phrase. */
  level?: number;
  /** Text of the legend; undefined if the label is self-explanatory. */
  meaning?: string;
}

const asAnalysed: AlternativeAnalysis = { label: "As analysed", short: "As analysed" };
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
  absolute: {
    label: "In absolute numbers",
    short: "Absolute",
    phrase: "in absolute numbers",
    meaning: "without the noise of the control mean, which percent is divided by",
  },
  percent: { label: "In percent alone", short: "Percent", phrase: "in percent alone" },
  withoutCuped: {
    label: "Without CUPED",
    short: "No CUPED",
    phrase: "without CUPED",
    meaning: "does not take out what units did before the experiment",
  },
} satisfies Record<string, AlternativeAnalysis>;

const atLevel = (level: number): AlternativeAnalysis => ({
  label: `At ${level}${percentSign}`,
  short: `${level}${percentSign}`,
  level,
});
const benjaminiHochberg = (results: number): AlternativeAnalysis => ({
  label: "Benjamini–Hochberg",
  short: "B–H",
  phrase: `with Benjamini–Hochberg over ${results} results`,
  meaning: "stricter, so that few of all clear results are false alarms",
});

/** Returns the metric without its CUPED adjustment. */
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

/** The family of results judged together, and the significance level that Benjamini–Hochberg applies to each of them. */
export function familyOf(shown: readonly Pick<ComparisonRow, "metric">[], { level }: Analysis) {
  const pValues = shown.flatMap(({ metric: { pValue } }) => (pValue === undefined ? [] : [pValue]));
  // If no result is significant, the strictest step applies: the level divided by the number of results.
  const strictest = alphaOf(level) / Math.max(1, pValues.length);
  return { results: pValues.length, alpha: benjaminiHochbergLevel(pValues, alphaOf(level)) || strictest };
}

type Family = ReturnType<typeof familyOf>;
type Variation = [way: AlternativeAnalysis, metric: ChartMetric];

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

/**
 * The scale on which all analyses are drawn: percent if each has such an interval; if the result depends on
 * the scale, the one that is clear.
 */
function scaleOf({ effect }: EffectRow, variations: readonly Variation[]): Scale {
  if (effect.depends) return effect.scale === "percent" ? "absolute" : "percent";
  return variations.every(([, metric]) => effectOf(metric)?.scale === "percent") ? "percent" : "absolute";
}

const itemOf = (way: AlternativeAnalysis, reading: Reading) => ({ way, ...reading, word: wordOf(reading) });

export function robustnessOf(row: EffectRow, family: Family, analysis: Analysis) {
  const variations = variationsOf(row, family, analysis);
  const scale = scaleOf(row, variations);
  const items = variations.map(([way, metric]) => itemOf(way, readingOf(metric, scale)));
  const { metric, effect } = row;
  if (effect.depends)
    items.push(
      itemOf(ways[scale], { ...readingOf(metric, scale), depends: false, result: resultIfClear(metric) }),
    );
  const word = wordOf(effect);
  return {
    row,
    /** One item per analysis, the one in force first. */
    items,
    /** True if all items lead to the same conclusion. */
    holds: !effect.depends && items.every((item) => item.word === word),
    /** Such as "Better at 80, 90 and 95 %; inconclusive at 98 and 99 %."; a getter, because it is rarely needed. */
    get sentence() {
      return sentenceOf(items);
    },
    /** The short form if the conclusion does not hold: "inconclusive at 98 and 99 %, else better". */
    get exception() {
      return exceptionOf(items);
    },
  };
}

export type Robustness = ReturnType<typeof robustnessOf>;
export type RobustnessItem = Robustness["items"][number];

type Said = Pick<RobustnessItem, "word" | "way">;

const wordsFor = (word: Said["word"]) =>
  word === "depends" ? "depends on the analysis" : (word ?? "clear, of unknown meaning,");

/** Words one conclusion: "inconclusive at 98 and 99 % and with Bonferroni". */
function partOf(word: Said["word"], items: readonly Said[]): string {
  const own = items.filter((item) => item.word === word).map(({ way }) => way);
  const levels = own.flatMap(({ level }) => level ?? []).map(String);
  const others = own.flatMap(({ phrase }) => phrase ?? []);
  const all = [...(levels.length ? [`at ${andList(levels)}${percentSign}`] : []), ...others];
  return `${wordsFor(word)} ${andList(all.length ? all : ["as analysed"])}`;
}

const wordsIn = (items: readonly Said[]) => [...new Set(items.map(({ word }) => word))];

/** Words every conclusion, the one in force first. */
const sentenceOf = (items: readonly Said[]) =>
  `${capitalise(
    wordsIn(items)
      .map((word) => partOf(word, items))
      .join("; "),
  )}.`;

/** "inconclusive at 98 and 99 %, else better" */
function exceptionOf(items: readonly Said[]): string {
  const [own, ...others] = wordsIn(items);
  return [...others.map((word) => partOf(word, items)), `else ${wordsFor(own)}`].join(", ");
}
