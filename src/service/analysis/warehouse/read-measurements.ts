// Converts the answers of a warehouse to measurements. Pure.
import type {
  Assignment,
  Measurements,
  MetricMeasurement,
  SliceMeasurement,
} from "#service/analysis/plan/measurements.ts";
import { measuredOf, type SumRow } from "#service/analysis/plan/slice-measurements.ts";
import { kindOf, percentileOf } from "#service/analysis/totals/measure-experiment.ts";
import type { EventSlices } from "./event-slices.ts";
import type { Started, Written } from "./measurement-statements.ts";
import { numberAt, optionalNumberAt, textAt, type WarehouseRows } from "./run.ts";
import { loggedBy, unitMetrics } from "./statement-plan.ts";

/** The rows that a statement returned, with everything that it was generated from. */
export interface Answer {
  written: Written;
  slices: EventSlices | undefined;
  rows: WarehouseRows;
}

export interface MeasuredUnits {
  assignment: Assignment;
  exposures: number;
  /** Number of exposures that have a unit id. */
  withUnit: number;
  /** Number of units of a group whose first exposure was on the day that begins at `day`, ms. */
  newUnits: { group: string; day: number; units: number }[];
}

const ofMetric = (rows: WarehouseRows, metric: number) =>
  rows.filter((row) => numberAt(row, "metric") === metric);

/** Reads the units; the answers to all statements agree on them. */
export function readUnits(rows: WarehouseRows): MeasuredUnits {
  const counted = ofMetric(rows, unitMetrics.counted).filter((row) => numberAt(row, "dimension") === 0);
  const groups = counted
    .map((row) => [textAt(row, "group_id"), numberAt(row, "n")] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const total = (metric: number, value: (n: number, mean: number) => number) =>
    ofMetric(rows, metric)
      .filter((row) => numberAt(row, "dimension") === 0)
      .reduce((sum, row) => sum + value(numberAt(row, "n"), numberAt(row, "mean_x")), 0);
  const exposuresOf = (metric: number) => total(metric, (n, mean) => Math.round(n * mean));
  const { crossover, withoutID, leftOut } = unitMetrics;
  const withUnit = exposuresOf(unitMetrics.counted) + exposuresOf(crossover) + exposuresOf(leftOut);
  return {
    assignment: { units: Object.fromEntries(groups), crossovers: total(crossover, (n) => n) },
    exposures: withUnit + exposuresOf(withoutID),
    withUnit,
    newUnits: ofMetric(rows, unitMetrics.ofDay).map((row) => ({
      group: textAt(row, "group_id"),
      day: Number(textAt(row, "slice_value")),
      units: numberAt(row, "n"),
    })),
  };
}

/** Indexes rows by metric and slice; returns sums by group number. */
export function rowsBySlice(rows: WarehouseRows, groups: readonly string[]) {
  const key = (metric: number, dimension: number, value: string) => `${metric} ${dimension} ${value}`;
  const found = new Map<string, { sums: SumRow[]; missing: number }>();
  for (const row of rows) {
    const metric = numberAt(row, "metric");
    const name = key(metric, numberAt(row, "dimension"), textAt(row, "slice_value"));
    const own = found.get(name) ?? { sums: [], missing: 0 };
    own.missing += numberAt(row, "missing");
    // If no unit takes part, the row at most counts events without a number.
    if (numberAt(row, "n") > 0)
      own.sums.push({
        metric,
        slice: 0,
        group_number: groups.indexOf(textAt(row, "group_id")) + 1,
        n: numberAt(row, "n"),
        meanX: numberAt(row, "mean_x"),
        meanY: numberAt(row, "mean_y"),
        squaresX: numberAt(row, "squares_x"),
        squaresY: numberAt(row, "squares_y"),
        products: numberAt(row, "products"),
        nonzero: numberAt(row, "nonzero"),
        most: optionalNumberAt(row, "most"),
        among: optionalNumberAt(row, "among"),
      });
    found.set(name, own);
  }
  return (metric: number, dimension: number, value: string) => {
    const { sums, missing } = found.get(key(metric, dimension, value)) ?? { sums: [], missing: 0 };
    return {
      sums,
      nonNumeric: missing > 0 ? { metric, slice: 0, events: missing } : undefined,
    };
  };
}

/** Returns the slices by a property of the units, the most frequent value first: value and number of units by group. */
function unitSlices(rows: WarehouseRows, dimension: number, groups: readonly string[]) {
  const found = new Map<string, Record<string, number>>();
  for (const row of ofMetric(rows, unitMetrics.counted))
    if (numberAt(row, "dimension") === dimension) {
      const value = textAt(row, "slice_value");
      const units = found.get(value) ?? Object.fromEntries(groups.map((group) => [group, 0]));
      units[textAt(row, "group_id")] = numberAt(row, "n");
      found.set(value, units);
    }
  const all = (units: Record<string, number>) => Object.values(units).reduce((sum, some) => sum + some, 0);
  return [...found].sort(([a, ofA], [b, ofB]) => all(ofB) - all(ofA) || (a < b ? -1 : 1));
}

export function readMeasurements(
  { winsorization }: Pick<Started, "winsorization">,
  answers: readonly Answer[],
): Measurements {
  const { assignment } = readUnits(answers[0]?.rows ?? []);
  const groups = Object.keys(assignment.units);
  const metrics: Record<string, MetricMeasurement> = {};
  const logged = new Set<string>();
  for (const { written, slices, rows } of answers) {
    const { plan } = written.statement;
    const find = rowsBySlice(rows, groups);
    const properties = written.userDimensions.map((_, index) => unitSlices(rows, index + 1, groups));
    for (const [number, input] of plan.metrics.entries()) {
      const measured = (dimension: number, value: string, units = assignment.units) =>
        measuredOf(kindOf(input), find(number, dimension, value), units, percentileOf(input, winsorization));
      const sliced: SliceMeasurement[] = [];
      for (const [index, key] of written.userDimensions.entries())
        for (const [value, units] of properties[index] ?? [])
          sliced.push({ ...measured(index + 1, value, units), dimension: { key, type: "user" }, value });
      for (const [index, dimension] of plan.eventDimensions.entries()) {
        const { values = [], slices: ofMetrics = [] } = slices?.dimensions[index] ?? {};
        for (const slice of ofMetrics[number] ?? []) {
          const value = values[slice] ?? "";
          const place = slice === 0 ? 0 : (slices?.numberOf(index, value) ?? 0);
          sliced.push({
            ...measured(written.userDimensions.length + index + 1, String(place)),
            dimension,
            value,
          });
        }
      }
      metrics[input.id] = { ...measured(0, ""), slices: sliced };
    }
    const known = new Set(rows.map((row) => numberAt(row, "metric")));
    for (const [number, event] of plan.events.entries())
      if (known.has(loggedBy(plan, number))) logged.add(event);
  }
  return { assignment, metrics, loggedEvents: [...logged].sort() };
}
