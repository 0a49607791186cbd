// The measurements of an experiment: sums by metric, slice and group. Plain data that can be cached as JSON and compared
// again at any level; no query and no comparison here.
import type { CovariateSums } from "#statistics/cuped.ts";
import type { PairSums } from "#statistics/pair-moments.ts";

export interface Assignment {
  /** Units by group id, those seen in several groups left out. */
  units: Record<string, number>;
  crossovers: number;
}

/** `mean`: x is the unit's value, y its covariate (0 where the past was not read), over all units. `ratio`: x is the numerator,
 *  y the denominator, over units with y > 0. Sums by group id; a group without units may be absent. */
export type Measured =
  | { kind: "mean"; groups: Record<string, CovariateSums> }
  | { kind: "ratio"; groups: Record<string, PairSums> };

export interface Notes {
  /** Unit values above it counted as this; absent where none was capped. */
  cap?: number;
  /** Events of the metric whose value is no number; absent where there are none. */
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
  /** Keys of the metrics' events, filters included, that a unit logged in the window or in the week before its exposure. */
  loggedEvents: string[];
}
