// The part of a result that CUPED takes out, explained from the behaviour before the exposure.
import { standardErrorOf } from "#statistics/at-level.ts";
import { formatNumber } from "#console/features/experiments/results/model/format-result.ts";
import {
  type Explanation,
  explanation,
  expression,
  type Formula,
  type Known,
  line,
  type Term,
  term,
} from "./formula.ts";
import { percentSign } from "#console/foundation/ui/wording.ts";

/** Undefined where CUPED was not applied. */
export function adjustedMean({ row, metric, testMean }: Known): Formula | undefined {
  const { adjustment } = metric;
  const observed = adjustment?.unadjusted.testMean;
  if (!adjustment || observed === undefined) return undefined;
  const { theta, testCovariateMean, controlCovariateMean } = adjustment;
  return line(
    `mean of ${row.group}, adjusted`,
    expression`${term("observed mean", observed)} − ${term("θ", theta)} × (${term("test mean before", testCovariateMean)} − ${term("control mean before", controlCovariateMean)})`,
    testMean.value,
  );
}

const isKnown = (values: readonly (number | undefined)[]): values is number[] =>
  values.every((value) => value !== undefined);

/** Each group's deviations, and its covariance with the values before the exposure; undefined where the answer does not say. */
export function spreadOf({ metric, testUnits, controlUnits }: Known) {
  const { adjustment, controlStd, testStd } = metric;
  if (!adjustment) return undefined;
  const { unadjusted, controlCovariateStd, controlCovariance, testCovariateStd, testCovariance } = adjustment;
  const control = [controlStd, unadjusted.controlStd, controlCovariateStd, controlCovariance];
  const test = [testStd, unadjusted.testStd, testCovariateStd, testCovariance];
  if (!isKnown(control) || !isKnown(test)) return undefined;
  const group = (units: Term, [adjusted = 0, observed = 0, before = 0, covariance = 0]: number[]) => ({
    units: units.value,
    adjusted,
    observed: term("observed deviation", observed),
    before: term("deviation before", before),
    covariance: term("covariance", covariance),
  });
  return { control: group(controlUnits, control), test: group(testUnits, test) };
}

function formulasOf(known: Known, theta: number): (Formula | undefined)[] {
  const spread = spreadOf(known);
  if (!spread) return [adjustedMean(known)];
  const { control, test } = spread;
  const { row } = known;
  const θ = term("θ", theta);
  return [
    line(
      "θ",
      expression`(${control.units - 1} × ${control.covariance} + ${test.units - 1} × ${test.covariance}) ÷ (${control.units - 1} × ${control.before}² + ${test.units - 1} × ${test.before}²)`,
      theta,
      {
        words: "Σ (units − 1) × covariance with before ÷ Σ (units − 1) × deviation before², over both groups",
      },
    ),
    adjustedMean(known),
    ...[
      { name: row.control, ...control },
      { name: row.group, ...test },
    ].map(({ name, observed, before, covariance, adjusted }) =>
      line(
        `deviation of ${name}, adjusted`,
        expression`√(${observed}² + ${θ}² × ${before}² − 2 × ${θ} × ${covariance})`,
        adjusted,
      ),
    ),
  ];
}

export function explainCuped(known: Known): Explanation | undefined {
  const { adjustment } = known.metric;
  if (!adjustment) return undefined;
  const before = standardErrorOf(adjustment.unadjusted);
  // Of the standard errors: the fields without CUPED stay at the level of the set-up.
  const gain = before ? 100 * (1 - known.standardError.value / before) : undefined;
  return explanation("CUPED", formulasOf(known, adjustment.theta), [
    `What the ${known.noun} did in the week before their exposure explains part of what they did after it. That part is taken out, so that a difference which was there before does not count as an effect.`,
    gain === undefined
      ? undefined
      : `The interval is ${formatNumber(gain)}${percentSign} narrower than without it.`,
  ]);
}
