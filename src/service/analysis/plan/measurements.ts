// The measurements of an experiment: sums by metric, slice and group. Plain data that can be cached as JSON and
// compared again at any confidence level; contains no queries and no comparison.
import type { CovariateSums } from "#statistics/cuped.ts";
import type { PairSums } from "#statistics/pair-moments.ts";

export interface Assignment {
  /** Number of units by group id, excluding crossovers. */
  units: Record<string, number>;
  crossovers: number;
}

/**
 * `mean`: x is the unit's value and y its covariate (0 if the past was not read), over all units. `ratio`: x is the
 * numerator and y the denominator, over units with y > 0. Sums are by group id; a group without units may be absent.
 */
export type Measured =
  | { kind: "mean"; groups: Record<string, CovariateSums> }
  | { kind: "ratio"; groups: Record<string, PairSums> };

export interface Notes {
  /** The cap to which larger unit values were reduced; absent if none was capped. */
  cap?: number;
  /** Number of events of the metric whose value is not a number; absent if there are none. */
  nonNumericEvents?: number;
}

export interface Dimension {
  key: string;
  type: "user" | "event";
}

export type SliceMeasurement = Measured & Notes & { dimension: Dimension; value: string };
export type MetricMeasurement = Measured & Notes & { slices: SliceMeasurement[] };

export interface Measurements {
  assignment: Assignment;
  /** By metric id. */
  metrics: Record<string, MetricMeasurement>;
  /** Keys (including filters) of the metrics' events that some unit logged in the window or in the week before its exposure. */
  loggedEvents: string[];
}
