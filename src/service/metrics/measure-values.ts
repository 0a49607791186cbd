// Measures a metric over a time span without an experiment: its daily values, its unit values and their mean, from the log as results
// read it.
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { measurementPlan, type MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import { sourceOf } from "#service/analysis/plan/event-source.ts";
import { day } from "#service/analysis/totals/assignment.ts";
import { boundOf, countUnits, isChosen } from "#service/analysis/totals/chosen-units.ts";
import { fillEventHits } from "#service/analysis/totals/event-hits.ts";
import { unitTotalsSql } from "#service/analysis/totals/unit-totals.ts";
import { workTable } from "#service/analysis/totals/work-table.ts";
import type { Reader, Row, Value } from "#service/database/database.ts";
import { eventUnit } from "#service/database/logs.ts";
import type { PairSums } from "#statistics/pair-moments.ts";
import { readSpread, type Spread } from "./unit-spread.ts";

/** Start and end in ms; the start is that of a UTC day. */
export interface Span {
  start: number;
  end: number;
  unitType: string;
}

interface DayRow extends Row {
  day: number;
  x: number;
  y: number;
  units: number;
  events: number;
}

export interface MeasuredValues {
  days: DayRow[];
  /** Number of units that each measured unit stands for. */
  scale: number;
  /** Number of units that logged any event. */
  seen: number;
  /** Measured units that have a value, capped as in results: x is the value or the numerator, y the denominator. */
  sums: PairSums;
  spread: Spread;
}

const isRate = ({ measure }: MetricInput) => measure === "ratio" || measure === "funnel";

// Choice: values of a metric are read for at most 100,000 units, chosen at random, and numbers of units and events are scaled up.
const mostUnits = 100_000;

/** Fills `exposed_unit` with about `most` units, as if all had been exposed at the start, so that the whole span counts for them. */
async function fillUnits(
  reader: Reader,
  { start, end, unitType }: Span,
  { names, days, most }: { names: readonly string[]; days: number; most: number },
) {
  await workTable(
    reader,
    "exposed_unit",
    "unit_number integer, unit_id text, exposed bigint, first_day bigint, days smallint",
  );
  const values: [number, number, ...Value[]] = [start, end, names];
  const unit = eventUnit(unitType, (value) => `$${values.push(value)}::text`);
  const { all, seen } = await countUnits(
    reader,
    { unit, values },
    { all: "name = any($3::text[])", seen: "true" },
  );
  const below = boundOf(all, most);
  await reader.query(
    `insert into exposed_unit
     select row_number() over (), unit_id, ${start}, ${start}, ${days}
     from (select distinct ${unit} as unit_id from event where name = any($3::text[]) and time >= $1 and time <= $2) as e
     where unit_id <> '' and ${isChosen("unit_id", below)}`,
    values,
  );
  const [row] = await reader.query<Row & { units: number }>("select count(*) as units from exposed_unit");
  const measured = row?.units ?? 0;
  return { below, seen, scale: below === undefined || measured === 0 ? 1 : all / measured };
}

const number = (sql: string) => `cast(${sql} as double precision)`;

async function readDays(reader: Reader, input: MetricInput, plan: MeasurementPlan): Promise<DayRow[]> {
  // Any event makes a day count as one, whatever the number of days in the span.
  const value = input.measure === "days" ? "case when t.x > 0 then 1 else 0 end" : "t.x";
  const takesPart = isRate(input) ? "where t.y > 0" : "";
  return reader.query<DayRow>(
    `with hits as (select day, count(*) as events from event_hit group by day),
     total as (
       select t.slice as day, sum(${number(value)}) as x, sum(${number("t.y")}) as y, count(*) as units
       from (${unitTotalsSql(plan, "h.day")}) as t ${takesPart} group by 1
     )
     select h.day, coalesce(t.x, 0) as x, coalesce(t.y, 0) as y, coalesce(t.units, 0) as units, h.events
     from hits h left join total t on t.day = h.day order by h.day`,
  );
}

/** `reader` must use a single connection, because the work goes through temporary tables. */
export async function measureValues(
  reader: Reader,
  input: MetricInput,
  span: Span,
  signal: AbortSignal,
  most = mostUnits,
): Promise<MeasuredValues> {
  const { start, end, unitType } = span;
  const days = Math.floor((end - start) / day) + 1;
  const plan = measurementPlan([input], { dimensions: [], hasPast: false, days });
  const names = [...new Set(plan.events.map((key) => sourceOf(key).name))];
  const { below, seen, scale } = await fillUnits(reader, span, { names, days, most });
  signal.throwIfAborted();
  await fillEventHits(reader, { experimentID: "", idType: unitType, start, end, unitsBelow: below }, plan);
  signal.throwIfAborted();
  await workTable(reader, "span_value", "x double precision, y double precision");
  await reader.query(
    `insert into span_value
     select ${input.measure === "days" ? `${number("t.x")} / ${days}` : number("t.x")}, ${isRate(input) ? number("t.y") : "0"}
     from (${unitTotalsSql(plan)}) as t ${isRate(input) ? "where t.y > 0" : ""}`,
  );
  signal.throwIfAborted();
  return {
    days: (await readDays(reader, input, plan)).map((row) => ({
      day: row.day,
      x: row.x * scale,
      y: row.y * scale,
      units: Math.round(row.units * scale),
      events: Math.round(row.events * scale),
    })),
    scale,
    seen,
    ...(await readSpread(reader, input)),
  };
}
