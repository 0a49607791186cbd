// The summary of an experiment (API 4.6): sections and charts as set up, every number from its measurements. Pure: no query here.
import type { Experiment, MetricReference } from "#contract/experiment.ts";
import type { Metric } from "#contract/metric.ts";
import type { Chart, ChartMetric, DimensionBreakdown, SummaryCharts } from "#contract/summary-charts.ts";
import type { Measured, Measurements, Notes } from "#service/analysis/measurements.ts";
import { compare, type CompareOptions } from "#statistics/compare.ts";
import { type AdjustedComparison, compareAdjusted } from "#statistics/cuped.ts";
import { momentsOf } from "#statistics/moments.ts";
import { noPairs, ratioMoments, sumsOfX } from "#statistics/pair-moments.ts";
import {
  chooseGroups,
  type Comparison,
  isSequential,
  sectionsOf,
  significanceLevel,
} from "./analysis-settings.ts";

/** Parameters of the request that stand in for the experiment's own settings. */
export interface Overrides {
  control?: string | undefined;
  test?: string | undefined;
  confidence?: string | undefined;
  cuped?: "true" | "false" | undefined;
}

interface Pair {
  control: string;
  test: string;
}

interface Method extends Pick<CompareOptions, "alpha" | "sequential"> {
  cuped: boolean;
}

const keyOf = ({ name, type }: MetricReference) => `${name}::${type}`;

/** The fields of one metric or slice; nobody is in a group that was not measured. */
function comparisonOf(measured: Measured, { control, test }: Pair, method: Method): AdjustedComparison {
  if (measured.kind === "ratio") {
    const moments = (group: string) => ratioMoments(measured.groups[group] ?? noPairs);
    return compare(moments(control), moments(test), method);
  }
  const sums = (group: string) => measured.groups[group] ?? { ...noPairs, nonzero: 0 };
  if (method.cuped) return compareAdjusted(sums(control), sums(test), method);
  return compare(momentsOf(sumsOfX(sums(control))), momentsOf(sumsOfX(sums(test))), method);
}

const notesOf = ({ cap, nonNumericEvents }: Notes): Notes => ({
  ...(cap === undefined ? {} : { cap }),
  ...(nonNumericEvents === undefined ? {} : { nonNumericEvents }),
});

/** Choice: a metric that is not stored counts as "increase" and has no numbers. */
const identity = (reference: MetricReference, metric: Metric | undefined) => ({
  metricID: metric?.id ?? keyOf(reference),
  metricName: reference.name,
  directionality: metric?.directionality ?? "increase",
});

export function summaryCharts(
  experiment: Experiment,
  metrics: readonly Metric[],
  measurements: Measurements,
  overrides: Overrides,
  now: number,
): SummaryCharts {
  const chosen = chooseGroups(experiment, overrides);
  const stored = new Map(metrics.map((metric) => [keyOf(metric), metric]));
  const cuped = overrides.cuped === undefined ? (experiment.cuped ?? false) : overrides.cuped === "true";
  const sequential = isSequential(experiment, now);

  function chartMetric(reference: MetricReference, pair: Pair, method: Method): ChartMetric {
    const own = identity(reference, stored.get(keyOf(reference)));
    const measured = measurements.metrics[own.metricID];
    if (!measured) return { ...own, dimensionBreakdown: [] };
    const dimensionBreakdown = measured.slices.map((slice): DimensionBreakdown => ({
      ...own,
      ...comparisonOf(slice, pair, method),
      ...notesOf(slice),
      dimensionKey: slice.dimension.key,
      dimensionType: slice.dimension.type,
      dimensionValue: slice.value,
    }));
    return { ...own, ...comparisonOf(measured, pair, method), ...notesOf(measured), dimensionBreakdown };
  }

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
      cuped,
      sequentialTesting: sequential,
      significanceLevel: alpha,
      metrics: references.map((reference) =>
        chartMetric(reference, { control: control.id, test: test.id }, { alpha, sequential, cuped }),
      ),
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
