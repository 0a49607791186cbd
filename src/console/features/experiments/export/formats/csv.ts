// The results as CSV for spreadsheets: unrounded, with one row per comparison and one per slice.
import type { ChartMetric, DimensionBreakdown } from "#contract/summary-charts.ts";
import { typeOf } from "#console/features/experiments/results/model/format-result.ts";
import {
  type Difference,
  dimensionsOf,
  sliceTable,
} from "#console/features/experiments/results/model/slices.ts";
import { directionOf } from "#console/features/experiments/results/model/reading.ts";
import { sinceOf } from "#console/features/experiments/results/model/since.ts";
import { textOf } from "#console/features/experiments/results/model/sentence-parts.ts";
import { csvCell } from "#console/foundation/export/escapes.ts";
import {
  checksText,
  type ResultsSnapshot,
  resultText,
  sectionsOf,
  type SnapshotRow,
} from "./results-snapshot.ts";

type Cell = string | number | undefined;
interface Line {
  row: SnapshotRow;
  metric: ChartMetric | DimensionBreakdown;
  slice?: DimensionBreakdown;
  /**
   * Difference between the slice and the rest, in percentage points; the row's significance level is divided
   * by the number of slices.
   */
  difference?: Difference | undefined;
  slices?: number;
  isJudged: boolean;
}

const plus = (value: number | undefined, delta: number | undefined, side: 1 | -1) =>
  value === undefined || delta === undefined ? undefined : value + side * delta;

const columns: Record<string, (line: Line) => Cell> = {
  section: ({ row }) => row.section,
  metric: ({ metric }) => metric.metricName,
  metric_id: ({ metric }) => metric.metricID,
  type: ({ metric }) => typeOf(metric),
  good_direction: ({ metric }) => directionOf(metric),
  control: ({ row }) => row.control,
  test: ({ row }) => row.group,
  dimension: ({ slice }) => slice?.dimensionKey,
  slice: ({ slice }) => slice?.dimensionValue,
  control_units: ({ metric }) => metric.controlUnits,
  test_units: ({ metric }) => metric.testUnits,
  control_mean: ({ metric }) => metric.controlMean,
  test_mean: ({ metric }) => metric.testMean,
  control_std: ({ metric }) => metric.controlStd,
  test_std: ({ metric }) => metric.testStd,
  absolute_change: ({ metric }) => metric.absoluteChange,
  absolute_low: ({ metric }) => plus(metric.absoluteChange, metric.confidenceIntervalDelta, -1),
  absolute_high: ({ metric }) => plus(metric.absoluteChange, metric.confidenceIntervalDelta, 1),
  percent_change: ({ metric }) => metric.percentChange,
  percent_low: ({ metric }) => plus(metric.percentChange, metric.percentConfidenceIntervalDelta, -1),
  percent_high: ({ metric }) => plus(metric.percentChange, metric.percentConfidenceIntervalDelta, 1),
  sequential_absolute_low: ({ metric }) =>
    plus(metric.absoluteChange, metric.sequentialTestingConfidenceIntervalDelta, -1),
  sequential_absolute_high: ({ metric }) =>
    plus(metric.absoluteChange, metric.sequentialTestingConfidenceIntervalDelta, 1),
  sequential_percent_low: ({ metric }) =>
    plus(metric.percentChange, metric.percentSequentialTestingConfidenceIntervalDelta, -1),
  sequential_percent_high: ({ metric }) =>
    plus(metric.percentChange, metric.percentSequentialTestingConfidenceIntervalDelta, 1),
  p_value: ({ metric }) => metric.pValue,
  significance_level: ({ row }) => row.alpha,
  can_find_percent: ({ metric }) => metric.reversePower,
  percent_difference_from_rest: ({ difference }) => difference?.value,
  difference_from_rest_low: ({ difference }) => plus(difference?.value, difference?.delta, -1),
  difference_from_rest_high: ({ difference }) => plus(difference?.value, difference?.delta, 1),
  differs_from_rest: ({ difference }) => difference && (difference.differs ? "yes" : "no"),
  // The sum of these levels is the number of differences expected by chance alone.
  difference_significance_level: ({ row, difference, slices = 1 }) => difference && row.alpha / slices,
  // Slices are exploratory and get no result; without a verdict nothing does.
  result: ({ row, slice, isJudged }) => (slice || !isJudged ? undefined : resultText(row)),
};

const sliceLines = (row: SnapshotRow, isJudged: boolean): Line[] =>
  dimensionsOf(row.metric).flatMap((dimension) => {
    const slices = sliceTable(row, dimension, { alpha: row.alpha, scale: "percent" })?.slices ?? [];
    return slices.flatMap(({ metric, difference }) => ({
      row,
      metric,
      slice: metric,
      difference,
      slices: slices.length,
      isJudged,
    }));
  });

/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = "\uFEFF";

export function csvOf(snapshot: ResultsSnapshot): string {
  const { experiment, summary, verdict } = snapshot;
  const isJudged = verdict.kind === "judged";
  const lines = sectionsOf(snapshot).flatMap(({ rows }) =>
    rows.flatMap((row): Line[] => [{ row, metric: row.metric, isJudged }, ...sliceLines(row, isJudged)]),
  );
  const refusal = isJudged ? "" : textOf(verdict.headline);
  const since = sinceOf(experiment, summary);
  const from = since === undefined ? undefined : new Date(since).toISOString();
  const warnings = checksText(snapshot).join(" ");
  const source = [refusal, warnings, experiment.id, summary.fingerprint, from].map(csvCell);
  const table = [
    [...Object.keys(columns), "refusal", "warnings", "experiment", "data", "read_from"],
    ...lines.map((line) => [...Object.values(columns).map((read) => csvCell(read(line))), ...source]),
  ];
  return `${byteOrderMark}${table.map((cells) => cells.join(",")).join("\r\n")}\r\n`;
}
