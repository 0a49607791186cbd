// Entry point to the log: measures everything that an experiment's charts need. The number of queries does not grow
// with metrics, groups or units. Comparing groups is left to the experiments code.
import type { Reader, Snapshot } from "#service/database/database.ts";
import { measurementPlan, type MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import type {
  Assignment,
  Dimension,
  Measured,
  Measurements,
  MetricMeasurement,
} from "#service/analysis/plan/measurements.ts";
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { measuredOf, rowsBySlice } from "#service/analysis/plan/slice-measurements.ts";
import { day, type Window } from "./assignment.ts";
import { dropEventHits, fillEventHits, readLoggedEvents } from "./event-hits.ts";
import type { FrequentValues } from "#service/analysis/plan/frequent-values.ts";
import { readEventSlices } from "./event-slices.ts";
import { readExposedCells } from "./exposed-cells.ts";
import { fillExposedUnits } from "./exposed-units.ts";
import { measureUnits } from "./measure-units.ts";
import { fillKindSlices, partNumberStride } from "./unit-slices.ts";

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
  /** If there are more units, they are measured in workers, which take 50 ms to start. */
  mostUnitsHere?: number;
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

export async function measureExperiment(
  reader: Snapshot,
  analysis: Analysis,
  { signal, onStage, onLogRead, mostUnitsHere = 100_000 }: Running = {},
): Promise<Measurements> {
  const { window, winsorization, dimensions, fillUnits } = analysis;
  const begin = (stage: string, share: number, until: number) => {
    signal?.throwIfAborted();
    onStage?.(stage, share, until);
  };
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
  await fillEventHits(reader, window, plan);
  const loggedEvents = await readLoggedEvents(reader, plan);
  await onLogRead?.(loggedEvents);

  begin("Adding up each unit's events", 0.4, 0.9);
  const { slices: userSlices, grids } = await fillKindSlices(reader, groups.length, userDimensions);
  const cells = await readExposedCells(reader, { numbers, grids });
  // The hits need the memory when they are put in order.
  await reader.query("drop table exposed_unit");
  const eventSlices: FrequentValues[] = [];
  for (const index of plan.eventDimensions.keys())
    eventSlices.push(await readEventSlices(reader, plan, index));
  const { whole, byDimension } = await measureUnits(reader, plan, {
    cells,
    eventSlices,
    percentiles: plan.metrics.map((metric) => percentileOf(metric, winsorization)),
    inWorkers: numbers > mostUnitsHere,
    onUnit: (unit) => begin("Adding up each unit's events", 0.4 + (0.5 * unit) / numbers, 0.9),
  });
  await dropEventHits(reader);
  begin("Adding up the groups and their slices", 0.9, 0.95);
  const measured =
    (rows: ReturnType<typeof rowsBySlice>) =>
    (number: number, slice: number, of = assignment.units) =>
      measuredOf(
        kindOf(plan.metrics[number]),
        rows(number, slice),
        of,
        percentileOf(plan.metrics[number], winsorization),
      );
  const find = measured(rowsBySlice(whole.sums, whole.nonNumeric));
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
    const { values = [], slices = [] } = eventSlices[index] ?? {};
    const { sums = [], nonNumeric = [] } = byDimension[index] ?? {};
    const findSlice = measured(rowsBySlice(sums, nonNumeric));
    for (const [number, metric] of metrics.entries())
      for (const slice of slices[number] ?? [])
        metric.slices.push({ ...findSlice(number, slice), dimension, value: values[slice] ?? "" });
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
