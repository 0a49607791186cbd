// What CUPED takes out of a result, explained from the behaviour before the exposure.
import { standardErrorOf } from "#statistics/at-level.ts";
import { formatNumber, percentSign } from "#console/features/experiments/results/model/format-result.ts";
import { arithmetic, type Explanation, type Formula, type Known, line } from "./formula.ts";

/** Nothing where CUPED was not applied. */
export function adjustedMean({ row, metric, testMean }: Known): Formula[] {
  const { adjustment } = metric;
  const observed = adjustment?.unadjusted.testMean;
  if (!adjustment || observed === undefined) return [];
  const { theta, testCovariateMean, controlCovariateMean } = adjustment;
  return [
    line(
      `mean of ${row.group}, adjusted`,
      "observed mean − θ × (test mean before − control mean before)",
      arithmetic`${observed} − ${theta} × (${testCovariateMean} − ${controlCovariateMean})`,
      testMean,
    ),
  ];
}

/** Each group's deviation before the exposure and its covariance with the observed values; undefined where the answer does not say. */
export function spreadOf({ metric }: Known) {
  const { adjustment, controlStd, testStd } = metric;
  if (!adjustment || controlStd === undefined || testStd === undefined) return undefined;
  const { controlCovariateStd, testCovariateStd, controlCovariance, testCovariance, unadjusted } = adjustment;
  if (controlCovariateStd === undefined || controlCovariance === undefined) return undefined;
  if (testCovariateStd === undefined || testCovariance === undefined) return undefined;
  if (unadjusted.controlStd === undefined || unadjusted.testStd === undefined) return undefined;
  const { controlUnits = 0, testUnits = 0 } = metric;
  return {
    control: {
      units: controlUnits,
      adjusted: controlStd,
      observed: unadjusted.controlStd,
      before: controlCovariateStd,
      covariance: controlCovariance,
    },
    test: {
      units: testUnits,
      adjusted: testStd,
      observed: unadjusted.testStd,
      before: testCovariateStd,
      covariance: testCovariance,
    },
  };
}

function formulasOf(known: Known, theta: number): Formula[] {
  const spread = spreadOf(known);
  if (!spread) return adjustedMean(known);
  const { control, test } = spread;
  const { row } = known;
  return [
    line(
      "θ",
      "Σ (units − 1) × covariance with before ÷ Σ (units − 1) × deviation before², over both groups",
      arithmetic`(${control.units - 1} × ${control.covariance} + ${test.units - 1} × ${test.covariance}) ÷ (${control.units - 1} × ${control.before}² + ${test.units - 1} × ${test.before}²)`,
      theta,
    ),
    ...adjustedMean(known),
    ...[
      { name: row.control, ...control },
      { name: row.group, ...test },
    ].map(({ name, observed, before, covariance, adjusted }) =>
      line(
        `deviation of ${name}, adjusted`,
        "√(observed deviation² + θ² × deviation before² − 2 × θ × covariance)",
        arithmetic`√(${observed}² + ${theta}² × ${before}² − 2 × ${theta} × ${covariance})`,
        adjusted,
      ),
    ),
  ];
}

export function cuped(known: Known): Explanation | undefined {
  const { adjustment } = known.metric;
  if (!adjustment) return undefined;
  const before = standardErrorOf(adjustment.unadjusted);
  // Of the standard errors: the fields without CUPED stay at the level of the set-up.
  const gain = before ? 100 * (1 - known.standardError / before) : undefined;
  return {
    title: "CUPED",
    formulas: formulasOf(known, adjustment.theta),
    sentences: [
      `What the ${known.noun} did in the week before their exposure explains part of what they did after it. That part is taken out, so that a difference which was there before does not count as an effect.`,
      ...(gain === undefined
        ? []
        : [`The interval is ${formatNumber(gain)}${percentSign} narrower than without it.`]),
    ],
  };
}
