// Joins properties of units from separate tables: the newest row that was valid at a unit's first exposure, so that
// changes caused by the experiment do not count.
import type { Dialect } from "./dialect.ts";
import type { PropertyTable } from "./source-tables.ts";

/** Columns of units from `unitsSql`, besides their properties. */
const ofUnit = ["unit_id", "exposed", "first_day", "exposures", "group_id", "state"];

function rowsSql({ sql, unitColumn, time, columns }: PropertyTable, end: number, dialect: Dialect): string {
  const column = (name: string) => `s.${dialect.column(name)}`;
  const unit = dialect.text(column(unitColumn));
  const values = Object.values(columns).map(
    (name, index) => `nullif(${dialect.text(column(name))}, '') as value_${index}`,
  );
  const moment = time ? dialect.milliseconds(column(time.column), time.type) : "0";
  const until = time ? ` and ${column(time.column)} < ${dialect.moment(end + 1, time.type)}` : "";
  return `select ${[`${unit} as unit_id`, `${moment} as moment`, ...values].join(", ")}
from (${sql}) s
where ${unit} <> ''${until}`;
}

/** SQL of the units with the properties from a table. Among rows valid since the same instant, the first in text order wins. */
function joinedSql(
  units: string,
  table: PropertyTable,
  { properties, end, dialect }: { properties: ReadonlyMap<string, string>; end: number; dialect: Dialect },
): string {
  const keys = Object.keys(table.columns);
  const order = keys.flatMap((_, index) => [
    `case when p.value_${index} is null then 1 else 0 end`,
    `p.value_${index}`,
  ]);
  const read = new Map(keys.map((key, index) => [properties.get(key), `value_${index}`]));
  const columns = [...properties.values()].map((name) => {
    const value = read.get(name);
    return value === undefined ? name : `case when moment <= exposed then ${value} end as ${name}`;
  });
  return `select ${[...ofUnit, ...columns].join(", ")}
from (
select u.*, p.moment, ${keys.map((_, index) => `p.value_${index}`).join(", ")},
row_number() over (partition by u.unit_id order by case when p.moment <= u.exposed then 0 else 1 end, p.moment desc, ${order.join(", ")}) as property_place
from (
${units}
) u left join (
${rowsSql(table, end, dialect)}
) p on p.unit_id = u.unit_id
) j
where property_place = 1`;
}

/** `properties` maps dimension keys to columns of units; rows valid since `end` (ms) or later are not read. */
export const withProperties = (
  units: string,
  tables: readonly PropertyTable[],
  input: { properties: ReadonlyMap<string, string>; end: number; dialect: Dialect },
): string => tables.reduce((joined, table) => joinedSql(joined, table, input), units);
