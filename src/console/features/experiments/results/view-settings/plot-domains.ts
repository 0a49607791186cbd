// The part of the number line that a comparison is drawn on.
import type { ChartMetric } from "#contract/summary-charts.ts";
import { type Interval, intervalDomain, wholeDomain } from "#console/foundation/charts/interval-domain.ts";
import type { Scale } from "#console/features/experiments/results/model/format-result.ts";
import { readingOf } from "#console/features/experiments/results/model/reading.ts";

export interface PlotDomains {
  /** Undefined where each metric has its own. */
  shared: [number, number] | undefined;
  of: (metric: Pick<ChartMetric, "metricID">) => [number, number];
}

/** One for all in percent, so that metrics can be compared by eye; absolute changes have units of their own, so each metric has its own. */
export function plotDomains(metrics: readonly ChartMetric[], scale: Scale): PlotDomains {
  const intervals = new Map<string, Interval[]>();
  for (const metric of metrics) {
    const { value, margin } = readingOf(metric, scale);
    if (value === undefined) continue;
    const interval = { value, delta: margin };
    const own = intervals.get(metric.metricID);
    if (own) own.push(interval);
    else intervals.set(metric.metricID, [interval]);
  }
  if (scale === "percent") {
    const shared = intervalDomain([...intervals.values()].flat());
    return { shared, of: () => shared };
  }
  const domains = new Map([...intervals].map(([id, own]) => [id, wholeDomain(own)]));
  const none = wholeDomain([]);
  return { shared: undefined, of: ({ metricID }) => domains.get(metricID) ?? none };
}
