// Computes the value pairs of one unit after the other for metrics that add up several events, or count the days of several (statistics 3).
import { type MeasurementPlan, numberColumn } from "#service/analysis/plan/measurement-plan.ts";
import { type Amount, soleAmounts } from "#service/analysis/plan/metric-inputs.ts";
import { type Hits, never, type SliceOf, type Takers } from "./unit-hits.ts";

/** The contribution of a hit to a metric. */
interface Contribution {
  /** Index among the metrics of this file. */
  own: number;
  metric: number;
  adds: Amount["adds"];
  column: number;
  /** True for a denominator. */
  isBelow: boolean;
  /** True if past hits count, as the covariate. */
  hasPast: boolean;
  countsDays: boolean;
}

export function unitSeveral(
  plan: MeasurementPlan,
  takers: Pick<Takers, "pair" | "days">,
  { sliceOf, slices }: { sliceOf: SliceOf; slices: number },
) {
  const { metrics, events } = plan;
  const own = metrics.flatMap((input, metric) => {
    const isOfOne = soleAmounts(input) || (input.measure === "days" && input.events.length === 1);
    return isOfOne || input.measure === "funnel" ? [] : [{ input, metric }];
  });
  const byEvent = events.map((): Contribution[] => []);
  for (const [index, { input, metric }] of own.entries()) {
    const contribute = (amount: Amount, isBelow: boolean) =>
      byEvent[events.indexOf(amount.event)]?.push({
        own: index,
        metric,
        adds: amount.adds,
        column: numberColumn(amount, plan),
        isBelow,
        hasPast: input.measure !== "ratio",
        countsDays: input.measure === "days",
      });
    if (input.measure === "ratio") {
      for (const amount of input.numerator) contribute(amount, false);
      for (const amount of input.denominator) contribute(amount, true);
    } else if (input.measure === "days")
      for (const event of input.events) contribute({ event, adds: "one" }, false);
    else for (const amount of input.amounts) contribute(amount, false);
  }
  const count = own.length;
  const [x, y] = [new Float64Array(slices * count), new Float64Array(slices * count)];
  const lastDay = new Int32Array(slices * count).fill(never);
  const used = new Int32Array(slices * count);
  let usedCount = 0;

  function contribute(slice: number, contribution: Contribution, day: number, hits: Hits, row: number) {
    const isPast = day < 0;
    if (isPast && !contribution.hasPast) return;
    const at = slice * count + contribution.own;
    const last = lastDay[at] ?? never;
    lastDay[at] = day;
    if (last === never) {
      used[usedCount] = at;
      usedCount += 1;
    }
    let value = 1;
    if (contribution.countsDays) {
      if (last === day) return;
    } else if (contribution.adds !== "one") {
      value = hits.numbers[contribution.column]?.[row] ?? Number.NaN;
      if (Number.isNaN(value)) return;
      if (contribution.adds !== "its number") value = 1;
    }
    if (isPast || contribution.isBelow) y[at] = (y[at] ?? 0) + value;
    else x[at] = (x[at] ?? 0) + value;
  }

  function passOn(at: number) {
    const { input, metric = 0 } = own[at % count] ?? {};
    const slice = Math.floor(at / count);
    const above = x[at] ?? 0;
    const below = y[at] ?? 0;
    if (input?.measure === "days") takers.days(metric, slice, above, below);
    else if (input?.measure === "users") takers.pair(metric, slice, Math.min(above, 1), Math.min(below, 1));
    // Units with a denominator of 0 are excluded.
    else if (input?.measure !== "ratio" || below > 0) takers.pair(metric, slice, above, below);
  }

  return {
    add(event: number, value: number, day: number, hits: Hits, row: number) {
      const contributions = byEvent[event] ?? [];
      for (let index = 0; index < contributions.length; index += 1) {
        const contribution = contributions[index];
        if (!contribution) continue;
        contribute(sliceOf.ofMetric[contribution.metric]?.[value] ?? 0, contribution, day, hits, row);
      }
    },
    end() {
      for (let index = 0; index < usedCount; index += 1) {
        const at = used[index] ?? 0;
        passOn(at);
        x[at] = 0;
        y[at] = 0;
        lastDay[at] = never;
      }
      usedCount = 0;
    },
  };
}
