// From the log to one line of sums per metric and group (statistics.md 2, 3, 4, 13). The number of queries does not grow
// with metrics, groups or units; no comparison happens here.
import type { Reader, Row, Value } from "#service/database/database.ts";
import { noUnits, type Sums, withZeros } from "#statistics/moments.ts";
import type { Assignment } from "./measurements.ts";
import type { MetricInput } from "./metric-inputs.ts";

const day = 86_400_000;

/** Which exposures and events count; both ends, in ms, belong to the window. */
export interface Window {
  experimentID: string;
  start: number;
  end: number;
}

/** The units of an experiment: first exposure, and the group unless there were several. */
const unitTable = `
  seen as (
    select unit_id, min(group_id) as group_id, max(group_id) as last_group, min(time) as exposed
    from exposure
    where experiment_id = $1 and time >= $2 and time <= $3 and unit_id <> ''
    group by unit_id
  )`;

interface AssignmentRow extends Row {
  group_id: string;
  crossing: boolean;
  units: number;
}

export async function readAssignment(
  reader: Reader,
  { experimentID, start, end }: Window,
): Promise<Assignment> {
  const rows = await reader.query<AssignmentRow>(
    `with ${unitTable}
     select case when group_id = last_group then group_id else '' end as group_id,
       group_id <> last_group as crossing, count(*) as units
     from seen
     group by case when group_id = last_group then group_id else '' end, group_id <> last_group`,
    [experimentID, start, end],
  );
  const inOneGroup = rows.filter((row) => !row.crossing);
  return {
    units: Object.fromEntries(inOneGroup.map((row) => [row.group_id, row.units])),
    crossovers: rows.find((row) => row.crossing)?.units ?? 0,
  };
}

/** A metadata field as a number; text that is none counts as missing. */
const numberAt = (parameter: string) =>
  `case when (e.metadata->>${parameter}) ~ '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,2})?$'
     then cast((e.metadata->>${parameter}) as double precision) end`;

interface SumRow extends Row {
  metric: number;
  group_id: string;
  counted: number;
  mean: number;
  squares: number;
}

/**
 * Sums by metric number (the position in `inputs`) and group id. `winsorization` is the percentile of the non-zero unit values
 * of all groups at which counts and totals are capped; null is off.
 */
export async function readUnitSums(
  reader: Reader,
  { experimentID, start, end }: Window,
  inputs: readonly MetricInput[],
  assignment: Assignment,
  winsorization: number | null,
): Promise<Map<string, Sums>[]> {
  const values: Value[] = [experimentID, start, end];
  const bind = (value: Value) => `$${values.push(value)}`;
  const keys = [...new Set(inputs.flatMap(({ events }) => events.flatMap(({ key }) => key ?? [])))];
  const names = [...new Set(inputs.flatMap(({ events }) => events.map(({ name }) => name)))];
  if (names.length === 0) return inputs.map(() => withAllUnits(assignment, []));
  const sources = keys
    .map((key) => `, sum(${numberAt(`${bind(key)}::text`)}) as total_${keys.indexOf(key)}`)
    .join("");
  const inputRows = inputs.flatMap(({ events, measure }, metric) =>
    events.map(
      ({ name, key }) =>
        `(${metric}, ${bind(name)}::text, '${measure}', ${key === undefined ? -1 : keys.indexOf(key)})`,
    ),
  );
  // Millionths of the percentile, so that the rank is found in whole numbers and without a division.
  const share = bind(Math.round((winsorization ?? 100) * 1e6));
  const rows = await reader.query<SumRow>(
    `with ${unitTable},
     unit as (select unit_id, group_id, exposed from seen where group_id = last_group),
     input (metric, name, measure, source) as (values ${inputRows.join(", ")}),
     daily as (
       select u.unit_id, u.group_id, u.exposed, e.name, e.time - e.time % ${day} as day, count(*) as events, sum(e.value_number) as total${sources}
       from unit u join event e on e.unit_id = u.unit_id
       where e.name = any(${bind(names)}) and e.time >= u.exposed and e.time <= $3
       group by u.unit_id, u.group_id, u.exposed, e.name, e.time - e.time % ${day}
     ),
     metric_day as (
       select i.metric, i.measure, d.unit_id, d.group_id, d.exposed, d.day, sum(d.events) as events,
         sum(case i.source when -1 then d.total ${keys.map((_, index) => `when ${index} then d.total_${index}`).join(" ")} end) as total
       from daily d join input i on i.name = d.name
       group by i.metric, i.measure, d.unit_id, d.group_id, d.exposed, d.day
     ),
     unit_value as materialized (
       select m.metric, m.measure, m.group_id,
         cast(case m.measure
           when 'count' then cast(sum(m.events) as double precision)
           when 'days' then cast(count(*) as double precision)
             / (cast($3::bigint - $3::bigint % ${day} - (m.exposed - m.exposed % ${day}) as double precision) / ${day} + 1)
           else cast(sum(m.total) as double precision)
         end as double precision) as x
       from metric_day m
       group by m.metric, m.measure, m.unit_id, m.group_id, m.exposed
     ),
     ranked as (
       select metric, x, row_number() over (partition by metric order by x) as place, count(*) over (partition by metric) as among
       from unit_value
       where measure <> 'days' and x <> 0
     ),
     cap as (select metric, min(x) as most from ranked where place * 100000000 >= among * ${share}::bigint group by metric),
     capped as materialized (
       select v.metric, v.group_id, case when v.x > c.most then c.most else v.x end as x
       from unit_value v left join cap c on c.metric = v.metric
       where v.x <> 0
     ),
     average as (select metric, group_id, sum(x) / count(*) as mean from capped group by metric, group_id)
     select c.metric, c.group_id, count(*) as counted, max(a.mean) as mean, sum((c.x - a.mean) * (c.x - a.mean)) as squares
     from capped c join average a on a.metric = c.metric and a.group_id = c.group_id
     group by c.metric, c.group_id`,
    values,
  );
  return inputs.map((_, metric) =>
    withAllUnits(
      assignment,
      rows.filter((row) => row.metric === metric),
    ),
  );
}

/** Sums per group, with the units that have no row: each of them is 0. */
const withAllUnits = (assignment: Assignment, rows: readonly SumRow[]): Map<string, Sums> =>
  new Map(
    Object.entries(assignment.units).map(([group, units]) => {
      const row = rows.find((found) => found.group_id === group);
      const sums = row ? { n: row.counted, mean: row.mean, squares: row.squares } : noUnits;
      return [group, withZeros(sums, Math.max(0, units - sums.n))];
    }),
  );
