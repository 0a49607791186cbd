// Reads the units of an experiment and the properties of their first exposures in one pass. Each combination of group
// and properties is one kind of exposure, no matter how many units share it.
import type { Reader, Row } from "#service/database/database.ts";
import type { Assignment, Dimension } from "#service/analysis/plan/measurements.ts";
import { day, notExposedBeforeSql, type Window } from "./assignment.ts";
import { workTable } from "./work-table.ts";

const counts = (window: Window, row?: string) =>
  `experiment_id = $1 and time >= $2 and time <= $3 and unit_id <> ''${notExposedBeforeSql(window, row)}`;

/** Fills `exposure_kind` with the kinds, numbered from 0; `value_<n>` is the value of the n-th dimension. Returns the number of kinds. */
async function fillKinds(reader: Reader, window: Window, dimensions: readonly Dimension[]): Promise<number> {
  const { experimentID, start, end } = window;
  const values = dimensions.map((_, index) => `value_${index}`);
  await workTable(
    reader,
    "exposure_kind",
    "kind integer, group_number smallint, group_id text, properties jsonb",
    ...values.map((value) => `${value} text`),
  );
  const properties = dimensions.length > 0 ? "coalesce(properties, '{}'::jsonb)" : "null::jsonb";
  const texts = dimensions.map((_, index) => `nullif(text_at(properties, $${index + 4}::text), '')`);
  await reader.query(
    `insert into exposure_kind
     select row_number() over (order by ${["group_id", ...texts].join(", ")}) - 1,
       dense_rank() over (order by group_id), group_id, properties ${texts.map((text) => `, ${text}`).join("")}
     from (select distinct group_id, ${properties} as properties from exposure where ${counts(window)}) as stated`,
    [experimentID, start, end, ...dimensions.map(({ key }) => key)],
  );
  const [stored] = await reader.query<Row & { kinds: number }>("select count(*) as kinds from exposure_kind");
  return stored?.kinds ?? 0;
}

/** Fills `exposed_unit` with numbered units: `exposed` is the first exposure and `first_day` the start of its UTC day, ms; `days` is the
 *  number of days in the experiment, `kind` the kind of the first exposure. For crossovers all but the id is null. A group's number is
 *  its one-based index in the result. Fills `kind_units` with the number of units of each kind.
 *  Choice: an empty property counts as none, and of several exposures of a unit at the same instant the first in text order counts. */
export async function fillExposedUnits(
  reader: Reader,
  window: Window,
  dimensions: readonly Dimension[],
): Promise<Assignment> {
  const { experimentID, start, end } = window;
  const kinds = await fillKinds(reader, window, dimensions);
  await workTable(
    reader,
    "exposed_unit",
    "unit_number integer, unit_id text, kind integer, exposed bigint, first_day bigint, days smallint",
  );
  if (kinds === 0) return { units: {}, crossovers: 0 };
  const isOfKind =
    "k.group_id = e.group_id" +
    (dimensions.length > 0 ? " and k.properties = coalesce(e.properties, '{}'::jsonb)" : "");
  // Time and kind are packed into one number whose minimum is the first exposure, because the engines share no other
  // way to get both from one row.
  await reader.query(
    `insert into exposed_unit
     select row_number() over (), unit_id, kind, exposed, first_day, (${end - (end % day)} - first_day) / ${day} + 1
     from (
       select unit_id, kind, exposed, exposed - exposed % ${day} as first_day
       from (
         select unit_id, first % ${kinds} as kind, $2::bigint + first / ${kinds} as exposed
         from (
           select e.unit_id, case when min(k.group_number) = max(k.group_number) then min((e.time - $2::bigint) * ${kinds} + k.kind) end as first
           from exposure e join exposure_kind k on ${isOfKind}
           where ${counts(window, "e")}
           group by e.unit_id
         ) as seen
       ) as timed
     ) as dated`,
    [experimentID, start, end],
  );
  await workTable(reader, "kind_units", "kind integer, units integer");
  await reader.query("insert into kind_units select kind, count(*) from exposed_unit group by kind");
  const rows = await reader.query<Row & { group_id: string | null; units: number }>(
    `select k.group_id, cast(sum(n.units) as bigint) as units
     from kind_units n left join exposure_kind k on k.kind = n.kind group by k.group_id`,
  );
  const units = Object.fromEntries(
    rows
      .flatMap(({ group_id, units }) => (group_id === null ? [] : [[group_id, units] as const]))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  await reader.query("update exposure_kind set group_number = array_position($1::text[], group_id)", [
    Object.keys(units),
  ]);
  return { units, crossovers: rows.find(({ group_id }) => group_id === null)?.units ?? 0 };
}
