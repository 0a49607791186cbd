// A metric over a time without any experiment: its days, its unit values, and their mean, by the same reading of the log as results.
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { measurementPlan, type MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import { sourceOf } from "#service/analysis/plan/event-source.ts";
import { day } from "#service/analysis/totals/assignment.ts";
import { fillEventHits } from "#service/analysis/totals/event-hits.ts";
import { uncut, type Cut } from "#service/analysis/totals/event-slices.ts";
import { layoutOf, totalsSql } from "#service/analysis/totals/unit-totals.ts";
import { workTable } from "#service/analysis/totals/work-table.ts";
import type { Reader, Row, Value } from "#service/database/database.ts";
import { eventUnit } from "#service/database/logs.ts";
import type { PairSums } from "#statistics/pair-moments.ts";
import { readSpread, type Spread } from "./unit-spread.ts";

/** Both ends in ms; the start is that of a UTC day. */
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
  /** Units that each measured one stands for. */
  scale: number;
  /** Units that logged any event. */
  seen: number;
  /** Measured units that have a value, capped as in results: x is the value or the numerator, y the denominator. */
  sums: PairSums;
  spread: Spread;
}

const isRate = ({ measure }: MetricInput) => measure === "ratio" || measure === "funnel";

// Choice: values of a metric are read of 100,000 units at most, chosen by chance, and numbers of units and events are scaled up.
const mostUnits = 100_000;

/** Leaves about `most` units of `exposed_unit`, always the same ones; answers how many each of them stands for. */
async function sampleUnits(reader: Reader, most: number): Promise<number> {
  const count = async () => {
    const [row] = await reader.query<Row & { units: number }>("select count(*) as units from exposed_unit");
    return row?.units ?? 0;
  };
  const all = await count();
  if (all <= most) return 1;
  const end = Math.floor((most / all) * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
  await reader.query(`delete from exposed_unit where md5(unit_id) >= '${end}'`);
  const measured = await count();
  return measured > 0 ? all / measured : 1;
}

/** The whole span counts for every unit, as if all had been exposed at its start. */
async function fillUnits(
  reader: Reader,
  { start, end, unitType }: Span,
  names: readonly string[],
  days: number,
) {
  await workTable(
    reader,
    "exposed_unit",
    "unit_number integer, unit_id text, exposed bigint, first_day bigint, days smallint",
  );
  const values: Value[] = [start, end, names];
  const unit = eventUnit(unitType, (value) => `$${values.push(value)}::text`);
  await reader.query(
    `insert into exposed_unit
     select row_number() over (), unit_id, ${start}, ${start}, ${days}
     from (select distinct ${unit} as unit_id from event where name = any($3::text[]) and time >= $1 and time <= $2) as e
     where unit_id <> ''`,
    values,
  );
}

async function countSeen(reader: Reader, { start, end, unitType }: Span): Promise<number> {
  const values: Value[] = [start, end];
  const unit = eventUnit(unitType, (value) => `$${values.push(value)}::text`);
  const [row] = await reader.query<Row & { units: number }>(
    `select count(*) as units
     from (select distinct ${unit} as unit_id from event where time >= $1 and time <= $2) as e where unit_id <> ''`,
    values,
  );
  return row?.units ?? 0;
}

const byDay: Cut = { ...uncut, slice: "h.day" };
const number = (sql: string) => `cast(${sql} as double precision)`;

async function readDays(reader: Reader, input: MetricInput, plan: MeasurementPlan): Promise<DayRow[]> {
  const layout = layoutOf(plan);
  const { x, y } = layout.pairs[0] ?? { x: "0", y: "0" };
  // A day with an event is one day, whatever the number of days.
  const value = input.measure === "days" ? `case when ${x} > 0 then 1 else 0 end` : x;
  const takesPart = isRate(input) ? `where ${y} > 0` : "";
  return reader.query<DayRow>(
    `with hits as (select day, count(*) as events from event_hit group by day),
     total as (
       select t.slice as day, sum(${number(value)}) as x, sum(${number(y)}) as y, count(*) as units
       from ${totalsSql(plan, layout, byDay)} ${takesPart} group by 1
     )
     select h.day, coalesce(t.x, 0) as x, coalesce(t.y, 0) as y, coalesce(t.units, 0) as units, h.events
     from hits h left join total t on t.day = h.day order by h.day`,
  );
}

/** `reader` must keep to one connection; the work goes through temporary tables. */
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
  await fillUnits(reader, span, [...new Set(plan.events.map((key) => sourceOf(key).name))], days);
  const scale = await sampleUnits(reader, most);
  signal.throwIfAborted();
  await fillEventHits(reader, { experimentID: "", idType: unitType, start, end }, plan, { byUnit: false });
  signal.throwIfAborted();
  const layout = layoutOf(plan);
  const { x, y } = layout.pairs[0] ?? { x: "0", y: "0" };
  await workTable(reader, "span_value", "x double precision, y double precision");
  await reader.query(
    `insert into span_value
     select ${input.measure === "days" ? `${number(x)} / ${days}` : number(x)}, ${isRate(input) ? number(y) : "0"}
     from ${totalsSql(plan, layout, uncut)} ${isRate(input) ? `where ${y} > 0` : ""}`,
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
    seen: await countSeen(reader, span),
    ...(await readSpread(reader, input)),
  };
}
