// Measures an experiment from the tables of a warehouse, read-only. Returns the same sums as measure-experiment.ts does
// from the log. Uses one statement per metric source, and one more if there are event dimensions.
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

/**
 * Metrics with an event that no source contains are left out. `running.onLogRead` is not called, since it concerns only
 * the service's own log.
 */
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
  // Units are counted even without metrics.
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

/** Combines the answers to all statements. */
export function measuredBy(started: Started, answers: readonly Answer[]): WarehouseMeasurements {
  const { exposures, withUnit, newUnits } = readUnits(answers[0]?.rows ?? []);
  return { measurements: readMeasurements(started, answers), exposures, withUnit, newUnits };
}
