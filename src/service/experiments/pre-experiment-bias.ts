// Checks whether groups differed before their exposure, by the covariates of an experiment's measurements. Pure: no query here.
import type { Experiment } from "#contract/experiment.ts";
import type { Metric } from "#contract/metric.ts";
import type { Measurements } from "#service/analysis/plan/measurements.ts";
import { compare } from "#statistics/compare.ts";
import type { CovariateSums } from "#statistics/cuped.ts";
import { preExperimentBias, type CheckStatus } from "#statistics/health-rules.ts";
import { momentsOf, noUnits } from "#statistics/moments.ts";
import { controlOf } from "./analysis-settings.ts";

export interface Bias {
  status: CheckStatus;
  tests: number;
  /** A p-value below it warns. */
  threshold: number | undefined;
  /** Metrics and test groups that differed from the control, by name. */
  found: { metric: string; group: string; pValue: number }[];
}

/** Level of intervals that are not used; p-values do not depend on it. */
const alpha = 0.05;

const covariateIn = (sums: CovariateSums | undefined) =>
  momentsOf(sums ? { n: sums.n, mean: sums.meanY, squares: sums.squaresY } : noUnits);

/** Every covariate of the scorecard in every test group against the control; one that never varies is no test. */
export function biasOf(
  experiment: Experiment,
  metrics: readonly Metric[],
  { metrics: measured }: Measurements,
): Bias {
  const control = controlOf(experiment);
  const covariates = metrics.flatMap(({ id, name }) => {
    const metric = measured[id];
    return control && metric?.kind === "mean" ? [{ metric: name, sums: metric.groups, control }] : [];
  });
  const compared = covariates.flatMap(({ metric, sums, control }) =>
    experiment.groups
      .filter((group) => group !== control)
      .flatMap((group) => {
        const { pValue } = compare(covariateIn(sums[control.id]), covariateIn(sums[group.id]), { alpha });
        return pValue === undefined ? [] : [{ metric, group: group.name, pValue }];
      }),
  );
  const { status, threshold, biased } = preExperimentBias(compared.map(({ pValue }) => pValue));
  return {
    status,
    tests: compared.length,
    threshold,
    found: compared.filter((_, index) => biased.includes(index)),
  };
}
