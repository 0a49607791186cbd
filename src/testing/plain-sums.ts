// The reference for a summary: the sums of the large experiment in one statement, as a person would write it for the embedded
// engine alone, knowing these metrics and dimensions, without capping values.
const day = 86_400_000;

const pairs = (x: string, y: string) =>
  `count(*), avg(${x}), avg(${y}), var_pop(${x}), var_pop(${y}), covar_pop(${x}, ${y})`;

/** The sums of all metrics grouped by columns of the unit, and of the hit if the dimension is a property of events. */
const sumsBy = (name: string, ofUnit: readonly string[], ofHit: readonly string[]) => {
  const cut = ofHit.map((column) => `, ${column}`).join("");
  const by = [...ofUnit, ...ofHit].join(", ");
  return `${name}_total as (
    select unit, event${cut}, count(*) filter (day >= 0) as n, count(*) filter (day < 0) as past, sum(number) filter (day >= 0) as x,
      sum(number) filter (day < 0) as y, count(number) filter (day >= 0) as m, bit_or(1::bigint << (day + 7)) as d
    from hit group by all
  ),
  ${name}_event as (
    select event, ${by}, ${pairs("n", "past")}, ${pairs("coalesce(x, 0)", "coalesce(y, 0)")}, ${pairs("x", "nullif(m, 0)")},
      ${pairs("bit_count(d >> 7)::double / days", "bit_count(d & 127) / 7.0")}
    from ${name}_total join unit using (unit) group by all
  ),
  ${name}_ratio as (
    select event, ${by}, ${pairs("x", "y")}
    from (
      select unit, r.event${cut}, sum(number) filter (h.event = r.event) as x, count(*) filter (h.event > r.event) as y
      from hit h join (values (5), (6), (7)) as r (event) on h.event = r.event or h.event = r.event + 1
      where day >= 0 group by all
    ) join unit using (unit)
    where y > 0 group by all
  ),
  ${name}_step as (
    select unit, event // 3 as funnel, day${cut}, event % 3 as step, time from hit where event < 9 and day >= 0
  ),
  ${name}_first as (select unit, funnel, day${cut}, min(time) as moment, count(*) as n from ${name}_step where step = 0 group by all),
  ${name}_second as (
    select unit, funnel, day${cut}, min(time) as moment from ${name}_step join ${name}_first using (unit, funnel, day${cut})
    where step = 1 and time >= moment group by all
  ),
  ${name}_third as (
    select unit, funnel, day${cut}, count(*) as n from ${name}_step join ${name}_second using (unit, funnel, day${cut})
    where step = 2 and time >= moment group by all
  ),
  ${name}_funnel as (
    select funnel, ${by}, ${pairs("x", "y")}
    from (
      select unit, funnel${cut}, sum(case when funnel = 1 then coalesce(c.n, 0) when c.n > 0 then 1 else 0 end) as x,
        sum(case when funnel = 1 then a.n else 1 end) as y
      from ${name}_first a left join ${name}_third c using (unit, funnel, day${cut}) group by all
    ) join unit using (unit)
    group by all
  )`;
};

/** A number that depends on every sum; otherwise the engine would skip the unused ones. */
const all = (name: string) =>
  ["event", "ratio", "funnel"].map((kind) => `(select sum(hash(s) % 1000) from ${name}_${kind} s)`);

/** Returns the statement for `start` to `end`, in ms; `third` is the third dimension besides country and tier. */
export function plainSums(experiment: string, start: number, end: number, third: "device" | "channel") {
  const properties = ["country", "tier", ...(third === "device" ? [third] : [])];
  const ofUnits = sumsBy("unit", ["in_group", ...properties], []);
  const ofEvents = third === "channel" ? [sumsBy("event", ["in_group"], [third])] : [];
  const answered = [...all("unit"), ...(third === "channel" ? all("event") : [])];
  return `with unit as materialized (
    select row_number() over () as unit, *, exposed - exposed % ${day} as first_day, (${end} - exposed) // ${day} + 1 as days
    from (
      select unit_id, min(time) as exposed, min(group_id) as in_group,
        ${properties.map((key) => `arg_min(properties->>'${key}', time) as ${key}`).join(", ")}
      from exposure where experiment_id = '${experiment}' and time between ${start} and ${end}
      group by unit_id having min(group_id) = max(group_id)
    )
  ),
  hit as materialized (
    select u.unit, substr(name, 7)::tinyint as event, (time - first_day + ${7 * day}) // ${day} - 7 as day, time,
      case when substr(name, 7)::tinyint between 5 and 9 then value_number
        when substr(name, 7)::tinyint between 10 and 14 then try_cast(metadata->>'items' as double) end as number
      ${third === "channel" ? ", metadata->>'channel' as channel" : ""}
    from event e join unit u using (unit_id)
    where time between ${start - 8 * day} and ${end}
      and (time >= exposed or (time < first_day and time >= first_day - ${7 * day}))
  ),
  ${[ofUnits, ...ofEvents].join(",\n")}
  select ${answered.join(" + ")} as everything`;
}
