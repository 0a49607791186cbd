// Determines the results that lists show for an experiment: of its lead metric and of its worst guardrail. Pure: makes no queries.
import type { Experiment } from "#contract/experiment.ts";
import type { GuardrailResult, LeadResult, MetricReference } from "#contract/experiment-overview.ts";
import { isTaggedGuardrail } from "#contract/metric.ts";
import type { ChartMetric } from "#contract/summary-charts.ts";
import { distanceFromZero } from "#statistics/result-meaning.ts";
import { isReversedInSlices } from "#statistics/slices.ts";
import { scorecard, sectionsOf } from "./analysis-settings.ts";
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

type Found = Pick<Results, "measurements" | "computedTime">;

/** Compares the given metrics in every test group, or only in the shipped group if there is one. */
function comparisons({ experiment, metrics, now }: Subject, { measurements }: Found, of: MetricReference[]) {
  const sections = [{ sectionLabel: "", charts: [{ chartSource: "experiment", metrics: of }] }];
  const charts = summaryCharts({ ...experiment, sections }, metrics, measurements, { test: "*" }, now);
  const all = charts.sections
    .flatMap((section) => section.charts)
    .flatMap(({ control = "", test = "", metrics: shown = [] }) =>
      shown.map((metric) => ({ control, test, metric })),
    );
  const shipped = experiment.groups.find(({ id }) => id === experiment.launchedGroupID)?.name;
  const own = all.filter(({ test }) => test === shipped);
  return own.length ? own : all;
}

function asListed({ control, test, metric }: ReturnType<typeof comparisons>[number]) {
  const { dimensionBreakdown: _slices, adjustment: _adjustment, ratioSums: _sums, ...listed } = metric;
  return { ...listed, control, test };
}

const greatest = <Item>(items: readonly Item[], sizeOf: (item: Item) => number) =>
  items.toSorted((left, right) => sizeOf(right) - sizeOf(left)).at(0);

/** Choice: with several test groups, a list shows the lead result of the shipped group, else of the group whose interval is farthest from 0. */
export function leadResult(subject: Subject, found: Found): LeadResult | null {
  const lead = leadMetricOf(subject.experiment);
  if (!lead || subject.experiment.groups.length < 2) return null;
  const shown = greatest(comparisons(subject, found, [lead]), ({ metric }) =>
    Math.abs(distanceFromZero(metric) ?? -1),
  );
  if (!shown) return null;
  return {
    ...asListed(shown),
    isReversed: isReversed(shown.metric),
    computedTime: found.computedTime,
  };
}

/** Distance of a change from 0 in the harmful direction, as a multiple of half the width of its interval. */
function guardrailHarmInterval(metric: ChartMetric): number {
  const distance = distanceFromZero(metric) ?? Number.NEGATIVE_INFINITY;
  return metric.directionality === "increase" ? -distance : distance;
}

/** Choice: the worst guardrail is the one whose interval is farthest on the harmful side, in half widths, in any test group. */
export function worstGuardrail(subject: Subject, found: Found, fewestUnits = 0): GuardrailResult | null {
  const tagged = new Set(
    subject.metrics.filter(isTaggedGuardrail).map(({ name, type }) => `${name}::${type}`),
  );
  const guardrails = scorecard(subject.experiment).filter(({ name, type }) => tagged.has(`${name}::${type}`));
  if (guardrails.length === 0 || subject.experiment.groups.length < 2) return null;
  const read = comparisons(subject, found, guardrails).filter(
    ({ metric }) =>
      metric.isGuardrail &&
      Math.min(metric.controlUnits ?? 0, metric.testUnits ?? 0) >= fewestUnits &&
      ["increase", "decrease"].includes(metric.directionality) &&
      distanceFromZero(metric) !== undefined,
  );
  const shown = greatest(read, ({ metric }) => guardrailHarmInterval(metric));
  return shown ? asListed(shown) : null;
}

/** Returns the result of a metric in an experiment: in the shipped group, else in the test group whose interval is farthest from 0. */
export function metricResult(subject: Subject, found: Found, metric: MetricReference) {
  if (subject.experiment.groups.length < 2) return null;
  const { name, type } = metric;
  const shown = greatest(comparisons(subject, found, [{ name, type }]), (one) =>
    Math.abs(distanceFromZero(one.metric) ?? -1),
  );
  return shown ? { ...asListed(shown), computedTime: found.computedTime } : null;
}
