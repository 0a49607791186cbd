// Gives every metric, event and number of one computation the number by which its statements speak of it. Pure.
import type { Taken } from "./event-hits.ts";
import type { Dimension } from "./measurements.ts";
import { amountsOf, type Amount, type MetricInput } from "./metric-inputs.ts";

export interface Plan extends Taken {
  /** A metric's number is its place: totals, which are capped, come first, then days, then those with a denominator. */
  metrics: readonly MetricInput[];
  /** Numbers below this are totals. */
  firstAfterTotals: number;
  /** Numbers from this on have a denominator; units without one take no part. */
  firstRatio: number;
}

const order: readonly MetricInput["measure"][] = ["total", "days", "ratio", "funnel"];

export function planOf(
  inputs: readonly MetricInput[],
  { dimensions, hasPast }: { dimensions: readonly Dimension[]; hasPast: boolean },
): Plan {
  const metrics = [...inputs].sort((a, b) => order.indexOf(a.measure) - order.indexOf(b.measure));
  const amounts = metrics.flatMap(amountsOf);
  const numbered = amounts.filter(({ adds }) => adds !== "one");
  return {
    metrics,
    firstAfterTotals: metrics.filter(({ measure }) => measure === "total").length,
    firstRatio: metrics.filter(({ measure }) => measure === "total" || measure === "days").length,
    events: [...new Set(amounts.map(({ event }) => event))],
    numbers: [...new Set(numbered.map(({ key }) => key))],
    eventDimensions: dimensions.filter(({ type }) => type === "event"),
    hasPast,
  };
}

/** What a hit `h` adds, as SQL; null where it has no number. */
export function amountSql({ adds, key }: Amount, { numbers }: Plan): string {
  const number = `h.number_${numbers.indexOf(key)}`;
  if (adds === "one") return "1";
  return adds === "its number" ? number : `case when ${number} is not null then 1 end`;
}
