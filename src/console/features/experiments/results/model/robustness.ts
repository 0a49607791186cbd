// Does a conclusion hold when one thing of the analysis is changed at a time? Pure; drawn by verdict/robustness-strip.tsx.
import type { ChartMetric } from "#contract/summary-charts.ts";
import { confidenceLevels, type Experiment } from "#contract/experiment.ts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { type AnsweredComparison, comparisonAtLevel } from "#statistics/at-level.ts";
import { alphaOf, benjaminiHochbergLevel } from "#statistics/significance.ts";
import { type ComparisonRow, effectOf } from "./comparison-rows.ts";
import { estimateOf, type Estimate, percentSign, resultOf, type Scale } from "./format-result.ts";

/** How the page reads its results now. */
export interface Analysis {
  /** In percent, before corrections. */
  level: number;
  /** Test groups with a size above 0. */
  tests: number;
  isBonferroni: boolean;
}

/** `level` is the one the page is read at, where it is not the experiment's own. */
export const analysisOf = (
  { defaultConfidenceInterval, bonferroniCorrection, groups }: Experiment,
  control: string,
  level?: number,
): Analysis => ({
  level: level ?? Number(defaultConfidenceInterval ?? "95"),
  tests: groups.filter(({ name, size }) => size > 0 && name !== control).length,
  isBonferroni: bonferroniCorrection ?? false,
});

export interface RobustnessItem {
  label: string;
  /** How the item is named in a sentence; levels are gathered into one phrase. */
  phrase: string | { level: number };
  /** Undefined for a clear change of a metric whose good direction is not known. */
  result: ResultMeaning | undefined;
  estimate: Estimate;
}

export interface Robustness {
  /** The analysis in force first. */
  items: RobustnessItem[];
  scale: Scale;
  /** All items lead to the same conclusion. */
  holds: boolean;
  /** "Better at 80, 90 and 95 %; inconclusive at 98 and 99 %." */
  sentence: string;
}

/** A metric's numbers at another level; without a sequential interval unless asked for. */
export function metricAt(
  metric: ChartMetric,
  options: { alpha: number; sequential: boolean },
  fields: AnsweredComparison = metric,
): ChartMetric {
  const { metricID, metricName, directionality } = metric;
  return { metricID, metricName, directionality, ...comparisonAtLevel(fields, options) };
}

interface Variation {
  label: string;
  phrase: RobustnessItem["phrase"];
  metric: ChartMetric;
}

/** The results that are looked at together, and the level at which Benjamini and Hochberg judge each of them. */
export interface Family {
  results: number;
  alpha: number;
}

export function familyOf(shown: readonly Pick<ComparisonRow, "metric">[], { level }: Analysis): Family {
  const pValues = shown.flatMap(({ metric: { pValue } }) => (pValue === undefined ? [] : [pValue]));
  // Where no finding holds, the strictest step counts: the share of a single test.
  const strictest = alphaOf(level) / Math.max(1, pValues.length);
  return {
    results: pValues.length,
    alpha: benjaminiHochbergLevel(pValues, alphaOf(level)) || strictest,
  };
}

function variationsOf(row: ComparisonRow, family: Family, analysis: Analysis): Variation[] {
  const { metric, isSequential: sequential } = row;
  const { level, tests, isBonferroni } = analysis;
  const alphaAt = (percent: number) => alphaOf(percent, isBonferroni ? tests : 1);
  const alpha = row.significanceLevel ?? alphaAt(level);
  const vary = (label: string, phrase: Variation["phrase"], changed: ChartMetric) => ({
    label,
    phrase,
    metric: changed,
  });

  return [
    vary("As analysed", "as analysed", metric),
    ...confidenceLevels.map((text) => {
      const percent = Number(text);
      return vary(
        `At ${text}${percentSign}`,
        { level: percent },
        metricAt(metric, { alpha: alphaAt(percent), sequential }),
      );
    }),
    sequential
      ? vary("Fixed interval", "with the fixed interval", metricAt(metric, { alpha, sequential: false }))
      : vary("Sequential", "with the sequential interval", metricAt(metric, { alpha, sequential: true })),
    ...(tests > 1
      ? [
          isBonferroni
            ? vary(
                "Without Bonferroni",
                "without Bonferroni",
                metricAt(metric, { alpha: alphaOf(level), sequential }),
              )
            : vary(
                "With Bonferroni",
                "with Bonferroni",
                metricAt(metric, { alpha: alphaOf(level, tests), sequential }),
              ),
        ]
      : []),
    ...(family.results > 1
      ? [
          vary(
            "Benjamini–Hochberg",
            `with Benjamini–Hochberg over ${family.results} results`,
            metricAt(metric, { alpha: family.alpha, sequential: false }),
          ),
        ]
      : []),
    ...(metric.adjustment
      ? [
          vary(
            "Without CUPED",
            "without CUPED",
            metricAt(metric, { alpha, sequential }, metric.adjustment.unadjusted),
          ),
        ]
      : []),
  ];
}

/** Undefined for a metric without an interval. */
export function robustnessOf(row: ComparisonRow, family: Family, analysis: Analysis): Robustness | undefined {
  const effect = effectOf(row.metric);
  if (!effect) return undefined;
  const variations = variationsOf(row, family, analysis);
  const scale = variations.every(({ metric }) => effectOf(metric)?.scale === "percent")
    ? "percent"
    : "absolute";
  const items = variations.map(({ label, phrase, metric }) => ({
    label,
    phrase,
    result: resultOf(metric),
    estimate: estimateOf(metric, scale),
  }));
  return {
    items,
    scale,
    holds: items.every(({ result }) => result === effect.result),
    sentence: sentenceOf(items),
  };
}

const joined = (texts: readonly string[]) =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;

/** One part for each conclusion, the one in force first. */
function sentenceOf(items: readonly RobustnessItem[]): string {
  const conclusions = [...new Set(items.map(({ result }) => result))];
  const parts = conclusions.map((result) => {
    const own = items.filter((item) => item.result === result).map(({ phrase }) => phrase);
    const levels = own.flatMap((phrase) => (typeof phrase === "string" ? [] : [String(phrase.level)]));
    const ways = own
      .filter((phrase) => typeof phrase === "string")
      .filter((phrase) => phrase !== "as analysed");
    const phrases = [...(levels.length ? [`at ${joined(levels)}${percentSign}`] : []), ...ways];
    const isInForce = own.includes("as analysed");
    return `${result ?? "clear, of unknown meaning,"} ${joined([...(isInForce && phrases.length === 0 ? ["as analysed"] : []), ...phrases])}`;
  });
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
