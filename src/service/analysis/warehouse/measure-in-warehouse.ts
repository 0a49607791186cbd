// The other door to measurements: the same sums as measure-experiment.ts gives of the log, from the tables of a warehouse, without
// writing there. One statement for each metric source, and one more where events have dimensions.
import type { Measurements } from "#service/analysis/plan/measurements.ts";
import type { Analysis, Running } from "#service/analysis/totals/measure-experiment.ts";
import type { Dialect } from "./dialect.ts";
import { eventSlices } from "./event-slices.ts";
import {
  fittingGroups,
  isMeasurable,
  metricGroups,
  writeStatements,
  type MetricGroup,
  type Started,
} from "./measurement-statements.ts";
import { readMeasurements, readUnits, type Answer, type MeasuredUnits } from "./read-measurements.ts";
import type { Run } from "./run.ts";
import type { WarehouseSources } from "./source-tables.ts";

export interface WarehouseMeasurements extends Omit<MeasuredUnits, "assignment"> {
  measurements: Measurements;
}

export const nothingMeasured: WarehouseMeasurements = {
  measurements: { assignment: { units: {}, crossovers: 0 }, metrics: {}, loggedEvents: [] },
  exposures: 0,
  withUnit: 0,
  newUnits: [],
};

/** Metrics with an event that no source has are left out. `running.onLogRead` is for the log of the service alone. */
export async function measureInWarehouse(
  run: Run,
  dialect: Dialect,
  sources: WarehouseSources,
  { window, inputs, ...analysis }: Analysis,
  { signal, onStage }: Running = {},
): Promise<WarehouseMeasurements> {
  if (!window) return nothingMeasured;
  const started = { ...analysis, window };
  const write = (group: MetricGroup) => writeStatements(dialect, sources, started, group);
  const known = inputs.filter((input) => isMeasurable(input, sources));
  const groups = fittingGroups(write, sources, metricGroups(known, sources));
  // Without metrics the units are still counted.
  if (groups.length === 0) groups.push({ inputs: [], tables: [] });
  const answers: Answer[] = [];
  for (const [place, group] of groups.entries()) {
    const written = write(group);
    const tag = group.tables.map(({ name }) => name).join(", ") || sources.assignment.name;
    const ask = (text: string) => {
      signal?.throwIfAborted();
      return run(text, tag);
    };
    onStage?.(`Measuring in ${tag}`, place / groups.length, (place + 1) / groups.length);
    const hasSlices = group.inputs.length > 0 && written.statement.plan.eventDimensions.length > 0;
    const slices = hasSlices
      ? eventSlices(written.statement, await ask(written.valueCounts()), dialect)
      : undefined;
    answers.push({ written, slices, rows: await ask(written.measurements(slices)) });
  }
  return measuredBy(started, answers);
}

/** Everything that the answers to all statements say. */
export function measuredBy(started: Started, answers: readonly Answer[]): WarehouseMeasurements {
  const { exposures, withUnit, newUnits } = readUnits(answers[0]?.rows ?? []);
  return { measurements: readMeasurements(started, answers), exposures, withUnit, newUnits };
}
