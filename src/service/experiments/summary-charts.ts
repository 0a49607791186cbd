// The summary of an experiment (API 4.6): sections and charts as set up, every number from its measurements. Pure: no query here.
import type { Experiment, MetricReference } from "#contract/experiment.ts";
import type { Metric } from "#contract/metric.ts";
import type { Chart, ChartMetric, SummaryCharts } from "#contract/summary-charts.ts";
import type { Measurements, MetricMeasurement } from "#service/analysis/measurements.ts";
import { compare } from "#statistics/compare.ts";
import { momentsOf, noUnits } from "#statistics/moments.ts";
import { chooseGroups, type Comparison, sectionsOf, significanceLevel } from "./analysis-settings.ts";

/** Parameters of the request that stand in for the experiment's own settings. */
export interface Overrides {
  control?: string | undefined;
  test?: string | undefined;
  confidence?: string | undefined;
}

const keyOf = ({ name, type }: MetricReference) => `${name}::${type}`;

/** Moments of x in one group; nobody where the group was not measured. */
function momentsIn({ groups }: MetricMeasurement, group: string) {
  const sums = groups[group];
  return momentsOf(sums ? { n: sums.n, mean: sums.meanX, squares: sums.squaresX } : noUnits);
}

/** Choice: a metric that is not stored counts as "increase" and has no numbers. */
const identity = (reference: MetricReference, metric: Metric | undefined): ChartMetric => ({
  metricID: metric?.id ?? keyOf(reference),
  metricName: reference.name,
  directionality: metric?.directionality ?? "increase",
});

export function summaryCharts(
  experiment: Experiment,
  metrics: readonly Metric[],
  measurements: Measurements,
  overrides: Overrides,
  _now: number,
): SummaryCharts {
  const chosen = chooseGroups(experiment, overrides);
  const stored = new Map(metrics.map((metric) => [keyOf(metric), metric]));

  function comparisonCharts(
    { control, tests }: Comparison,
    display: string,
    references: MetricReference[],
  ): Chart[] {
    const alpha = significanceLevel(experiment, control, overrides.confidence);
    return tests.map((test) => ({
      chartSource: "experiment",
      control: control.name,
      test: test.name,
      display,
      metrics: references.map((reference) => {
        const metric = stored.get(keyOf(reference));
        const own = identity(reference, metric);
        const measured = measurements.metrics[own.metricID];
        if (!measured) return own;
        return {
          ...own,
          ...compare(momentsIn(measured, control.id), momentsIn(measured, test.id), { alpha }),
        };
      }),
    }));
  }

  return {
    experimentID: experiment.id,
    sections: sectionsOf(experiment).map(({ sectionLabel, charts }) => ({
      sectionLabel,
      charts: charts.flatMap(({ chartSource, display, metrics, message }): Chart[] => {
        if (chartSource !== "experiment")
          return [{ chartSource, message: message ?? `Charts of source ${chartSource} are not supported.` }];
        return chosen ? comparisonCharts(chosen, display ?? "cumulative", metrics ?? []) : [];
      }),
    })),
  };
}
