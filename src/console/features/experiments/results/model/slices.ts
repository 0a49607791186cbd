// Breaks a metric down by a dimension. Slices are exploratory, so the wording here mostly cautions. Pure.
import type { ChartMetric, DimensionBreakdown } from "#contract/summary-charts.ts";
import { controlOf, testOf } from "#statistics/at-level.ts";
import { differenceOfEffects, isReversedInSlices, restOf } from "#statistics/slices.ts";
import { agree } from "#console/foundation/ui/wording.ts";
import { levelText } from "./analysis.ts";
import type { ComparisonRow } from "./comparison-rows.ts";
import { ordinalOrder } from "./ordinal-order.ts";
import { formatSize, isShare, type Scale } from "./format-result.ts";
import { formatSigned } from "#console/foundation/ui/number-format.ts";
import { readingOf } from "./reading.ts";

/** Dimensions of a metric's breakdown, in response order. */
export const dimensionsOf = ({ dimensionBreakdown = [] }: ChartMetric): string[] => [
  ...new Set(dimensionBreakdown.map(({ dimensionKey }) => dimensionKey)),
];

/** Undefined if the dimension has no slices. `alpha` is the level in force; `scale` is that of the differences. */
export function sliceTable(
  { metric }: Pick<ComparisonRow, "metric">,
  dimensionKey: string,
  { alpha, scale }: { alpha: number; scale: Scale },
) {
  const answered = (metric.dimensionBreakdown ?? []).filter((slice) => slice.dimensionKey === dimensionKey);
  const [first] = answered;
  if (!first) return undefined;
  // Slices by event properties share units, so they cannot be compared with each other.
  const isOfUsers = first.dimensionType === "user";
  return {
    dimensionKey,
    slices: inOrder(answered).map((slice) => ({
      ...readingOf(slice, scale),
      metric: slice,
      /** Change here minus change in all other slices; user dimensions only. */
      difference: isOfUsers ? differenceFromRest(slice, answered, alpha, scale) : undefined,
    })),
    /** Warning about the number of false alarms to expect. */
    guard: guardSentence(answered.length, alpha),
    /** Set if all slices point one way and the total the other (Simpson's paradox). */
    reversal: isOfUsers ? reversalSentence(metric, answered) : undefined,
  };
}

export type SliceTable = NonNullable<ReturnType<typeof sliceTable>>;
export type Slice = SliceTable["slices"][number];
export type Difference = NonNullable<Slice["difference"]>;

function differenceFromRest(
  slice: DimensionBreakdown,
  all: readonly DimensionBreakdown[],
  alpha: number,
  scale: Scale,
) {
  const others = all.filter((other) => other !== slice);
  if (others.length === 0) return undefined;
  const found = differenceOfEffects(
    { control: controlOf(slice), test: testOf(slice) },
    { control: restOf(others.map(controlOf)), test: restOf(others.map(testOf)) },
    alpha / all.length,
  );
  const difference = scale === "percent" ? found.percentDifference : found.absoluteDifference;
  const margin = scale === "percent" ? found.percentConfidenceIntervalDelta : found.confidenceIntervalDelta;
  if (difference === undefined || margin === undefined) return undefined;
  const factor = scale === "absolute" && isShare(slice) ? 100 : 1;
  // In percentage points or in the unit of the metric.
  const [value, delta] = [difference * factor, margin * factor];
  const differs = Math.abs(value) > delta;
  const unit = scale === "percent" || isShare(slice) ? " percentage points" : "";
  const range = `${formatSigned(value - delta)} to ${formatSigned(value + delta)}`;
  const size = `${formatSigned(value)}${unit}`;
  const sentence = differs
    ? `The change here differs from the rest by ${size} (${range}, corrected for the number of slices).`
    : `The change here cannot be told from the rest: the difference may be anything from ${range}${unit}.`;
  return { value, delta, differs, size, range, sentence };
}

/** Statistics 10: slices multiply the chances of a false alarm. */
function guardSentence(count: number, alpha: number): string {
  if (count === 1) return "Only one slice: it says the same as the total.";
  const alarms = Number((count * alpha).toPrecision(1));
  return `With ${count} slices at ${levelText(alpha)} about ${alarms} false ${agree(alarms, "alarm is", "alarms are")} expected; corrected level: ${levelText(alpha / count)} each.`;
}

function isTurned({ absoluteChange: total }: ChartMetric, slices: readonly DimensionBreakdown[]): boolean {
  const changes = slices.flatMap(({ absoluteChange }) =>
    absoluteChange === undefined ? [] : [absoluteChange],
  );
  return total !== undefined && isReversedInSlices(total, changes);
}

/**
 * Finds a dimension whose slices all point the other way than the total, and the slice in which the groups'
 * shares differ most.
 */
export function simpsonReversalOf(metric: ChartMetric) {
  const breakdown = (metric.dimensionBreakdown ?? []).filter(({ dimensionType }) => dimensionType === "user");
  for (const dimension of dimensionsOf({ ...metric, dimensionBreakdown: breakdown })) {
    const slices = breakdown.filter(({ dimensionKey }) => dimensionKey === dimension);
    if (isTurned(metric, slices)) return { dimension, ...mostUnequal(slices) };
  }
  return undefined;
}

export type SimpsonReversal = NonNullable<ReturnType<typeof simpsonReversalOf>>;

/** Finds the slice with the most unequal shares; the shares are texts such as "31.2 %". */
function mostUnequal(slices: readonly DimensionBreakdown[]) {
  const sum = (field: "testUnits" | "controlUnits") =>
    slices.reduce((units, slice) => units + (slice[field] ?? 0), 0);
  const [tests, controls] = [sum("testUnits"), sum("controlUnits")];
  const [most] = slices
    .map(({ dimensionValue, testUnits = 0, controlUnits = 0 }) => ({
      value: dimensionValue,
      test: testUnits / tests,
      control: controlUnits / controls,
    }))
    .toSorted((a, b) => Math.abs(b.test - b.control) - Math.abs(a.test - a.control));
  const percent = (share = 0) => formatSize(100 * share, "percent");
  return { slice: most?.value ?? "", control: percent(most?.control), test: percent(most?.test) };
}

function reversalSentence(metric: ChartMetric, slices: readonly DimensionBreakdown[]): string | undefined {
  const { absoluteChange: total = 0 } = metric;
  if (!isTurned(metric, slices)) return undefined;
  const [whole, part] = total > 0 ? ["rises", "falls"] : ["falls", "rises"];
  return `${metric.metricName} ${whole} in total but ${part} in every slice: the groups are mixed differently from slice to slice. Look for the reason before using the total.`;
}

const unitsOf = ({ testUnits = 0, controlUnits = 0 }: DimensionBreakdown) => testUnits + controlUnits;
const isPooled = ({ dimensionValue }: DimensionBreakdown) => dimensionValue === "Other";

/** Sorts ordinal values in natural order and others by units; pooled slices come last. */
function inOrder(slices: readonly DimensionBreakdown[]): DimensionBreakdown[] {
  const own = slices.filter((slice) => !isPooled(slice));
  const order = ordinalOrder(own.map(({ dimensionValue }) => dimensionValue));
  const sorted = own.toSorted((a, b) =>
    order ? order(a.dimensionValue, b.dimensionValue) : unitsOf(b) - unitsOf(a),
  );
  return [...sorted, ...slices.filter(isPooled)];
}
