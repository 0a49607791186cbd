// The summary of an experiment (API 4.6): sections and charts as set up, every number computed from the log at request time.
import type { Experiment, MetricReference } from "#contract/experiment.ts";
import type { Metric } from "#contract/metric.ts";
import type { Chart, ChartMetric, SummaryCharts } from "#contract/summary-charts.ts";
import type { Database } from "#service/database/database.ts";
import { readMetrics } from "#service/database/metrics.ts";
import { compare } from "#statistics/compare.ts";
import { momentsOf, noUnits, type Sums } from "#statistics/moments.ts";
import {
  chooseGroups,
  type Comparison,
  scorecard,
  sectionsOf,
  significanceLevel,
  windowOf,
  winsorizationOf,
} from "./analysis-settings.ts";
import { metricInput, type MetricInput } from "./metric-inputs.ts";
import { readAssignment, readUnitSums } from "./unit-sums.ts";

/** Parameters of the request that stand in for the experiment's own settings. */
export interface Overrides {
  control?: string | undefined;
  test?: string | undefined;
  confidence?: string | undefined;
}

const keyOf = ({ name, type }: MetricReference) => `${name}::${type}`;

interface Measured {
  metric: Metric | undefined;
  /** By group id; absent where the type is not computed. */
  sums: Map<string, Sums> | undefined;
}

/** Sums of every metric on the experiment's charts, by name and type. */
async function measure(
  database: Database,
  experiment: Experiment,
  now: number,
): Promise<Map<string, Measured>> {
  const stored = new Map((await readMetrics(database)).map((metric) => [keyOf(metric), metric]));
  const shown = scorecard(experiment).map((reference) => {
    const metric = stored.get(keyOf(reference));
    return { key: keyOf(reference), metric, input: metric && metricInput(metric) };
  });
  const inputs = shown.flatMap(({ input }): MetricInput[] => (input ? [input] : []));
  const window = windowOf(experiment, now);
  const assignment = window
    ? await readAssignment(database, window)
    : { units: new Map<string, number>(), crossovers: 0 };
  const sums = window
    ? await readUnitSums(database, window, inputs, assignment, winsorizationOf(experiment))
    : inputs.map(() => new Map<string, Sums>());
  return new Map(
    shown.map(({ key, metric, input }) => [key, { metric, sums: input && sums[inputs.indexOf(input)] }]),
  );
}

/** Choice: a metric that is not stored counts as "increase" and has no numbers. */
const identity = (reference: MetricReference, metric: Metric | undefined): ChartMetric => ({
  metricID: metric?.id ?? keyOf(reference),
  metricName: reference.name,
  directionality: metric?.directionality ?? "increase",
});

export async function summaryCharts(
  database: Database,
  experiment: Experiment,
  overrides: Overrides,
  now: number,
): Promise<SummaryCharts> {
  const chosen = chooseGroups(experiment, overrides);
  const measured = await measure(database, experiment, now);

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
        const { metric, sums } = measured.get(keyOf(reference)) ?? {};
        const own = identity(reference, metric);
        if (!sums) return own;
        return {
          ...own,
          ...compare(momentsOf(sums.get(control.id) ?? noUnits), momentsOf(sums.get(test.id) ?? noUnits), {
            alpha,
          }),
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
