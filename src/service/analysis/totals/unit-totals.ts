// SQL of the values of every unit for a plan with a single metric.
import type { MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import { type Amount, soleAmounts } from "#service/analysis/plan/metric-inputs.ts";
import {
  amountSql,
  daySets,
  daysWith,
  isCounted,
  multiEventValuesSql,
  pastDaysWith,
  shareOfPast,
} from "./unit-values.ts";

const sumSql = (amount: Amount, plan: MeasurementPlan, when: string) => {
  const hits = `filter (where ${when})`;
  if (amount.adds === "one") return `count(*) ${hits}`;
  return amount.adds === "its number"
    ? `coalesce(sum(${amountSql(amount, plan)}) ${hits}, 0)`
    : `count(${amountSql(amount, plan)}) ${hits}`;
};

/**
 * SQL of rows with slice, unit_number, x and y as in measurements.ts, before capping; for days, x is their number. `slice` is SQL of the
 * slice of a hit `h`.
 */
export function unitTotalsSql(plan: MeasurementPlan, slice = "0"): string {
  const [input] = plan.metrics;
  const sole = input && soleAmounts(input);
  // A unit with any event counts as one user.
  const counted = (sum: string) => (input?.measure === "users" ? `least(${sum}, 1)` : sum);
  const hitsOf = (event: string) => `event_hit h where h.event = ${plan.events.indexOf(event)} group by 1, 2`;
  if (sole) {
    const isOfY = input.measure === "ratio" ? isCounted : `not (${isCounted})`;
    return `select ${slice} as slice, h.unit_number, ${counted(sumSql(sole.x, plan, isCounted))} as x,
        ${counted(sumSql(sole.y, plan, isOfY))} as y
      from ${hitsOf(sole.x.event)}`;
  }
  const [event, ...others] = input?.measure === "days" ? input.events : [];
  if (event !== undefined && others.length === 0)
    return `select c.slice, c.unit_number, ${daysWith(plan)} as x, ${shareOfPast(pastDaysWith)} as y
      from (select ${[`${slice} as slice`, "h.unit_number", ...daySets(plan)].join(", ")} from ${hitsOf(event)}) as c`;
  return `select v.slice, v.unit_number, ${counted("v.x")} as x, ${counted("v.y")} as y
    from (${multiEventValuesSql(plan, slice).join(" union all ")}) as v`;
}
