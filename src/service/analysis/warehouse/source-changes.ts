// Tells by day whether the rows of a metric source have changed since they were staged.
import { sourceOf } from "#service/analysis/plan/event-source.ts";
import type { Dialect } from "./dialect.ts";
import { boundsSql, dayMs, type Range } from "./source-bounds.ts";
import type { MetricTable } from "./source-tables.ts";
import type { StatementPlan } from "./statement-plan.ts";

/** Rows of `day`, a text such as 2026-11-01 or of ms, and `stamp`, a text that changes with the rows of the day: by what the source knows of its
 *  partitions, else by their number and times, for which two columns are read: rows that are changed in place are not found by it. */
export function changesSql(
  table: MetricTable,
  {
    plan,
    events,
    range,
    dialect,
  }: { plan: StatementPlan; events: readonly number[]; range: Range; dialect: Dialect },
): string {
  if (table.changesSql !== undefined) return table.changesSql;
  const column = (name: string) => `s.${dialect.column(name)}`;
  const names = [
    ...new Set(events.map((event) => dialect.literal(sourceOf(plan.plan.events[event] ?? "").name))),
  ];
  const moment = dialect.milliseconds(column(table.timeColumn), table.timeType);
  const where = [
    boundsSql(table, [range], dialect),
    ...(table.eventColumn === null ? [] : [`${column(table.eventColumn)} in (${names.join(", ")})`]),
  ];
  return `select ${dialect.text("day_start")} as day, ${dialect.text("events")} as stamp, ${dialect.text("moments")} as moments_stamp
from (
select day_start, count(*) as events, sum(moment - day_start) as moments
from (
select moment, moment - mod(moment, ${dayMs}) as day_start
from (
select ${moment} as moment
from (${table.sql}) s
where ${where.join(" and ")}
) m
) d
group by day_start
) c`;
}
