// Joins units with their events by unit id alone and marks afterwards which events count, because a join with a
// condition on time would compare every event of a unit with every other row.
import { pastDays } from "#service/analysis/plan/measurement-plan.ts";
import { constants, type Dialect } from "./dialect.ts";
import { dayMs } from "./source-bounds.ts";
import type { StatementPlan } from "./statement-plan.ts";

export interface HitsInput {
  plan: StatementPlan;
  /** SQL of the units (assignment-sql.ts). */
  units: string;
  /** SQL of the events of each table (events-sql.ts, staged-events.ts). */
  events: readonly string[];
  /** True if the events are staged: those of a unit and a day are one row per cut. */
  isStaged: boolean;
  properties: readonly string[];
  /** The last ms that counts. */
  end: number;
  dialect: Dialect;
}

/** Columns of events besides unit, time and target. */
export const eventColumns = ({ plan, numbers }: StatementPlan, isStaged: boolean): string[] => [
  "n",
  ...Array.from({ length: numbers }, (_, index) => [`sum_${index}`, `with_${index}`]).flat(),
  ...(isStaged ? ["cut", "cut_value"] : plan.eventDimensions.map((_, index) => `value_${index + 1}`)),
];

export const list = (...columns: readonly string[]) => columns.join(", ");

/** SQL with one row per unit, plus one for each of its events that count or lie in the week before its first day. */
export function hitsSql({ dialect, plan, units, events, properties, isStaged }: HitsInput): string {
  const ofUnit = list(
    "u.unit_id",
    "u.group_id",
    "u.exposures",
    "u.first_day",
    ...properties.map((name) => `u.${name}`),
  );
  const unitTarget = "-1 - u.state";
  if (events.length === 0)
    return `select ${ofUnit}, ${unitTarget} as target, 0 as step, 0 as steps, u.first_day as day, u.first_day as moment, 1 as n
from (
${units}
) u`;
  const { hasDays, plan: measured } = plan;
  const taken = eventColumns(plan, isStaged);
  const isPast = `e.moment < u.first_day and e.moment >= u.first_day - ${pastDays * dayMs}`;
  const day = hasDays
    ? `e.moment - mod(e.moment, ${dayMs})`
    : `case when e.moment < u.first_day then u.first_day - ${dayMs} else u.first_day end`;
  const isUnit = "u.joined = 0";
  return `select ${ofUnit}, case when ${isUnit} then ${unitTarget} else e.event_target end as target,
case when ${isUnit} then 0 else e.step end as step, case when ${isUnit} then 0 else e.steps end as steps,
case when ${isUnit} then u.first_day else ${day} end as day, e.moment${taken.map((name) => `, ${name === "cut" ? "coalesce(e.cut, 0) as cut" : `e.${name}`}`).join("")}
from (
select ${list("unit_id", "group_id", "exposed", "exposures", "first_day", "state", ...properties, "joined")}
from (
${units}
) unit cross join (${constants(dialect, ["joined"], [[0], [1]])}) twice
where joined = 0 or state = 0
) u left join (
select ${list("unit_id", "moment", "event_target", "step", "steps", ...taken)}, 1 as joined
from (
${events.join("\nunion all\n")}
) event
) e on e.unit_id = u.unit_id and e.joined = u.joined
where ${isUnit} or e.moment >= u.exposed${measured.hasPast ? ` or (${isPast})` : ""}`;
}
