// Treats units of the past as those of a planned experiment: every unit that logged an event, with its days, as if
// exposed on the first of them.
import type { Reader, Row, Value } from "#service/database/database.ts";
import { eventUnit } from "#service/database/logs.ts";
import { day } from "#service/analysis/totals/assignment.ts";
import type { Assignment } from "#service/analysis/plan/measurements.ts";
import { boundOf, countUnits, isChosen } from "#service/analysis/totals/chosen-units.ts";
import { workTable } from "#service/analysis/totals/work-table.ts";

// Choice: a plan is computed from the last 28 whole UTC days, or as many as are recorded.
const mostDays = 28;

/** Whole UTC days; `start` is the first and `end` the last ms. */
export interface PastDays {
  days: number;
  start: number;
  end: number;
}

export async function readPastDays(reader: Reader, now: number): Promise<PastDays> {
  const today = now - (now % day);
  const [row] = await reader.query<Row & { first: number | null }>(
    "select min(time) as first from event where time >= $1 and time < $2",
    [today - mostDays * day, today],
  );
  const first = row?.first ?? today;
  const start = first - (first % day);
  return { days: (today - start) / day, start, end: today - 1 };
}

/** Returns the last days of a range. */
export const lastDaysOf = ({ days, end }: PastDays, count: number): PastDays => ({
  days: Math.min(days, count),
  start: end + 1 - Math.min(days, count) * day,
  end,
});

// Choice: the days of a plan's units are counted for at most 200,000 units, chosen at random.
const mostCounted = 200_000;

/** Past units: their approximate number, and the sample of them in `past_unit`, whose sampling numbers are below a bound. */
export interface PastUnits {
  units: number;
  kept: number;
  below: number | undefined;
}

/** Fills `past_unit` with units and the set of their days, one bit per day from the first day on. */
export async function fillPastUnits(
  reader: Reader,
  { start, end }: PastDays,
  idType: string | undefined,
): Promise<PastUnits> {
  await workTable(reader, "past_unit", "unit_id text, days bigint");
  const values: [number, number, ...Value[]] = [start, end];
  const unit = eventUnit(idType, (value) => `$${values.push(value)}::text`);
  const { all } = await countUnits(reader, { unit, values }, { all: "true" });
  const below = boundOf(all, mostCounted);
  await reader.query(
    `insert into past_unit
     select unit_id, bit_or(cast(1 as bigint) << cast((time - ${start}) / ${day} as integer))
     from (select ${unit} as unit_id, time from event where time >= $1 and time <= $2) as e
     where unit_id <> '' and ${isChosen("unit_id", below)} group by unit_id`,
    values,
  );
  const [row] = await reader.query<Row & { units: number }>("select count(*) as units from past_unit");
  const kept = row?.units ?? 0;
  return { units: below === undefined ? kept : all, kept, below };
}

/** Returns the ids of a sample of about `most` units, and the bound on their sampling numbers. */
export async function readUnitIDs(reader: Reader, { kept, below: keptBelow }: PastUnits, most: number) {
  const below = boundOf(kept, most, keptBelow);
  const rows = await reader.query<Row & { unit_id: string }>(
    `select unit_id from past_unit where ${isChosen("unit_id", below)} order by unit_id`,
  );
  return { ids: rows.map(({ unit_id }) => unit_id), below };
}

const groupTable = "unit_id text, group_number integer, days bigint";

/** Fills `past_group` with the units of each group; a group's number is its index. */
export async function fillGroups(reader: Reader, groups: readonly (readonly string[])[]) {
  await workTable(reader, "past_group", groupTable);
  for (const [number, units] of groups.entries())
    if (units.length > 0)
      await reader.query(
        `insert into past_group select unit_id, ${number}, days from past_unit where unit_id in (select unnest($1::text[]))`,
        [units],
      );
}

/** Fills `past_group` with a sample of about `most` units as a single group; returns the bound on their sampling numbers. */
export async function fillSampledGroup(reader: Reader, { kept, below: keptBelow }: PastUnits, most: number) {
  await workTable(reader, "past_group", groupTable);
  const below = boundOf(kept, most, keptBelow);
  await reader.query(
    `insert into past_group select unit_id, 0, days from past_unit where ${isChosen("unit_id", below)}`,
  );
  return below;
}

/** SQL of the number of trailing zero bits of a set of days, which is the number of days before the first one. */
const before = (days: string) => `day_count((${days} & -${days}) - 1)`;

/** Returns for each day the number of units seen on it, and the number of units first seen on it. */
export async function readDays(
  reader: Reader,
  { days }: PastDays,
  table: "past_unit" | "past_group",
): Promise<{ seen: number; first: number }[]> {
  const numbers = Array.from({ length: days }, (_, number) => number);
  const sums = numbers.map((number) => `cast(sum((days >> ${number}) & 1) as bigint) as seen_${number}`);
  const rows = await reader.query<Row & { first_day: number; units: number } & Record<string, number>>(
    `select ${before("days")} as first_day, count(*) as units, ${sums.join(", ")} from ${table} group by 1`,
  );
  return numbers.map((number) => ({
    seen: rows.reduce((sum, row) => sum + (row[`seen_${number}`] ?? 0), 0),
    first: rows.find(({ first_day }) => first_day === number)?.units ?? 0,
  }));
}

/** Fills the tables of exposed units with the units of `past_group`, exposed on their first day within the given days. */
export async function fillPastExposures(
  reader: Reader,
  all: PastDays,
  { days, start }: PastDays,
): Promise<Assignment> {
  await workTable(
    reader,
    "exposed_unit",
    "unit_number integer, unit_id text, kind integer, exposed bigint, first_day bigint, days smallint",
  );
  const own = `(days >> ${all.days - days})`;
  const exposed = `${start} + before * cast(${day} as bigint)`;
  await reader.query(
    `insert into exposed_unit
     select row_number() over (), unit_id, kind, ${exposed}, ${exposed}, ${days} - before
     from (select unit_id, group_number as kind, ${before(own)} as before from past_group where ${own} <> 0) as seen`,
  );
  await workTable(reader, "kind_units", "kind integer, units integer");
  await reader.query("insert into kind_units select kind, count(*) from exposed_unit group by kind");
  const rows = await reader.query<Row & { kind: number; units: number }>(
    "select kind, units from kind_units order by kind",
  );
  await workTable(
    reader,
    "exposure_kind",
    "kind integer, group_number smallint, group_id text, properties jsonb",
  );
  await reader.query(
    `insert into exposure_kind
     select kind, row_number() over (order by kind), cast(kind as text), null from kind_units`,
  );
  return {
    units: Object.fromEntries(rows.map(({ kind, units }) => [String(kind), units])),
    crossovers: 0,
  };
}
