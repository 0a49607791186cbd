// Builds the summary of an experiment (API 4.6): the configured sections and charts with numbers from its measurements.
// Pure: makes no queries.
import type { Experiment } from "#contract/experiment.ts";
import type { MetricReference } from "#contract/experiment-overview.ts";
import { isTaggedGuardrail, type Metric } from "#contract/metric.ts";
import type { Chart, ChartMetric, DimensionBreakdown, SummaryCharts } from "#contract/summary-charts.ts";
import type { Measurements, Notes } from "#service/analysis/plan/measurements.ts";
import { chooseGroups, type Comparison, methodOf, type Overrides, sectionsOf } from "./analysis-settings.ts";
import { compareGroups, type Method, type Pair, ratioSumsOf } from "./compare-groups.ts";

const keyOf = ({ name, type }: MetricReference) => `${name}::${type}`;

const notesOf = ({ cap, nonNumericEvents }: Notes): Notes => ({
  ...(cap === undefined ? {} : { cap }),
  ...(nonNumericEvents === undefined ? {} : { nonNumericEvents }),
});

/** Choice: a metric that an experiment names but that is not stored counts as "increase" and has no numbers. */
const identity = (reference: MetricReference, metric: Metric | undefined) => ({
  metricID: metric?.id ?? keyOf(reference),
  metricName: reference.name,
  directionality: metric?.directionality ?? "increase",
});

const isGuardrail = (
  { primaryMetrics }: Experiment,
  reference: MetricReference,
  metric: Metric | undefined,
) => isTaggedGuardrail(metric) && !primaryMetrics?.some((primary) => keyOf(primary) === keyOf(reference));

export function summaryCharts(
  experiment: Experiment,
  metrics: readonly Metric[],
  measurements: Measurements,
  overrides: Overrides,
  now: number,
): SummaryCharts {
  const chosen = chooseGroups(experiment, overrides);
  const stored = new Map(metrics.map((metric) => [keyOf(metric), metric]));

  function chartMetric(reference: MetricReference, pair: Pair, method: Method): ChartMetric {
    const metric = stored.get(keyOf(reference));
    const own = identity(reference, metric);
    const role = isGuardrail(experiment, reference, metric) ? { isGuardrail: true } : {};
    const measured = measurements.metrics[own.metricID];
    if (!measured) return { ...own, ...role, dimensionBreakdown: [] };
    // The comparison is spread first: after another spread its fields would be copied one by one, which costs more than the statistics.
    const dimensionBreakdown = measured.slices.map((slice): DimensionBreakdown => ({
      ...compareGroups(slice, pair, method),
      ...own,
      ...notesOf(slice),
      dimensionKey: slice.dimension.key,
      dimensionType: slice.dimension.type,
      dimensionValue: slice.value,
    }));
    return {
      ...compareGroups(measured, pair, method),
      ...own,
      ...notesOf(measured),
      ...ratioSumsOf(measured, pair),
      ...role,
      dimensionBreakdown,
    };
  }

  function comparisonCharts(
    { control, tests }: Comparison,
    display: string,
    references: MetricReference[],
  ): Chart[] {
    const method = methodOf(experiment, control, overrides, now);
    return tests.map((test) => ({
      chartSource: "experiment",
      control: control.name,
      test: test.name,
      display,
      cuped: method.cuped,
      sequentialTesting: method.sequential,
      significanceLevel: method.alpha,
      metrics: references.map((reference) =>
        chartMetric(reference, { control: control.id, test: test.id }, method),
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
