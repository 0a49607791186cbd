// A summary as a flat list: each metric against each test group once, with what is needed to read it.
import type { Experiment, MetricReference } from "#contract/experiment.ts";
import type { Chart, ChartMetric, ComparisonFields, SummaryCharts } from "#contract/summary-charts.ts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import type { z } from "zod/mini";
import { significanceOf } from "./analysis.ts";
import {
  disagrees,
  estimateFields,
  estimateOf,
  excludesZero,
  resultOf,
  type Scale,
} from "./format-result.ts";

export type NumberField = keyof z.infer<typeof ComparisonFields>;

export interface ComparisonRow {
  section: string;
  control: string;
  /** Name of the test group. */
  group: string;
  metric: ChartMetric;
  isPrimary: boolean;
  /** Two-sided, in force after corrections. */
  significanceLevel: number;
  isSequential: boolean;
}

/** Where a number stands: names its bar in the address. */
export interface NumberSource {
  metricID: string;
  group: string;
  field: NumberField;
}

/** Key of a row, and the value of the search parameter `mark` that lights up its bar. */
export const markOf = ({ metricID }: Pick<ChartMetric, "metricID">, group: string) => `${metricID}.${group}`;

export const metricsIn = ({ sections }: SummaryCharts): ChartMetric[] =>
  sections.flatMap(({ charts }) => charts.flatMap(({ metrics = [] }) => metrics));

const names = (reference: MetricReference, { metricID, metricName }: ChartMetric) =>
  reference.name === metricName &&
  (metricID === `${reference.name}::${reference.type}` || !metricID.startsWith(`${reference.name}::`));

/** Without primary metrics set up, those of the first section that has any are what the test is about. */
export function comparisonRows(experiment: Experiment, { sections }: SummaryCharts): ComparisonRow[] {
  const primary = experiment.primaryMetrics ?? [];
  const first = sections.findIndex(({ charts }) => charts.some(({ metrics }) => metrics?.length));
  const rows = sections.flatMap(({ sectionLabel, charts }, index) =>
    charts.flatMap(({ control, test, metrics = [], ...chart }: Chart) => {
      if (control === undefined || test === undefined) return [];
      return metrics.map((metric) => ({
        section: sectionLabel,
        control,
        group: test,
        metric,
        isPrimary: primary.length ? primary.some((reference) => names(reference, metric)) : index === first,
        significanceLevel: significanceOf(experiment, { ...chart, control }),
        isSequential: chart.sequentialTesting ?? false,
      }));
    }),
  );
  const once = new Map<string, ComparisonRow>();
  for (const row of rows) {
    const mark = markOf(row.metric, row.group);
    if (!once.has(mark)) once.set(mark, row);
  }
  return [...once.values()];
}

/** A change with the interval that decides, on the scale on which it can be read out. */
export interface Effect {
  scale: Scale;
  value: number;
  low: number;
  high: number;
  /** Undefined for a clear change of a metric whose good direction is not known. */
  result: ResultMeaning | undefined;
  excludesZero: boolean;
  valueField: NumberField;
  intervalField: NumberField;
}

/** In percent, unless that interval is missing or leads to another conclusion than the absolute one, which decides. */
export function effectOf(metric: ChartMetric): Effect | undefined {
  const hasPercent = excludesZero(metric, "percent") !== undefined && !disagrees(metric, "percent");
  const scale = hasPercent ? "percent" : "absolute";
  const { value, margin, whiskerDelta } = estimateOf(metric, scale);
  if (value === undefined || margin === undefined) return undefined;
  return {
    scale,
    value,
    low: value - margin,
    high: value + margin,
    result: resultOf(metric),
    excludesZero: Math.abs(value) > margin,
    valueField: estimateFields[scale].value,
    intervalField: estimateFields[scale][whiskerDelta === undefined ? "delta" : "whiskerDelta"],
  };
}
