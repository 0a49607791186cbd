// Explains the CUPED adjustment: the part of a result predicted by behaviour before exposure.
import type { ChartMetric } from "#contract/summary-charts.ts";
import { standardErrorOf } from "#statistics/at-level.ts";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { type Explanation, explanation, type Formula, type RowTerms, line } from "./formula.ts";
import { percentSign } from "#console/foundation/ui/wording.ts";

/** Explains the adjusted mean; undefined if CUPED was not applied. */
export function adjustedMean({ row, metric, testMean }: RowTerms): Formula | undefined {
  const { adjustment } = metric;
  const observed = adjustment?.unadjusted.testMean;
  if (!adjustment || observed === undefined) return undefined;
  const { theta, testCovariateMean, controlCovariateMean } = adjustment;
  return line(
    `mean of ${row.group}, adjusted`,
    "{observed mean} − {θ} × ({test mean before} − {control mean before})",
    {
      "observed mean": observed,
      θ: theta,
      "test mean before": testCovariateMean,
      "control mean before": controlCovariateMean,
    },
    testMean,
  );
}

const isKnown = <Name extends string>(
  numbers: Record<Name, number | undefined>,
): numbers is Record<Name, number> => Object.values(numbers).every((number) => number !== undefined);

/** Each group's standard deviations, and its covariance with the pre-exposure values; undefined if the response lacks them. */
export function spreadOf({ adjustment, controlStd, testStd }: ChartMetric) {
  if (!adjustment) return undefined;
  const { theta, unadjusted } = adjustment;
  const control = {
    adjusted: controlStd,
    observed: unadjusted.controlStd,
    before: adjustment.controlCovariateStd,
    covariance: adjustment.controlCovariance,
  };
  const test = {
    adjusted: testStd,
    observed: unadjusted.testStd,
    before: adjustment.testCovariateStd,
    covariance: adjustment.testCovariance,
  };
  return isKnown(control) && isKnown(test) ? { theta, control, test } : undefined;
}

function formulasOf(known: RowTerms): (Formula | undefined)[] {
  const { row, metric, controlUnits, testUnits } = known;
  const spread = spreadOf(metric);
  if (!spread) return [adjustedMean(known)];
  const { theta, control, test } = spread;
  return [
    line(
      "θ",
      "({control units − 1} × {control covariance} + {test units − 1} × {test covariance}) ÷ ({control units − 1} × {control before}² + {test units − 1} × {test before}²)",
      {
        "control units − 1": controlUnits - 1,
        "control covariance": control.covariance,
        "control before": control.before,
        "test units − 1": testUnits - 1,
        "test covariance": test.covariance,
        "test before": test.before,
      },
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
        "√({observed deviation}² + {θ}² × {deviation before}² − 2 × {θ} × {covariance})",
        { "observed deviation": observed, θ: theta, "deviation before": before, covariance },
        adjusted,
      ),
    ),
  ];
}

export function explainCuped(known: RowTerms): Explanation | undefined {
  const { adjustment } = known.metric;
  if (!adjustment) return undefined;
  const before = standardErrorOf(adjustment.unadjusted);
  // Compares standard errors, because the interval without CUPED stays at the configured level.
  const gain = before ? 100 * (1 - known.standardError / before) : undefined;
  return explanation("CUPED", formulasOf(known), [
    `What the ${known.noun} did in the week before their exposure explains part of what they did after it. That part is taken out, so that a difference which was there before does not count as an effect.`,
    gain === undefined
      ? undefined
      : `The interval is ${formatNumber(gain)}${percentSign} narrower than without it.`,
  ]);
}
