// The one result by which an experiment is told in a list. Pure: no query here.
import type { Experiment, LeadResult } from "#contract/experiment.ts";
import type { ChartMetric } from "#contract/summary-charts.ts";
import { isReversedInSlices } from "#statistics/slices.ts";
import { sectionsOf } from "./analysis-settings.ts";
import type { Results, Subject } from "./experiment-results.ts";
import { summaryCharts } from "./summary-charts.ts";

/** Choice: the first primary metric leads, else the first metric of the first section. */
export const leadMetricOf = (experiment: Experiment) =>
  experiment.primaryMetrics?.[0] ??
  sectionsOf(experiment)
    .flatMap(({ charts }) => charts.flatMap(({ metrics = [] }) => metrics))
    .at(0);

function isReversed({ absoluteChange: total, dimensionBreakdown = [] }: ChartMetric): boolean {
  const slices = dimensionBreakdown.filter(({ dimensionType }) => dimensionType === "user");
  return [...new Set(slices.map(({ dimensionKey }) => dimensionKey))].some((key) =>
    isReversedInSlices(
      total ?? 0,
      slices.flatMap((slice) => (slice.dimensionKey === key ? (slice.absoluteChange ?? []) : [])),
    ),
  );
}

/** Half widths of its interval by which a change is away from 0. */
function clearness({
  absoluteChange,
  confidenceIntervalDelta: fixed,
  sequentialTestingConfidenceIntervalDelta: margin = fixed,
}: ChartMetric): number {
  return absoluteChange === undefined || !margin ? -1 : Math.abs(absoluteChange) / margin;
}

/** Choice: of several test groups a list shows the lead result of the one that was shipped, else of the one whose interval is the farthest from 0. */
export function leadResult(
  { experiment, metrics, now }: Subject,
  { measurements, computedTime }: Pick<Results, "measurements" | "computedTime">,
): LeadResult | null {
  const lead = leadMetricOf(experiment);
  if (!lead || experiment.groups.length < 2) return null;
  const sections = [{ sectionLabel: "", charts: [{ chartSource: "experiment", metrics: [lead] }] }];
  const charts = summaryCharts({ ...experiment, sections }, metrics, measurements, { test: "*" }, now);
  const shipped = experiment.groups.find(({ id }) => id === experiment.launchedGroupID)?.name;
  const results = charts.sections
    .flatMap((section) => section.charts)
    .flatMap(({ control = "", test = "", metrics: [metric] = [] }) =>
      metric ? [{ control, test, metric }] : [],
    )
    .toSorted((a, b) => clearness(b.metric) - clearness(a.metric));
  const shown = results.find(({ test }) => test === shipped) ?? results[0];
  if (!shown) return null;
  const { dimensionBreakdown: _slices, adjustment: _adjustment, ratioSums: _sums, ...metric } = shown.metric;
  return {
    ...metric,
    control: shown.control,
    test: shown.test,
    isReversed: isReversed(shown.metric),
    computedTime,
  };
}
