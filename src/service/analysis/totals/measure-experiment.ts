// Entry point to the log: measures everything that an experiment's charts need. The number of queries does not grow
// with metrics, groups or units. Comparing groups is left to the experiments code.
import type { Reader } from "#service/database/database.ts";
import { measurementPlan, type MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import type {
  Assignment,
  Dimension,
  Measured,
  Measurements,
  MetricMeasurement,
} from "#service/analysis/plan/measurements.ts";
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { measuredOf, type NonNumericRow, rowsBySlice } from "#service/analysis/plan/slice-measurements.ts";
import { day, type Window } from "./assignment.ts";
import {
  dropEventHits,
  fillEventHits,
  lacksNumbers,
  readLoggedEvents,
  readNonNumericEvents,
} from "./event-hits.ts";
import { readEventSlices, unslicedSql } from "./event-slices.ts";
import { fillExposedUnits } from "./exposed-units.ts";
import { fillCaps } from "./unit-caps.ts";
import { readUnitSums } from "./unit-sums.ts";
import { groupCellSql, fillKindSlices, partNumberStride } from "./unit-slices.ts";
import { fillUnitTotals, layoutOf, unitsAtOnce } from "./unit-totals.ts";

export interface Analysis {
  /** Undefined if the experiment has no start yet; nothing is measured then. */
  window: Window | undefined;
  inputs: readonly MetricInput[];
  /** Percentile of the non-zero unit values at which totals are capped; null for no cap. */
  winsorization: number | null;
  /** True if the week before exposure is read as well. */
  cuped: boolean;
  dimensions: readonly Dimension[];
  /** Fills the tables of `fillExposedUnits` with other units than those that were exposed. */
  fillUnits?: (reader: Reader) => Promise<Assignment>;
}

export interface Running {
  /** Cancels the work between two queries. */
  signal?: AbortSignal;
  /** Receives the next step, the share completed before it and the share completed after it. */
  onStage?: (stage: string, share: number, until: number) => void;
  /** Called and awaited once the log is no longer read, with the keys of the events that units logged. */
  onLogRead?: (loggedEvents: readonly string[]) => Promise<void>;
}

export const kindOf = (input: MetricInput | undefined): Measured["kind"] =>
  input?.measure === "ratio" || input?.measure === "funnel" ? "ratio" : "mean";

/** Returns the percentile at which a metric is capped: its own, else that of the experiment. */
export const percentileOf = (input: MetricInput | undefined, winsorization: number | null) =>
  input?.winsorization === undefined ? winsorization : input.winsorization;

const planOf = ({ window, inputs, cuped, dimensions }: Analysis) =>
  measurementPlan(inputs, {
    dimensions,
    hasPast: cuped,
    days: window ? Math.floor(window.end / day) - Math.floor(window.start / day) + 1 : 0,
  });

const nobody: Assignment = { units: {}, crossovers: 0 };

/** Returns the result of `measureExperiment` for an experiment in which nobody was exposed. */
export const emptyMeasurements = (analysis: Analysis): Measurements => ({
  assignment: nobody,
  metrics: withoutEvents(planOf(analysis), nobody),
  loggedEvents: [],
});

/** `reader` must use a single connection (a snapshot or a transaction), since the work uses temporary tables. */
export async function measureExperiment(
  reader: Reader,
  analysis: Analysis,
  { signal, onStage, onLogRead }: Running = {},
): Promise<Measurements> {
  const { window, winsorization, dimensions, fillUnits } = analysis;
  const begin = (stage: string, share: number, until: number) => {
    signal?.throwIfAborted();
    onStage?.(stage, share, until);
  };
  const beginWithin = (stage: string, share: number, until: number) => (from: number, to: number) =>
    begin(stage, share + (until - share) * from, share + (until - share) * to);
  const plan = planOf(analysis);
  const userDimensions = dimensions.filter(({ type }) => type === "user");
  begin("Reading exposures", 0, 0.1);
  const assignment: Assignment = window
    ? await (fillUnits?.(reader) ?? fillExposedUnits(reader, window, userDimensions))
    : nobody;
  const groups = Object.keys(assignment.units);
  if (!window || groups.length === 0 || plan.events.length === 0)
    return { assignment, metrics: withoutEvents(plan, assignment), loggedEvents: [] };

  const numbers = Object.values(assignment.units).reduce((sum, group) => sum + group, assignment.crossovers);
  begin("Reading events", 0.1, 0.4);
  await fillEventHits(reader, window, plan, { byUnit: numbers > unitsAtOnce });
  const loggedEvents = await readLoggedEvents(reader, plan);
  await onLogRead?.(loggedEvents);

  const { slices: userSlices, grids } = await fillKindSlices(reader, groups.length, userDimensions);
  const measured =
    (rows: ReturnType<typeof rowsBySlice>) =>
    (number: number, slice: number, of = assignment.units) =>
      measuredOf(
        kindOf(plan.metrics[number]),
        rows(number, slice),
        of,
        percentileOf(plan.metrics[number], winsorization),
      );

  const layout = layoutOf(plan);
  const onUnits = beginWithin("Adding up each unit's events", 0.4, 0.7);
  const cells = Array.from({ length: grids }, (_, grid) => `u.cell_${grid}`);
  await fillUnitTotals(reader, plan, layout, { cut: unslicedSql, numbers, cells }, onUnits);
  const nonNumeric: NonNumericRow[] = [];
  const isIncomplete = await lacksNumbers(reader, plan);
  if (isIncomplete)
    for (let part = 0; part <= userSlices.length; part += 1) {
      const rows = await readNonNumericEvents(reader, plan, unslicedSql, part > 0 ? part - 1 : undefined);
      nonNumeric.push(...rows.map((row) => ({ ...row, slice: row.slice + part * partNumberStride })));
    }
  if (plan.eventDimensions.length === 0) await dropEventHits(reader);
  begin("Adding up the groups and their slices", 0.7, 0.8);
  await fillCaps(reader, layout, { grids, winsorization });
  const find = measured(rowsBySlice(await readUnitSums(reader, layout, grids), nonNumeric));
  const metrics = plan.metrics.map((_, number): MetricMeasurement => ({ ...find(number, 0), slices: [] }));

  for (const [index, { dimension, values, units }] of userSlices.entries()) {
    const first = (index + 1) * partNumberStride;
    for (const [slice, value] of values.entries()) {
      const own = Object.fromEntries(groups.map((group) => [group, 0]));
      for (const some of units)
        if (some.slice === slice) own[groups[some.groupNumber - 1] ?? ""] = some.units;
      for (const [number, metric] of metrics.entries())
        metric.slices.push({ ...find(number, first + slice, own), dimension, value });
    }
  }

  for (const [index, dimension] of plan.eventDimensions.entries()) {
    const onSlices = beginWithin(`Adding up slices by ${dimension.key}`, 0.8, 0.95);
    const { values, slices, cut } = await readEventSlices(reader, plan, index);
    await fillUnitTotals(reader, plan, layout, { cut, numbers, cells: [groupCellSql] }, onSlices);
    await fillCaps(reader, layout, { grids: 1, winsorization });
    const find = measured(
      rowsBySlice(
        await readUnitSums(reader, layout, 1),
        isIncomplete ? await readNonNumericEvents(reader, plan, cut) : [],
      ),
    );
    for (const [number, metric] of metrics.entries())
      for (const slice of slices[number] ?? [])
        metric.slices.push({ ...find(number, slice), dimension, value: values[slice] ?? "" });
  }

  return {
    assignment,
    metrics: Object.fromEntries(
      plan.metrics.flatMap(({ id }, number) => (metrics[number] ? [[id, metrics[number]]] : [])),
    ),
    loggedEvents,
  };
}

/** Returns every metric without events: the value of each unit is 0. */
const withoutEvents = (
  { metrics }: MeasurementPlan,
  { units }: Assignment,
): Record<string, MetricMeasurement> =>
  Object.fromEntries(
    metrics.map((metric) => [
      metric.id,
      { ...measuredOf(kindOf(metric), { sums: [], nonNumeric: undefined }, units, null), slices: [] },
    ]),
  );
