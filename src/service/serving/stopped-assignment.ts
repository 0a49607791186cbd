// Adds to experiments whose assignment has stopped the units that were exposed until then: only these keep their group.
import { readAssignedUnits } from "#service/database/assigned-units.ts";
import type { Database } from "#service/database/database.ts";
import type { ExperimentFacts } from "#targeting/experiments/experiment-steps.ts";

/** Milliseconds after which the log is read again, because apps send exposures late. */
const readAgainAfter = 30_000;
/** Milliseconds after which no app is expected to send earlier exposures any more. */
const lastReading = 15 * 60_000;

interface Reading {
  /** Time of the first reading, in ms. */
  readonly first: number;
  readonly last: number;
  readonly experiment: ExperimentFacts;
}

/** Returns a function that adds the exposed units to an experiment. */
export function assignedUnitsReader(database: Database) {
  const readings = new WeakMap<ExperimentFacts, Reading>();
  /** Returns the same object as long as no unit is added; `now` in ms. */
  return async (stored: ExperimentFacts, now: number): Promise<ExperimentFacts> => {
    const known = readings.get(stored);
    const isLast = known && known.last - known.first >= lastReading;
    if (known && (isLast || now < known.last + readAgainAfter)) return known.experiment;
    const assigned = await readAssignedUnits(database, stored);
    // Units are only ever added, so an equal number means equal units.
    const isSame = known && known.experiment.assigned?.length === assigned?.length;
    const experiment = isSame ? known.experiment : { ...stored, assigned };
    readings.set(stored, { first: known?.first ?? now, last: now, experiment });
    return experiment;
  };
}
