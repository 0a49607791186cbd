// How often each value pair occurs among the units of a group and their slices: small where units behave alike, as with counts.
import type { Reader } from "#service/database/database.ts";
import type { Plan } from "#service/measures/measure-plan.ts";
import type { Cut } from "./event-slices.ts";
import { unitValues } from "./unit-values.ts";
import { workTable } from "./work-table.ts";

/** Units whose values are worked out at once: so many that a statement is worth its start, so few that they fit into memory. */
const unitsAtOnce = 125_000;

/** Narrow ranges of a value, in order, by which its percentile is found; everything below 0 is one, because no cap lies there. */
const rangeOf = (value: "x" | "y") =>
  `cast(case when ${value} > 0 then greatest(-32000, least(32000, floor(ln(${value}) * 44))) else -32001 end as smallint)`;

/** Fills `value_frequency` for all metrics, each cut into slices; `unit_slice_<n>` is the slice of the n-th user dimension. */
export async function fillValueFrequencies(
  reader: Reader,
  plan: Plan,
  { cut, units, userDimensions }: { cut: Cut; units: number; userDimensions: number },
) {
  const numbers = Array.from({ length: userDimensions }, (_, number) => number);
  await workTable(reader, "value_frequency", [
    "metric smallint",
    "slice smallint",
    "group_number smallint",
    ...numbers.map((number) => `unit_slice_${number} smallint`),
    "x double precision",
    "y double precision",
    "range_x smallint",
    "range_y smallint",
    "units integer",
  ]);
  const slices = numbers.map((number) => `u.slice_${number} as unit_slice_${number}, `).join("");
  const keys = ["metric", "slice", "group_number", ...numbers.map((number) => `unit_slice_${number}`)].join(
    ", ",
  );
  for (let first = 1; first <= units; first += unitsAtOnce) {
    const where = `${cut.where} and h.unit_number >= ${first} and h.unit_number < ${first + unitsAtOnce}`;
    const values = unitValues(plan, { ...cut, where }).map((select) => `(${select})`);
    const isDays = `v.metric >= ${plan.firstAfterTotals} and v.metric < ${plan.firstRatio}`;
    await reader.query(
      `insert into value_frequency
       select ${keys}, x, y, ${rangeOf("x")}, ${rangeOf("y")}, count(*)
       from (
         select v.metric, v.slice, u.group_number, ${slices} case when ${isDays} then v.x / u.days else v.x end as x, v.y
         from (${values.join(" union all ")}) as v join unit_slice u on u.unit_number = v.unit_number
         where v.metric < ${plan.firstRatio} or v.y > 0
       ) as valued
       group by ${keys}, x, y`,
      cut.values,
    );
  }
}
