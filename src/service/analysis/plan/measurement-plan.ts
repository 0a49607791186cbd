// Gives every metric, event and number of one computation the number by which its statements speak of it. Pure.
import type { Dimension } from "./measurements.ts";
import { type Amount, amountsOf, type MetricInput } from "./metric-inputs.ts";

export interface MeasurementPlan {
  /** A metric's number is its place: totals, which are capped, come first, then users and days, then those with a denominator. */
  metrics: readonly MetricInput[];
  /** Numbers below this are totals. */
  firstAfterTotals: number;
  /** Numbers from this on have a denominator; units without one take no part. */
  firstRatio: number;
  /** Keys of events with their filters (event-source.ts); an event's number is its place. */
  events: readonly string[];
  /** By event: the metadata fields that are read as a number; undefined is the event's value. */
  numbers: readonly (readonly (string | undefined)[])[];
  eventDimensions: readonly Dimension[];
  /** True where the week before exposure is read. */
  hasPast: boolean;
  /** UTC days from the first possible exposure to the end. */
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

/** The column of a hit that holds the number which an amount takes of its event. */
export const numberColumn = ({ event, key }: Amount, { events, numbers }: MeasurementPlan): number =>
  numbers[events.indexOf(event)]?.indexOf(key) ?? -1;
