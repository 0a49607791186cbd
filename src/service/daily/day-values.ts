// The unit values of one metric cut by day: first each day alone, then put together until a day or since the exposure.
import type { Window } from "#service/analysis/assignment.ts";
import type { Cut } from "#service/analysis/event-slices.ts";
import { day } from "#service/analysis/exposed-units.ts";
import type { Plan } from "#service/analysis/measure-plan.ts";
import { fillUnitValues } from "#service/analysis/unit-values.ts";
import { numberRows, workTable } from "#service/analysis/work-table.ts";
import type { Reader } from "#service/database/database.ts";
import { never } from "./day-units.ts";

/** The slice is the number of days since the day of exposure; the whole past is slice -1. */
const dayNumber = `case when h.since < 0 then -1 else cast((h.since - h.since % ${day}) / ${day} as integer) end`;
const byDay: Cut = { join: "", slice: dayNumber, where: "true", values: [] };

const countsDays = ({ metrics }: Plan) => metrics[0]?.measure === "days";

/** Fills `day_value` from the hits: x and y of a unit on one day; its covariate has no day and stands as the past. */
export async function fillDayValues(reader: Reader, plan: Plan, window: Window) {
  await fillUnitValues(reader, plan, byDay, window);
  await workTable(reader, "day_value", [
    "unit_number integer",
    "first_day bigint",
    "crossed_day bigint",
    "is_past boolean",
    "day bigint",
    "x double precision",
    "y double precision",
  ]);
  // A day with an event is a whole day here; its share of all days follows when the days are put together.
  const x = countsDays(plan) ? "case when v.x > 0 then 1 else 0 end" : "v.x";
  await reader.query(
    `insert into day_value
     select v.unit_number, u.first_day, u.crossed_day, v.slice < 0,
       u.first_day + case when v.slice < 0 then 0 else v.slice end * ${day}::bigint, ${x}, v.y
     from unit_value v join exposed_unit u on u.unit_number = v.unit_number`,
  );
  await reader.query("analyze day_value");
}

/** Fills `unit_value` with everything until the end of each day; the slice is the place in `days`. */
export async function fillUntilDays(reader: Reader, plan: Plan, days: readonly number[]) {
  const x = countsDays(plan) ? `sum(v.x) / (max(c.day - v.first_day) / ${day} + 1)` : "sum(v.x)";
  await refill(
    reader,
    `with until (slice, day) as (${numberRows(days.map((time, slice) => [slice, time]))})
     select 0, c.slice, v.unit_number, ${x}, sum(v.y)
     from day_value v join until c on v.day <= c.day and v.crossed_day > c.day
     group by c.slice, v.unit_number`,
  );
}

/** Fills `unit_value` with the n-th day after exposure alone; the slice is the place in `numbers`. */
export async function fillSinceExposure(reader: Reader, numbers: readonly number[], lastDay: number) {
  const lengths = numbers.map((number, slice) => [slice, number * day]);
  await refill(
    reader,
    `with since (slice, length) as (${numberRows(lengths)}),
     value as (
       select s.slice, v.unit_number, v.x, v.y
       from day_value v join since s on s.length = v.day - v.first_day
       where not v.is_past and v.crossed_day = ${never}
       union all
       select s.slice, v.unit_number, v.x, v.y
       from day_value v join since s on s.length <= ${lastDay} - v.first_day
       where v.is_past and v.crossed_day = ${never}
     )
     select 0, slice, unit_number, sum(x), sum(y) from value group by slice, unit_number`,
  );
}

async function refill(reader: Reader, rows: string) {
  await reader.query("delete from unit_value");
  await reader.query(`insert into unit_value ${rows}`);
  await reader.query("analyze unit_value");
}
