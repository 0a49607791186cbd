// SQL that adds up a unit's events from the hits `h`, and the value pairs of metrics that use several events: x and y
// of measurements.ts before capping. Units without events have no row.
import { type MeasurementPlan, numberColumn, pastDays } from "#service/analysis/plan/measurement-plan.ts";
import { type Amount, soleAmounts } from "#service/analysis/plan/metric-inputs.ts";
import { funnelStatement } from "./funnel-values.ts";
import { numberRows } from "./work-table.ts";

/** The role of an amount in its metric. */
const part = { value: 0, numerator: 1, denominator: 2 };

export const isCounted = "h.day >= 0";

/** SQL of the contribution of a hit `h`; null if it lacks the number. */
export function amountSql(amount: Amount, plan: MeasurementPlan): string {
  const number = `h.number_${numberColumn(amount, plan)}`;
  if (amount.adds === "one") return "1";
  return amount.adds === "its number" ? number : `case when ${number} is not null then 1 end`;
}

/**
 * Sets of days are stored as bits of integers (`day_count` counts them), with few enough bits that the sign bit stays
 * unused; past days come first.
 */
const bits = 62;
const dayColumns = ({ days }: MeasurementPlan) =>
  Array.from({ length: Math.ceil((pastDays + days) / bits) }, (_, number) => `days_${number}`);

/** SQL of the days with hits in a group, one bit per day. */
export function daySets(plan: MeasurementPlan): string[] {
  const columns = dayColumns(plan);
  return columns.map((column, index) => {
    const bit = `cast(1 as bigint) << (h.day + ${pastDays - index * bits})`;
    const last = (index + 1) * bits - pastDays;
    const isHere = `h.day >= ${last - bits} and h.day < ${last}`;
    return `coalesce(bit_or(${columns.length > 1 ? `case when ${isHere} then ${bit} end` : bit}), 0) as ${column}`;
  });
}
/** SQL of the number of days with an event; it becomes a share once the unit is known. */
export const daysWith = (plan: MeasurementPlan) =>
  dayColumns(plan)
    .map((column, index) => `day_count(${index === 0 ? `c.${column} >> ${pastDays}` : `c.${column}`})`)
    .join(" + ");
export const pastDaysWith = `day_count(c.days_0 & ${2 ** pastDays - 1})`;
export const shareOfPast = (days: string) => `cast(${days} as double precision) / ${pastDays}`;

/** Returns the events that rows of metric and event refer to, so that hits of other events are filtered out before the join. */
const eventsIn = (rows: readonly number[][]) => [...new Set(rows.map(([, event]) => event))].join(", ");

/** SQL of totals and ratios over several events. */
function severalEventValues(plan: MeasurementPlan, slice: string): string | undefined {
  const amounts: string[] = [];
  const rows = plan.metrics.flatMap((input, metric) => {
    if (soleAmounts(input)) return [];
    const row = (role: number) => (amount: Amount) => {
      const sql = amountSql(amount, plan);
      if (!amounts.includes(sql)) amounts.push(sql);
      return [metric, plan.events.indexOf(amount.event), role, amounts.indexOf(sql)];
    };
    if (input.measure === "total" || input.measure === "users") return input.amounts.map(row(part.value));
    if (input.measure !== "ratio") return [];
    return [...input.numerator.map(row(part.numerator)), ...input.denominator.map(row(part.denominator))];
  });
  if (rows.length === 0) return undefined;
  const amount = `cast(case i.amount ${amounts.map((sql, index) => `when ${index} then ${sql}`).join(" ")} end as double precision)`;
  const y = `(${isCounted} and i.part = ${part.denominator}) or (not ${isCounted} and i.part = ${part.value})`;
  return `select i.metric, ${slice} as slice, h.unit_number,
      coalesce(sum(case when ${isCounted} and i.part <> ${part.denominator} then ${amount} end), 0) as x,
      coalesce(sum(case when ${y} then ${amount} end), 0) as y
    from event_hit h join (${numberRows(rows)}) as i (metric, event, part, amount) on i.event = h.event
    where h.event in (${eventsIn(rows)})
    group by 1, 2, 3`;
}

/** SQL of the number of days with at least one of several events. */
function severalEventDays(plan: MeasurementPlan, slice: string): string | undefined {
  const rows = plan.metrics.flatMap((input, metric) =>
    input.measure === "days" && input.events.length !== 1
      ? input.events.map((event) => [metric, plan.events.indexOf(event)])
      : [],
  );
  if (rows.length === 0) return undefined;
  return `select c.metric, c.slice, c.unit_number, cast(${daysWith(plan)} as double precision) as x, ${shareOfPast(pastDaysWith)} as y
    from (
      select i.metric, ${slice} as slice, h.unit_number, ${daySets(plan).join(", ")}
      from event_hit h join (${numberRows(rows)}) as i (metric, event) on i.event = h.event
      where h.event in (${eventsIn(rows)})
      group by 1, 2, 3
    ) as c`;
}

/** SQL of the value pairs of metrics that need several events: rows of metric, slice, unit_number, x and y. */
export const multiEventValuesSql = (plan: MeasurementPlan, slice: string): string[] =>
  [severalEventValues(plan, slice), severalEventDays(plan, slice), funnelStatement(plan, slice)].flatMap(
    (select) => select ?? [],
  );
