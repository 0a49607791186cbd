// Explains the change of a metric, its result, p-value and minimum detectable effect.
import { criticalValue, zForPower80 } from "#statistics/significance.ts";
import { levelText } from "#console/features/experiments/results/model/analysis.ts";
import {
  formatChange,
  formatMean,
  formatP,
  formatSize,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { directionOf, intervalText, readingOf } from "#console/features/experiments/results/model/reading.ts";
import { percentSign } from "#console/foundation/ui/wording.ts";
import { alphaText, type Explanation, explanation, type Formula, type RowTerms, line } from "./formula.ts";
import { errorFormula } from "./interval-formulas.ts";

const changeFormula = ({ change, terms }: RowTerms) =>
  line("change", "{test mean} − {control mean}", terms, change);

export function explainChange(known: RowTerms): Explanation {
  const { row, metric, scale, change, testMean, controlMean, terms } = known;
  const percent = metric.percentChange;
  const means = `${formatMean(testMean, metric)} with ${row.group} and ${formatMean(controlMean, metric)} with ${row.control}`;
  const size =
    percent === undefined
      ? formatSize(change, unitOf(metric, "absolute"))
      : `${formatSize(percent, "percent")} of the control`;
  return explanation(
    "Change",
    [
      changeFormula(known),
      scale === "percent" && percent !== undefined
        ? line("percent change", "100 × {change} ÷ {size of the control mean}", terms, percent, {
            result: formatChange(percent, "percent"),
          })
        : undefined,
    ],
    [
      change === 0
        ? `The mean is the same in both groups.`
        : `The mean is ${means}: ${change > 0 ? "higher" : "lower"} by ${size}.`,
    ],
  );
}

export function explainResult(known: RowTerms): Explanation {
  const { row, metric, change, standardError, terms } = known;
  const absolute = readingOf(metric, "absolute");
  const { margin = 0, result } = absolute;
  const [decides, factor] =
    absolute.whiskerDelta === undefined
      ? ["interval", "critical value"]
      : ["sequential interval", "sequential factor"];
  // The absolute interval is derived here; the percent one is quoted if it leads to the same result.
  const own = readingOf(metric, known.scale);
  const isOwn = own.isClear !== undefined && !own.depends;
  const text = intervalText(isOwn ? own : absolute);
  const name = isOwn ? decides : `absolute ${decides}`;

  const direction = directionOf(metric);
  const meaning = own.depends
    ? `The interval in percent, ${intervalText(readingOf(metric, "percent"))}, says otherwise: the result depends on the analysis, and is called neither better nor worse.`
    : direction === undefined
      ? `Nobody has said whether more or less of ${metric.metricName} is good, so it has no word.`
      : `For ${metric.metricName} ${direction === "decrease" ? "lower" : "higher"} is better, so ${row.group} is ${result}.`;
  return explanation(
    "Result",
    [
      changeFormula(known),
      line(
        `margin of the ${decides}`,
        `{${factor}} × {standard error}`,
        { ...terms, [factor]: margin / standardError },
        margin,
      ),
    ],
    [
      Math.abs(change) > margin
        ? `The whole ${name}, ${text}, lies ${change > 0 ? "above" : "below"} 0, since the change is larger than the margin. ${meaning}`
        : `The ${name}, ${text}, includes 0, since the change is no larger than the margin: an increase as well as a drop within it fits the data. ${own.depends ? meaning : "Inconclusive does not mean that there is no effect."}`,
    ],
  );
}

export function explainPValue(known: RowTerms): Explanation | undefined {
  const { row, metric, alpha, standardError, change, freedom = Infinity, terms } = known;
  const p = metric.pValue;
  if (p === undefined) return undefined;
  const statistic = change / standardError;
  const [letter, tails] =
    freedom === Infinity
      ? ["z", "2 × P(z > {size})"]
      : ["t", "2 × P(t > {size} with {freedom} degrees of freedom)"];
  const share = p < 0.001 ? `fewer than 1 in 1,000` : `about ${formatNumber(100 * p)}${percentSign}`;
  return explanation(
    "p-value",
    [
      errorFormula(known),
      line(letter, "{change} ÷ {standard error}", terms, statistic),
      line("p", tails, { size: Math.abs(statistic), freedom }, p, {
        words: `chance of a ${letter} at least this far from 0, either way`,
        result: p < 0.001 && p > 0 ? `${formatNumber(p)}, written < 0.001` : formatP(p),
      }),
    ],
    [
      `If ${row.group} and ${row.control} were really alike, ${share} of such tests would show a change at least this large, up or down. It is not the chance that ${row.group} is better.`,
      `The fixed interval leaves out 0 exactly when p is below ${alphaText(alpha)}.`,
    ],
  );
}

/** The change detected with 80 % power by an interval that extends `factor` standard errors to each side. */
function detectableFormula(known: RowTerms, name: string, factorName: string, factor: number): Formula {
  const { metric, scale, standardError, controlMean } = known;
  const z = `0.842 for a chance of 80${percentSign}`;
  const terms = { ...known.terms, [z]: zForPower80, [factorName]: factor };
  const text = `({${z}} + {${factorName}}) × {standard error}`;
  const change = (zForPower80 + factor) * standardError;
  const isPercent = scale === "percent";
  const value = isPercent ? (100 * change) / Math.abs(controlMean) : change;
  return line(name, isPercent ? `100 × ${text} ÷ {size of the control mean}` : text, terms, value, {
    result: formatSize(value, unitOf(metric, scale)),
  });
}

export function explainDetectable(known: RowTerms): Explanation | undefined {
  const { metric, alpha, standardError } = known;
  if (metric.reversePower === undefined) return undefined;
  const fixed = criticalValue(alpha, Infinity);
  const once = detectableFormula(known, "minimum detectable effect", "critical value", fixed);
  const margin = metric.sequentialTestingConfidenceIntervalDelta;
  const early =
    margin === undefined
      ? undefined
      : detectableFormula(known, "with the sequential interval", "sequential factor", margin / standardError);
  const often = `would be found in 8 of 10 tests of this size`;
  return explanation(
    "Minimum detectable effect",
    [errorFormula(known), once, early],
    [
      early
        ? `With a single look at the planned end, at ${levelText(alpha)}, a true change of ${once.result} ${often}. While the sequential interval decides, it takes one of ${early.result}. Smaller ones would often stay inconclusive.`
        : `A true change of ${once.result} ${often}, at ${levelText(alpha)}; smaller ones would often stay inconclusive.`,
      `More ${known.noun} make it smaller. It does not depend on the change that was seen: the interval says which changes the data rule out.`,
    ],
  );
}
