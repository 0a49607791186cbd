// From exposures and events to the values of every unit: x and y of measurements.ts before any cap, a row a metric and unit.
import { pastDays } from "#service/analysis/totals/event-hits.ts";
import { constants } from "./dialect.ts";
import type { EventSlices } from "./event-slices.ts";
import { hitsSql, list, type HitsInput } from "./hits-sql.ts";
import { dayMs } from "./source-bounds.ts";

export interface TotalsInput extends HitsInput {
  slices: EventSlices | undefined;
}

/** Each hit once for the whole, and once in the slice of each event dimension that it carries. */
function cutSql(hits: string, { slices, plan: { plan } }: TotalsInput): string {
  if (!slices) return `select h.*, 0 as cut, 0 as slice\nfrom (\n${hits}\n) h`;
  const cuts = plan.eventDimensions.map((_, index) => index + 1);
  const value = `case cut ${cuts.map((cut) => `when ${cut} then value_${cut}`).join(" ")} end`;
  return `select v.*, coalesce(k.slice, 0) as slice
from (
select c.*, case when target >= ${plan.events.length} then target else -1 end as cut_scope, ${value} as cut_value
from (
select h.*, w.cut
from (
${hits}
) h cross join (${constants(["cut"], [[0], ...cuts.map((cut) => [cut])])}) w
) c
where cut = 0 or (target >= 0 and ${value} is not null)
) v left join (${slices.byValue}) k on k.cut_scope = v.cut_scope and k.cut = v.cut and k.cut_value = v.cut_value`;
}

const ofTarget = ["target", "cut", "slice"];

/** Adds when each step of a funnel but the last was first reached on a day, one after the other. */
function stepsSql(hits: string, { plan: { targets } }: TotalsInput): string {
  const most = Math.max(0, ...targets.map(({ steps }) => steps));
  const within = `over (partition by ${list("unit_id", ...ofTarget, "day")})`;
  return Array.from({ length: Math.max(0, most - 1) }, (_, index) => index + 1).reduce((rows, step) => {
    const isReached = step === 1 ? "step = 1" : `step = ${step} and moment >= step_${step - 1}`;
    return `select s.*, min(case when ${isReached} then moment end) ${within} as step_${step}\nfrom (\n${rows}\n) s`;
  }, hits);
}

/** Each day of a unit: events, sums of numbers, and ends and starts of funnels. */
function daysSql(input: TotalsInput): string {
  const { plan, properties } = input;
  const { numbers, hasFunnels, targets } = plan;
  const steps = [...new Set(targets.map((target) => target.steps))].filter((count) => count > 1);
  const before = steps.map((count) => `when ${count} then step_${count - 1}`).join(" ");
  const isLast = `step > 0 and step = steps and (steps = 1${before ? ` or moment >= case steps ${before} end` : ""})`;
  const key = list("unit_id", "group_id", "exposures", "first_day", ...properties, ...ofTarget, "day");
  const sums = [
    "count(*) as n",
    ...Array.from(
      { length: numbers },
      (_, index) => `sum(number_${index}) as sum_${index}, count(number_${index}) as with_${index}`,
    ),
    ...(hasFunnels
      ? [
          `sum(case when ${isLast} then 1 else 0 end) as ends`,
          "sum(case when step = 1 then 1 else 0 end) as starts",
        ]
      : []),
  ];
  return `select ${key}, ${sums.join(", ")}
from (
${stepsSql(cutSql(hitsSql(input), input), input)}
) d
group by ${key}`;
}

/** The sum of a column over the days since the first exposure, or over those before. */
function totalSql(column: string): string {
  const isPast = column.startsWith("past_");
  const name = isPast ? column.slice("past_".length) : column;
  const isIn = `day ${isPast ? "<" : ">="} first_day`;
  const sum = (value: string) => `sum(case when ${isIn} then ${value} else 0 end)`;
  if (name === "counted") return sum("n");
  if (name === "days") return sum("1");
  const ofDays = /^(end|start)_days$/.exec(name)?.[1];
  if (ofDays) return `sum(case when ${isIn} and ${ofDays}s > 0 then 1 else 0 end)`;
  return sum(name.startsWith("sum_") ? `coalesce(${name}, 0)` : name);
}

/** Totals of every unit and target. */
function unitTotalsSql(input: TotalsInput): string {
  const { plan, properties } = input;
  const key = list("unit_id", "group_id", "exposures", "first_day", ...properties, ...ofTarget);
  const names = new Set([
    ...plan.columns.filter((name) => name !== "exposures"),
    ...(plan.numbers > 0
      ? ["counted", ...Array.from({ length: plan.numbers }, (_, index) => `with_${index}`)]
      : []),
  ]);
  const totals = [...names].map((name) => `, ${totalSql(name)} as total_${name}`);
  return `select ${key}${totals.join("")}
from (
${daysSql(input)}
) t
group by ${key}`;
}

/** Rows of metric, percentile, group_id, first_day, properties, cut, slice, x, y, missing and weight, which is 0 of a unit that takes no part. */
export function valuesSql(input: TotalsInput): string {
  const { plan, properties, slices, end, dialect } = input;
  const { parts, columns, numbers } = plan;
  const double = (sql: string) => `cast(${sql} as ${dialect.double})`;
  const totalOf = (name: string) => (name === "exposures" ? "t.exposures" : `t.total_${name}`);
  const taken = (side: "x" | "y") => {
    const used = [...new Set(parts.map((part) => part[side]))].filter((place) => place > 0);
    const cases = used.map((place) => `when ${place} then ${double(totalOf(columns[place - 1] ?? ""))}`);
    return cases.length > 0
      ? `sum(case p.${side} ${cases.join(" ")} else ${double("0")} end)`
      : `sum(${double("0")})`;
  };
  const missing = Array.from(
    { length: numbers },
    (_, index) => `when ${index + 1} then t.total_counted - t.total_with_${index}`,
  );
  const missingSql = missing.length > 0 ? `sum(case p.missing ${missing.join(" ")} else 0 end)` : "sum(0)";
  const rows = parts.map((part) => [
    part.target,
    part.metric,
    part.kind,
    part.percentile,
    part.x,
    part.y,
    part.missing,
  ]);
  const names = ["target", "metric", "kind", "percentile", "x", "y", "missing"];
  const key = [
    ...["metric", "kind", "percentile"].map((name) => `p.${name}`),
    ...["unit_id", "group_id", "first_day", ...properties, "cut"].map((name) => `t.${name}`),
    slices ? "coalesce(k.slice, 0)" : "t.slice",
  ];
  const kept = list(
    "metric",
    "percentile",
    "group_id",
    "first_day",
    ...properties,
    "cut",
    "slice",
    "missing",
  );
  const unitDays = `(${double(`${end - (end % dayMs)} - first_day`)} / ${dayMs} + 1)`;
  const takesPart = "(kind <> 3 or total_y > 0)";
  return `select ${kept},
case when not ${takesPart} then 0 when kind = 1 and total_x > 1 then 1 when kind = 2 then total_x / ${unitDays} else total_x end as x,
case when not ${takesPart} then 0 when kind = 1 and total_y > 1 then 1 when kind = 2 then total_y / ${pastDays} else total_y end as y,
case when ${takesPart} then 1 else 0 end as weight
from (
select ${key.slice(0, -1).join(", ")}, ${key.at(-1)} as slice, ${taken("x")} as total_x, ${taken("y")} as total_y, ${missingSql} as missing
from (
${unitTotalsSql(input)}
) t join (${constants(names, rows)}) p on p.target = t.target${slices ? ` left join (${slices.byMetric}) k on k.metric = p.metric and k.slice = t.slice` : ""}
group by ${key.join(", ")}
) m
where ${takesPart} or missing > 0`;
}
