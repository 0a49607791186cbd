// SQL of the units of an experiment from its assignment source: one row per unit, in a single read.
import type { Window } from "#service/analysis/totals/assignment.ts";
import { never } from "#service/analysis/time-series/series-days.ts";
import type { Dialect } from "./dialect.ts";
import { boundsSql, dayMs } from "./source-bounds.ts";
import { withProperties } from "./property-sql.ts";
import type { AssignmentTable } from "./source-tables.ts";

/** Names of the columns of a unit that determine its slices. */
export const propertyColumns = (dimensions: readonly string[]) =>
  dimensions.map((_, index) => `property_${index + 1}`);

/** SQL of the group id for a value of the group column; a value without a mapping is itself used as the id of an unknown group. */
function groupSql({ groupColumn, groups }: AssignmentTable, dialect: Dialect): string {
  const value = dialect.text(`s.${dialect.column(groupColumn)}`);
  const cases = Object.entries(groups)
    .filter(([given, id]) => given !== id)
    .map(([given, id]) => `when ${dialect.literal(given)} then ${dialect.literal(id)}`);
  return `coalesce(${cases.length > 0 ? `case ${value} ${cases.join(" ")} else ${value} end` : value}, '')`;
}

/** SQL of the exposures, aggregated to one row per unit, group and properties. */
function seenSql(
  source: AssignmentTable,
  window: Window,
  dimensions: readonly string[],
  dialect: Dialect,
): string {
  const column = (name: string) => `s.${dialect.column(name)}`;
  const properties = propertyColumns(dimensions);
  const columns = [
    `coalesce(${dialect.text(column(source.unitColumn))}, '') as unit_id`,
    `${groupSql(source, dialect)} as group_id`,
    `${dialect.milliseconds(column(source.timeColumn), source.timeType)} as moment`,
    ...dimensions.map((key, index) => {
      const name = source.dimensionColumns[key];
      const text = name === undefined ? dialect.text("null") : `nullif(${dialect.text(column(name))}, '')`;
      return `${text} as ${properties[index]}`;
    }),
  ];
  const where = [
    `${column(source.experimentColumn)} = ${dialect.literal(source.experimentKey)}`,
    boundsSql(source, [{ start: window.leftOutFrom ?? window.start, end: window.end }], dialect),
    ...source.filters.map(
      (filter) =>
        `${dialect.text(column(filter.column))} in (${filter.values.map((value) => dialect.literal(value)).join(", ") || "null"})`,
    ),
  ];
  const same = ["unit_id", "group_id", ...properties].join(", ");
  return `select ${same}, min(moment) as first_seen, sum(case when moment >= ${window.start} then 1 else 0 end) as exposures
from (
select ${columns.join(", ")}
from (${source.sql}) s
where ${where.join(" and ")}
) e
group by ${same}`;
}

/**
 * SQL of rows of `unit_id`, `group_id`, `exposed`, `first_day` (ms), `exposures`, the properties of the first exposure
 * and `state`: 0 counted unit, 1 crossover, 2 exposures without a unit, 3 unit exposed before the start. Among
 * exposures at the same instant, the first in text order determines the unit's properties.
 */
export function unitsSql(
  source: AssignmentTable,
  window: Window,
  dimensions: readonly string[],
  dialect: Dialect,
): string {
  const properties = propertyColumns(dimensions);
  const first = properties.flatMap((name) => [`case when ${name} is null then 1 else 0 end`, name]);
  const ofUnit = "over (partition by unit_id)";
  const units = `select unit_id, first_seen as exposed, first_seen - mod(first_seen, ${dayMs}) as first_day, exposures,
case when unit_id = '' or first_seen < ${window.start} or first_group <> last_group then '' else first_group end as group_id,
case when unit_id = '' then 2 when first_seen < ${window.start} then 3 when first_group <> last_group then 1 else 0 end as state${properties.map((name) => `, ${name}`).join("")}
from (
select unit_id, first_seen${properties.map((name) => `, ${name}`).join("")},
row_number() over (partition by unit_id order by ${["first_seen", ...first].join(", ")}) as place,
min(group_id) ${ofUnit} as first_group, max(group_id) ${ofUnit} as last_group, sum(exposures) ${ofUnit} as exposures
from (
${seenSql(source, window, dimensions, dialect)}
) seen
) ranked
where place = 1`;
  const asked = (source.properties ?? []).flatMap((table) => {
    const columns = Object.entries(table.columns).filter(([key]) => dimensions.includes(key));
    return columns.length > 0 ? [{ ...table, columns: Object.fromEntries(columns) }] : [];
  });
  return withProperties(units, asked, {
    properties: new Map(dimensions.map((key, index) => [key, properties[index] ?? ""])),
    end: window.end,
    dialect,
  });
}

/**
 * SQL of one row per group in which a unit was seen, the first with `entry` 1: unit_id, group_id, exposed, unit_day and
 * next_day, which is the start of the day on which it was seen in the next group, or `never`.
 */
export function enteredSql(source: AssignmentTable, window: Window, dialect: Dialect): string {
  const inOrder = "over (partition by unit_id order by first_seen, group_id)";
  return `select unit_id, group_id, entry, first_seen as exposed, first_seen - mod(first_seen, ${dayMs}) as unit_day,
coalesce(next_seen - mod(next_seen, ${dayMs}), ${never}) as next_day
from (
select unit_id, group_id, first_seen, row_number() ${inOrder} as entry, lead(first_seen) ${inOrder} as next_seen,
min(first_seen) over (partition by unit_id) as unit_seen
from (
${seenSql(source, window, [], dialect)}
) seen
where unit_id <> ''
) entered
where unit_seen >= ${window.start}`;
}
