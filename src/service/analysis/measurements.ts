// What an experiment's log comes down to: sums by metric, slice and group. Plain data that can be kept as JSON and compared
// again at any level; no query and no comparison here.

/** Of one group: x and y of each unit; centred squares and products. */
export interface PairSums {
  n: number;
  meanX: number;
  meanY: number;
  squaresX: number;
  squaresY: number;
  products: number;
}

export interface CovariateSums extends PairSums {
  /** Units whose y is not 0. */
  nonzero: number;
}

export interface Assignment {
  /** Units by group id, those seen in several groups left out. */
  units: Record<string, number>;
  crossovers: number;
}

/** `mean`: x is the unit's value, y its covariate (0 without CUPED), over all units. `ratio`: x is the numerator, y the denominator, over units with y > 0. */
export type Measured =
  | { kind: "mean"; groups: Record<string, CovariateSums> }
  | { kind: "ratio"; groups: Record<string, PairSums> };

export interface Notes {
  /** Unit values above it counted as this; absent where none was capped. */
  cap?: number;
  /** Events of the metric whose value is no number. */
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
}
