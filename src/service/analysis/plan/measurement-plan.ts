// Assigns each metric, event and number of one computation the index by which its SQL statements refer to it. Pure.
import type { Dimension } from "./measurements.ts";
import { type Amount, amountsOf, type MetricInput } from "./metric-inputs.ts";

/** Number of days before the day of first exposure that the covariate covers. */
export const pastDays = 7;

export interface MeasurementPlan {
  /** A metric's number is its index: totals, which may be capped, come first, then users and days, then metrics with a denominator. */
  metrics: readonly MetricInput[];
  /** Metrics with a number below this are totals. */
  firstAfterTotals: number;
  /** Metrics from this number on have a denominator; units with a denominator of 0 are excluded. */
  firstRatio: number;
  /** Event keys including filters (event-source.ts); an event's number is its index. */
  events: readonly string[];
  /** By event: the metadata fields that are read as numbers; undefined stands for the event's value. */
  numbers: readonly (readonly (string | undefined)[])[];
  eventDimensions: readonly Dimension[];
  /** True if the week before exposure is read as well. */
  hasPast: boolean;
  /** Number of UTC days from the first possible exposure to the end. */
  days: number;
}

const order: readonly MetricInput["measure"][] = ["total", "users", "days", "ratio", "funnel"];

export function measurementPlan(
  inputs: readonly MetricInput[],
  { dimensions, hasPast, days }: { dimensions: readonly Dimension[]; hasPast: boolean; days: number },
): MeasurementPlan {
  const metrics = [...inputs].sort((a, b) => order.indexOf(a.measure) - order.indexOf(b.measure));
  const amounts = metrics.flatMap(amountsOf);
  const events = [...new Set(amounts.map(({ event }) => event))];
  const numbered = amounts.filter(({ adds }) => adds !== "one");
  return {
    metrics,
    firstAfterTotals: metrics.filter(({ measure }) => measure === "total").length,
    firstRatio: metrics.filter(({ measure }) => measure !== "ratio" && measure !== "funnel").length,
    events,
    numbers: events.map((event) => [
      ...new Set(numbered.filter((amount) => amount.event === event).map(({ key }) => key)),
    ]),
    eventDimensions: dimensions.filter(({ type }) => type === "event"),
    hasPast,
    days,
  };
}

/** Returns the index of the column of `event_hit` that holds the number an amount reads from its event; -1 if it reads none. */
export const numberColumn = ({ event, key }: Amount, { events, numbers }: MeasurementPlan): number =>
  numbers[events.indexOf(event)]?.indexOf(key) ?? -1;
