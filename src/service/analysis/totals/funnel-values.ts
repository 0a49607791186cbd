// Computes funnels: how far a unit came on each day (statistics 3), all funnels in one statement, one step after the other.
import type { MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import { columnsOf, equal, numberRows } from "./work-table.ts";

const unitDay = ["metric", "slice", "unit_number", "day"];

/** x: days or events that reached the last step; y: days or events of the first step. */
export function funnelStatement(plan: MeasurementPlan, slice: string): string | undefined {
  const funnels = plan.metrics.flatMap((input, metric) =>
    input.measure === "funnel" ? [{ metric, steps: input.steps, counts: input.counts }] : [],
  );
  if (funnels.length === 0) return undefined;
  const most = Math.max(...funnels.map(({ steps }) => steps.length));
  const stepRows = funnels.flatMap(({ metric, steps }) =>
    steps.map((event, index) => [metric, index + 1, plan.events.indexOf(event)]),
  );
  const events = [...new Set(stepRows.map(([, , event]) => event))];
  const funnelRows = funnels.map(({ metric, steps, counts }) => [
    metric,
    steps.length,
    counts === "users" ? 1 : 0,
  ]);
  const later = Array.from({ length: most - 1 }, (_, index) => reached(index + 2));
  const all = Array.from(
    { length: most },
    (_, index) => `select ${index + 1} as step, metric, slice, unit_number, events from reached_${index + 1}`,
  );
  return `with input (metric, step, event) as (${numberRows(stepRows)}),
    funnel (metric, steps, counts_days) as (${numberRows(funnelRows)}),
    hit as materialized (
      select i.metric, ${slice} as slice, h.unit_number, h.day, i.step, h.moment
      from event_hit h join input i on i.event = h.event
      where h.event in (${events.join(", ")}) and h.day >= 0
    ),
    reached_1 as (
      select ${columnsOf("h", unitDay)}, min(h.moment) as moment, count(*) as events
      from hit h where h.step = 1
      group by ${columnsOf("h", unitDay)}
    )
    ${later.map((sql) => `, ${sql}`).join("")}
    select f.metric, r.slice, r.unit_number,
      cast(sum(case when r.step < f.steps then 0 when f.counts_days = 1 then 1 else r.events end) as double precision) as x,
      cast(sum(case when r.step > 1 then 0 when f.counts_days = 1 then 1 else r.events end) as double precision) as y
    from (${all.join(" union all ")}) as r join funnel f on f.metric = r.metric
    group by f.metric, r.slice, r.unit_number`;
}

/** SQL of the days on which a step was reached: when it was first reached, and the number of its events since the previous step. */
const reached = (step: number) => `reached_${step} as (
  select ${columnsOf("h", unitDay)}, min(h.moment) as moment, count(*) as events
  from reached_${step - 1} r join hit h on ${equal("h", "r", unitDay)}
  where h.step = ${step} and h.moment >= r.moment
  group by ${columnsOf("h", unitDay)}
)`;
