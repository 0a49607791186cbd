// The door to the log: everything that an experiment's charts are computed from, in a number of queries that does not grow
// with its metrics, groups or units. How groups compare belongs to the experiments.
import type { Reader } from "#service/database/database.ts";
import { readAssignment, type Window } from "./assignment.ts";
import { fillEventHits, readLoggedEvents } from "./event-hits.ts";
import { readEventSlices, uncut } from "./event-slices.ts";
import { fillExposedUnits, fillUnitSlices } from "./exposed-units.ts";
import { readGroupSums } from "./group-sums.ts";
import { planOf, type Plan } from "./measure-plan.ts";
import type {
  Assignment,
  Dimension,
  Measured,
  Measurements,
  MetricMeasurement,
  SliceMeasurement,
} from "./measurements.ts";
import type { MetricInput } from "./metric-inputs.ts";
import { readNonNumericEvents } from "./non-numeric-events.ts";
import { measuredOf, rowsBySlice } from "./slice-measurements.ts";
import { fillUnitValues } from "./unit-values.ts";

export interface Analysis {
  /** None before the experiment has a start: nothing was measured. */
  window: Window | undefined;
  inputs: readonly MetricInput[];
  /** Percentile of the non-zero unit values at which totals are capped; null is off. */
  winsorization: number | null;
  /** Whether the week before exposure is read. */
  cuped: boolean;
  dimensions: readonly Dimension[];
}

export interface Running {
  /** Ends the work between two queries. */
  signal?: AbortSignal;
  /** What comes next, in words, the share that is done and the share that will be after it. */
  onStage?: (stage: string, share: number, until: number) => void;
}

const kindOf = ({ measure }: MetricInput): Measured["kind"] =>
  measure === "ratio" || measure === "funnel" ? "ratio" : "mean";

/** `reader` must keep to one connection (a snapshot or a transaction): the work goes through temporary tables. */
export async function measureExperiment(
  reader: Reader,
  { window, inputs, winsorization, cuped, dimensions }: Analysis,
  { signal, onStage }: Running = {},
): Promise<Measurements> {
  const begin = (stage: string, share: number, until: number) => {
    signal?.throwIfAborted();
    onStage?.(stage, share, until);
  };
  const plan = planOf(inputs, { dimensions, hasPast: cuped });
  begin("Reading exposures", 0, 0.1);
  const assignment: Assignment = window ? await readAssignment(reader, window) : { units: {}, crossovers: 0 };
  const groups = Object.keys(assignment.units);
  if (!window || groups.length === 0 || plan.events.length === 0)
    return { assignment, metrics: empty(plan, assignment), loggedEvents: [] };

  await fillExposedUnits(reader, window, groups);
  const userSlices = await fillUnitSlices(
    reader,
    window,
    dimensions.filter(({ type }) => type === "user"),
  );
  begin("Reading events", 0.1, 0.3);
  await fillEventHits(reader, window, plan);

  const measure = (
    metric: MetricInput,
    number: number,
    slice: number,
    find: ReturnType<typeof rowsBySlice>,
    units = assignment.units,
  ) => measuredOf(kindOf(metric), find(number, slice), units, winsorization);

  begin("Adding up each unit's events", 0.3, 0.5);
  await fillUnitValues(reader, plan, uncut, window);
  begin("Adding up the groups", 0.5, 0.55);
  const everyone = rowsBySlice(
    await readGroupSums(reader, plan, { dimension: 0, slice: "unit", winsorization }),
    await readNonNumericEvents(reader, plan, { dimension: 0, cut: uncut }),
  );
  const metrics = plan.metrics.map((metric, number): MetricMeasurement => ({
    ...measure(metric, number, 0, everyone),
    slices: [],
  }));
  const addSlice = (number: number, slice: SliceMeasurement) => metrics[number]?.slices.push(slice);

  for (const [index, { dimension, values, units }] of userSlices.entries()) {
    begin(`Adding up slices by ${dimension.key}`, 0.55, 0.65);
    const find = rowsBySlice(
      await readGroupSums(reader, plan, { dimension: index + 1, slice: "unit", winsorization }),
      await readNonNumericEvents(reader, plan, { dimension: index + 1, cut: uncut }),
    );
    for (const [number, metric] of plan.metrics.entries())
      for (const [slice, value] of values.entries()) {
        const own = Object.fromEntries(groups.map((group) => [group, 0]));
        for (const count of units)
          if (count.slice === slice) own[groups[count.groupNumber - 1] ?? ""] = count.units;
        addSlice(number, { ...measure(metric, number, slice, find, own), dimension, value });
      }
  }

  for (const [index, dimension] of plan.eventDimensions.entries()) {
    begin(`Adding up slices by ${dimension.key}`, 0.65, 0.95);
    const { values, slices, cut } = await readEventSlices(reader, plan, index);
    await fillUnitValues(reader, plan, cut, window);
    const find = rowsBySlice(
      await readGroupSums(reader, plan, { dimension: 0, slice: "value", winsorization }),
      await readNonNumericEvents(reader, plan, { dimension: 0, cut }),
    );
    for (const [number, metric] of plan.metrics.entries())
      for (const slice of slices[number] ?? [])
        addSlice(number, { ...measure(metric, number, slice, find), dimension, value: values[slice] ?? "" });
  }

  return {
    assignment,
    metrics: Object.fromEntries(
      plan.metrics.flatMap(({ id }, number) => (metrics[number] ? [[id, metrics[number]]] : [])),
    ),
    loggedEvents: await readLoggedEvents(reader, plan),
  };
}

/** Every metric with nothing counted: 0 for each unit there is. */
const empty = ({ metrics }: Plan, { units }: Assignment): Record<string, MetricMeasurement> =>
  Object.fromEntries(
    metrics.map((metric) => [
      metric.id,
      { ...measuredOf(kindOf(metric), { sums: [], nonNumeric: undefined }, units, null), slices: [] },
    ]),
  );
