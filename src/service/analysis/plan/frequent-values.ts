// The slices of an event dimension: each metric's own, because a value that is rare among its events is pooled (statistics 10). Pure.
import type { MeasurementPlan } from "./measurement-plan.ts";
import { amountsOf } from "./metric-inputs.ts";

const pooled = "Other";
/** A value needs more than one in this many of the counted events. */
export const rareShare = 20;

/** How many counted events of a number have a value; null for all events that carry the key. */
export interface ValueCount {
  event: number;
  value: string | null;
  events: number;
}

export interface FrequentValues {
  /** By slice; the first is what was pooled. */
  values: string[];
  /** By metric number: the slices it has. */
  slices: number[][];
}

/** Given the counts of all events, and of the values that are frequent in one of them. */
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
