// Slices of an event dimension. Each metric has its own, because values that are rare among its events are pooled (statistics 10). Pure.
import type { MeasurementPlan } from "./measurement-plan.ts";
import { amountsOf } from "./metric-inputs.ts";

const pooled = "Other";
/** A value is frequent if more than one in this many counted events has it. */
export const rareShare = 20;

/**
 * Number of counted events of an event (by its number) that have a value; `value` is null for all events that carry the
 * dimension's key.
 */
export interface ValueCount {
  event: number;
  value: string | null;
  events: number;
}

export interface FrequentValues {
  /** Values by slice number; the first is the pooled value. */
  values: string[];
  /** By metric number: the numbers of its slices. */
  slices: number[][];
}

/** Returns the slices. `counts` must contain the totals, and the counts of all values that are frequent for at least one event. */
export function frequentValues(plan: MeasurementPlan, counts: readonly ValueCount[]): FrequentValues {
  const values = [pooled];
  const slices = plan.metrics.map((input) => {
    const events = new Set(amountsOf(input).map(({ event }) => plan.events.indexOf(event)));
    const own = counts.filter(({ event }) => events.has(event));
    const countOf = (value: string | null) =>
      own.filter((row) => row.value === value).reduce((sum, row) => sum + row.events, 0);
    const total = countOf(null);
    const frequent = [...new Set(own.flatMap(({ value }) => value ?? []))]
      .filter((value) => value !== pooled && countOf(value) * rareShare > total)
      .sort((a, b) => countOf(b) - countOf(a) || (a < b ? -1 : 1));
    for (const value of frequent) if (!values.includes(value)) values.push(value);
    const isPooled = frequent.reduce((sum, value) => sum + countOf(value), 0) < total;
    return [...frequent.map((value) => values.indexOf(value)), ...(isPooled ? [0] : [])];
  });
  return { values, slices };
}
