// A results summary as a flat list: one row per metric and test group, with everything needed to read it.
import type { Experiment } from "#contract/experiment.ts";
import type { MetricReference } from "#contract/experiment-overview.ts";
import type { ChartMetric, SummaryCharts } from "#contract/summary-charts.ts";
import { significanceOf } from "./analysis.ts";
import type { Reading } from "./reading.ts";

interface Comparison {
  /** `<metricID>.<group>`: its key, and the value of the search parameter `mark` that lights up its bar. */
  mark: string;
  control: string;
  /** Name of the test group. */
  group: string;
  metric: ChartMetric;
  /** Two-sided significance level in force, after corrections. */
  alpha: number;
}

/** A comparison as read on one scale. */
export interface ScoreRow extends Comparison, Reading {}

export interface ComparisonRow extends Comparison {
  section: string;
  isPrimary: boolean;
  isSequential: boolean;
}

export const markOf = ({ metricID }: Pick<ChartMetric, "metricID">, group: string) => `${metricID}.${group}`;

/** Returns the element id of a comparison's row or of a slice below it, as a link target. */
export const rowID = (mark: string, dimension = "", slice?: string) =>
  slice === undefined ? `row-${mark}` : `row-${mark} ${dimension} ${slice}`;

export const metricsIn = ({ sections }: SummaryCharts): ChartMetric[] =>
  sections.flatMap(({ charts }) => charts.flatMap(({ metrics = [] }) => metrics));

/** Sorts the rows so that those of a metric are adjacent, at the position of its first row. */
export function byMetric<Row extends Pick<Comparison, "metric">>(rows: readonly Row[]): Row[] {
  const places = new Map(rows.map(({ metric }, index) => [metric.metricID, index] as const).toReversed());
  const placeOf = ({ metric }: Row) => places.get(metric.metricID) ?? 0;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const names = (reference: MetricReference, { metricID, metricName }: ChartMetric) =>
  reference.name === metricName &&
  (metricID === `${reference.name}::${reference.type}` || !metricID.startsWith(`${reference.name}::`));

/**
 * Returns the comparisons of a summary. If no primary metrics are set up, those of the first section with
 * metrics count as primary.
 */
export function comparisonRows(experiment: Experiment, { sections }: SummaryCharts): ComparisonRow[] {
  const primary = experiment.primaryMetrics ?? [];
  const first = sections.findIndex(({ charts }) => charts.some(({ metrics }) => metrics?.length));
  const rows = new Map<string, ComparisonRow>();
  for (const [index, { sectionLabel, charts }] of sections.entries())
    for (const chart of charts)
      for (const metric of chart.metrics ?? []) {
        const { control, test: group, sequentialTesting = false } = chart;
        if (control === undefined || group === undefined) continue;
        const mark = markOf(metric, group);
        if (rows.has(mark)) continue;
        rows.set(mark, {
          mark,
          section: sectionLabel,
          control,
          group,
          metric,
          isPrimary: primary.length ? primary.some((reference) => names(reference, metric)) : index === first,
          alpha: significanceOf(experiment, chart),
          isSequential: sequentialTesting,
        });
      }
  return [...rows.values()];
}
