// Checks whether groups already differed before exposure, using the covariates of an experiment's measurements. Pure: makes no queries.
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
  /** p-values below it cause a warning. */
  threshold: number | undefined;
  /** Metrics and test groups that differed from the control, by name. */
  found: { metric: string; group: string; pValue: number }[];
}

/** Significance level of the unused intervals; p-values do not depend on it. */
const alpha = 0.05;

const covariateIn = (sums: CovariateSums | undefined) =>
  momentsOf(sums ? { n: sums.n, mean: sums.meanY, squares: sums.squaresY } : noUnits);

/** Compares every covariate of the scorecard in every test group with the control; a covariate that never varies is skipped. */
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
