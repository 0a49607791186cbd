// The hits of units, and what is taken from them.
import type { NumberRows } from "#service/database/database.ts";
import { pastDays } from "#service/analysis/plan/measurement-plan.ts";

/** Hits in the order of their units and days, by column. */
export interface Hits {
  count: number;
  units: ArrayLike<number>;
  events: ArrayLike<number>;
  days: ArrayLike<number>;
  moments: ArrayLike<number>;
  /** The numbers that metrics read; NaN where there is none. */
  numbers: readonly ArrayLike<number>[];
  /** The values of the event dimensions: 0 for rare ones, -1 for none. */
  values: readonly ArrayLike<number>[];
}

const none: ArrayLike<number> = [];

/** Reads columns in the order of `Hits`. */
export function hitsOf({ count, columns }: NumberRows, numbers: number): Hits {
  const [units = none, events = none, days = none, moments = none, ...others] = columns;
  return {
    count,
    units,
    events,
    days,
    moments,
    numbers: others.slice(0, numbers),
    values: others.slice(numbers),
  };
}

/** A day before all days of hits. */
export const never = -pastDays - 1;

export interface Takers {
  /** Receives a unit's pair of a metric in a slice. */
  pair: (metric: number, slice: number, x: number, y: number) => void;
  /** Receives a unit's numbers of days with hits, since the exposure and in the past. */
  days: (metric: number, slice: number, days: number, past: number) => void;
  /** Receives a counted hit of an event that lacks a number. */
  missing: (metric: number, slice: number) => void;
}

/** The slices of hits by their values of one event dimension: by value, for the metrics and for the events that use no other event. */
export interface SliceOf {
  ofMetric: readonly Int32Array[];
  ofEvent: readonly Int32Array[];
}
