// One value pair a unit, metric and slice: x and y of measurements.ts before any cap. Units without events have no row.
import type { Reader } from "#service/database/database.ts";
import type { Window } from "./assignment.ts";
import { pastDays } from "./event-hits.ts";
import type { Cut } from "./event-slices.ts";
import { day } from "./exposed-units.ts";
import { funnelStatement } from "./funnel-values.ts";
import { amountSql, type Plan } from "./measure-plan.ts";
import type { Amount } from "./metric-inputs.ts";
import { numberRows, workTable } from "./work-table.ts";

/** What an amount is to its metric. */
const part = { value: 0, numerator: 1, denominator: 2 };

/** Rows (metric, event, part, amount) of totals and ratios, and the different amounts as SQL. */
function amountRows(plan: Plan) {
  const amounts: string[] = [];
  const rows = plan.metrics.flatMap((input, metric) => {
    const row = (role: number) => (amount: Amount) => {
      const sql = amountSql(amount, plan);
      if (!amounts.includes(sql)) amounts.push(sql);
      return [metric, plan.events.indexOf(amount.event), role, amounts.indexOf(sql)];
    };
    if (input.measure === "total") return input.amounts.map(row(part.value));
    if (input.measure !== "ratio") return [];
    return [...input.numerator.map(row(part.numerator)), ...input.denominator.map(row(part.denominator))];
  });
  return { rows, amounts };
}

const isCounted = "h.since >= 0";

function totalsStatement(plan: Plan, cut: Cut): string | undefined {
  const { rows, amounts } = amountRows(plan);
  if (rows.length === 0) return undefined;
  const amount = `cast(case i.amount ${amounts.map((sql, index) => `when ${index} then ${sql}`).join(" ")} end as double precision)`;
  const y = `(${isCounted} and i.part = ${part.denominator}) or (not ${isCounted} and i.part = ${part.value})`;
  return `insert into unit_value
    with input (metric, event, part, amount) as (${numberRows(rows)})
    select i.metric, ${cut.slice}, h.unit_number,
      coalesce(sum(case when ${isCounted} and i.part <> ${part.denominator} then ${amount} end), 0),
      coalesce(sum(case when ${y} then ${amount} end), 0)
    from event_hit h join input i on i.event = h.event ${cut.join}
    where ${cut.where}
    group by 1, 2, 3`;
}

/** x: share of the unit's days in the experiment with an event; y: share of the past days. */
function daysStatement(plan: Plan, cut: Cut, { end }: Window): string | undefined {
  const rows = plan.metrics.flatMap((input, metric) =>
    input.measure === "days" ? input.events.map((event) => [metric, plan.events.indexOf(event)]) : [],
  );
  if (rows.length === 0) return undefined;
  return `insert into unit_value
    with input (metric, event) as (${numberRows(rows)}),
    active as (
      select distinct i.metric, ${cut.slice} as slice, h.unit_number,
        cast((h.since + ${pastDays * day}) / ${day} - ${pastDays} as integer) as day
      from event_hit h join input i on i.event = h.event ${cut.join}
      where ${cut.where}
    ),
    days as (
      select metric, slice, unit_number,
        cast(count(*) filter (where day >= 0) as double precision) as counted,
        cast(count(*) filter (where day < 0) as double precision) as past
      from active
      group by metric, slice, unit_number
    )
    select d.metric, d.slice, d.unit_number,
      d.counted / ((${end - (end % day)} - u.first_day) / ${day} + 1), d.past / ${pastDays}
    from days d join exposed_unit u on u.unit_number = d.unit_number`;
}

/** Fills `unit_value` for all metrics, each cut into slices. */
export async function fillUnitValues(reader: Reader, plan: Plan, cut: Cut, window: Window) {
  await workTable(reader, "unit_value", [
    "metric smallint",
    "slice smallint",
    "unit_number integer",
    "x double precision",
    "y double precision",
  ]);
  const statements = [
    totalsStatement(plan, cut),
    daysStatement(plan, cut, window),
    funnelStatement(plan, cut),
  ];
  for (const statement of statements) if (statement) await reader.query(statement, cut.values);
  await reader.query("analyze unit_value");
}
