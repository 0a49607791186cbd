// Compares every slice with the rest of its units: which differ, how many would by chance alone, and why a
// dimension is left out. Pure.
import type { Experiment } from "#contract/experiment.ts";
import type { ChartMetric } from "#contract/summary-charts.ts";
import { agree, andList, formatCount, plural } from "#console/foundation/ui/wording.ts";
import { levelText } from "./analysis.ts";
import type { ComparisonRow } from "./comparison-rows.ts";
import type { Scale } from "./format-result.ts";
import { changeText } from "./reading.ts";
import { type Difference, dimensionsOf, type Slice, sliceTable } from "./slices.ts";

/** A slice of a comparison whose change differs from the rest. */
export interface DifferentSlice {
  row: ComparisonRow;
  dimension: string;
  slice: Slice;
  difference: Difference;
}

/** A comparison broken down by a dimension; the significance level is divided among its slices. */
interface Breakdown {
  row: ComparisonRow;
  slices: DifferentSlice[];
  /** Number of slices of the dimension, including those without a difference. */
  all: number;
}

const dimensionKeys = ({ dimensions }: Experiment, metrics: readonly ChartMetric[]) => [
  ...new Set([...(dimensions ?? []).map(({ key }) => key), ...metrics.flatMap(dimensionsOf)]),
];

function breakdownOf(row: ComparisonRow, dimension: string, scale: Scale): Breakdown[] {
  const slices = sliceTable(row, dimension, { alpha: row.alpha, scale })?.slices ?? [];
  const compared = slices.flatMap((slice) =>
    slice.difference ? [{ row, dimension, slice, difference: slice.difference }] : [],
  );
  return compared.length ? [{ row, slices: compared, all: slices.length }] : [];
}

/** Explains why no slice of a dimension can be compared with the rest. */
function obstacleOf(dimension: string, metrics: readonly ChartMetric[]): string {
  const slices = metrics.flatMap(({ dimensionBreakdown = [] }) =>
    dimensionBreakdown.filter(({ dimensionKey }) => dimensionKey === dimension),
  );
  const values = new Set(slices.map(({ dimensionValue }) => dimensionValue));
  const [value] = values;
  if (value === undefined) return `no exposure carries a ${dimension}`;
  if (slices.every(({ dimensionType }) => dimensionType !== "user"))
    return `slices by ${dimension} are of events and share units, so that they have no rest to be compared with`;
  if (values.size === 1) return `all have the ${dimension} ${value}`;
  return `slices by ${dimension} have too few units in a group, or units that are all alike`;
}

/** "3 of 168 comparisons differ clearly from the rest; about 0.6 would by chance alone." */
function headlineOf(comparisons: number, found: number, expected: number): string {
  const differ = `${agree(found, "differs", "differ")} clearly from the rest`;
  const some = `${found === 0 ? "None" : formatCount(found)} of ${plural(comparisons, "comparison")}`;
  return `${some} ${found === 0 ? "differs clearly from the rest" : differ}; about ${expected} would by chance alone.`;
}

/** Explains how the expected number is computed. */
function formulaOf(breakdowns: readonly Breakdown[], expected: number): string {
  const [first, ...more] = new Set(breakdowns.map(({ row }) => row.alpha));
  const level = first === undefined || more.length ? "its level" : levelText(1 - first);
  return `Each breakdown (a metric, a test group and a dimension) divides a significance level among its slices: ${formatCount(breakdowns.length)} × ${level} = ${expected}.`;
}

/** `rows` are in page order; the strongest differences are returned first. */
export function sliceOverview(experiment: Experiment, rows: readonly ComparisonRow[], scale: Scale) {
  const metrics = rows.map(({ metric }) => metric);
  const keys = dimensionKeys(experiment, metrics);
  const ofKeys = keys.map((dimension) => ({
    dimension,
    breakdowns: rows.flatMap((row) => breakdownOf(row, dimension, scale)),
  }));
  const breakdowns = ofKeys.flatMap((entry) => entry.breakdowns);
  const compared = breakdowns.flatMap(({ slices }) => slices);
  const strength = ({ difference: { value, delta } }: DifferentSlice) => Math.abs(value) / delta;
  const found = compared
    .filter(({ difference }) => difference.differs)
    .toSorted((a, b) => strength(b) - strength(a));
  // Slices that are too small to compare cannot cause false alarms.
  const chance = breakdowns.reduce((sum, { row, slices, all }) => sum + (row.alpha * slices.length) / all, 0);
  const expected = Number(chance.toPrecision(1));
  const obstacles = ofKeys
    .filter((entry) => entry.breakdowns.length === 0)
    .map(({ dimension }) => obstacleOf(dimension, metrics));
  const none = keys.length ? obstacles : ["no property is set up to slice by"];
  return {
    found,
    headline: compared.length
      ? headlineOf(compared.length, found.length, expected)
      : `There is nothing to compare: ${andList(none)}.`,
    formula: compared.length ? formulaOf(breakdowns, expected) : "",
    /** Why other dimensions are not compared. */
    missing: compared.length && obstacles.length ? `Not compared: ${andList(obstacles)}.` : "",
    isWithoutSlices: metrics.every(({ dimensionBreakdown = [] }) => dimensionBreakdown.length === 0),
  };
}

/** Names a slice: "country SE, Orders with Express", without the group if there is only one. */
export const sliceName = ({ row: { metric, group }, dimension, slice }: DifferentSlice, isOnly = false) =>
  `${dimension} ${slice.metric.dimensionValue}, ${metric.metricName}${isOnly ? "" : ` with ${group}`}`;

/** Words a difference: "+12.0 % here, +20.0 percentage points against the rest (+5.96 to +34.0)". */
export const differenceText = ({ slice, difference: { size, range } }: DifferentSlice) =>
  `${changeText(slice)} here, ${size} against the rest (${range})`;
