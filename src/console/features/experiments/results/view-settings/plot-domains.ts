// The axis ranges that comparisons are drawn on.
import type { Experiment } from "#contract/experiment.ts";
import type { ChartMetric, SummaryCharts } from "#contract/summary-charts.ts";
import { type Interval, wholeDomain } from "#console/foundation/charts/interval-domain.ts";
import { type Domain, type PlotScale, scaleAround, scaleOf } from "#console/foundation/charts/plot-scale.ts";
import { comparisonRows, metricsIn } from "#console/features/experiments/results/model/comparison-rows.ts";
import type { Scale } from "#console/features/experiments/results/model/format-result.ts";
import { readingOf } from "#console/features/experiments/results/model/reading.ts";
import type { ViewSettings } from "./view-settings.ts";

const intervalsOf = (metrics: readonly ChartMetric[], scale: Scale) =>
  metrics.flatMap((metric): (Interval & Pick<ChartMetric, "metricID">)[] => {
    const { value, margin } = readingOf(metric, scale);
    return value === undefined ? [] : [{ value, delta: margin, metricID: metric.metricID }];
  });

/**
 * One scale for all percent changes, so that metrics can be compared by eye. Primary metrics set it, since
 * they decide: a noisy other metric must not compress them. Intervals beyond it are cut off.
 */
export function sharedScale(
  experiment: Experiment,
  summary: SummaryCharts,
  axis: ViewSettings["axis"],
): PlotScale {
  const [low = NaN, high = NaN] = axis?.split(",").map(Number) ?? [];
  if (low < 0 && high > 0 && Number.isFinite(high - low)) return scaleOf([low, high]);
  const all = metricsIn(summary);
  const primary = comparisonRows(experiment, summary).flatMap(({ metric, isPrimary }) =>
    isPrimary ? [metric] : [],
  );
  const own = axis === "all" ? [] : intervalsOf(primary, "percent");
  return scaleAround(own.length ? own : intervalsOf(all, "percent"), axis === "all");
}

export type OwnDomains = (metric: Pick<ChartMetric, "metricID">) => Domain;

/** Absolute changes differ in unit, so each metric has its own scale, centred on zero. */
export function ownDomains(summary: SummaryCharts): OwnDomains {
  const intervals = new Map<string, Interval[]>();
  for (const { metricID, ...interval } of intervalsOf(metricsIn(summary), "absolute"))
    intervals.set(metricID, [...(intervals.get(metricID) ?? []), interval]);
  const domains = new Map([...intervals].map(([id, own]) => [id, wholeDomain(own)]));
  const none = wholeDomain([]);
  return ({ metricID }) => domains.get(metricID) ?? none;
}
