// SQL from exposures and events to the values of every unit: x and y of measurements.ts before capping, one row per metric and unit.
import { pastDays } from "#service/analysis/plan/measurement-plan.ts";
import { rowsByDimensionSql } from "./cuts-sql.ts";
import { constants } from "./dialect.ts";
import type { EventSlices } from "./event-slices.ts";
import { hitsSql, list, type HitsInput } from "./hits-sql.ts";
import { dayMs } from "./source-bounds.ts";
import type { StatementPlan } from "./statement-plan.ts";

export interface TotalsInput extends HitsInput {
  slices: EventSlices | undefined;
}

/** SQL that repeats each hit: once for the whole, and once for the slice of each event dimension that it has a value of. */
function cutSql(hits: string, { slices, isStaged, plan: { plan }, dialect }: TotalsInput): string {
  const whole = isStaged ? "where target < 0 or cut = 0" : "";
  const name = isStaged ? "h.*" : "h.*, 0 as cut";
  if (!slices) return `select ${name}, 0 as slice\nfrom (\n${hits}\n) h ${whole}`;
  return `select v.*, coalesce(k.slice, 0) as slice
from (
select c.*, case when target >= ${plan.events.length} then target else -1 end as cut_scope
from (
${isStaged ? hits : rowsByDimensionSql(dialect, hits, plan.eventDimensions.length)}
) c
) v left join (${slices.byValue}) k on k.cut_scope = v.cut_scope and k.cut = v.cut and k.cut_value = v.cut_value`;
}

const ofTarget = ["target", "cut", "slice"];

/** Adds the time at which each step of a funnel except the last was first reached on a day, one step after the other. */
function stepsSql(hits: string, { plan: { targets } }: TotalsInput): string {
  const most = Math.max(0, ...targets.map(({ steps }) => steps));
  const within = `over (partition by ${list("unit_id", ...ofTarget, "day")})`;
  return Array.from({ length: Math.max(0, most - 1) }, (_, index) => index + 1).reduce((rows, step) => {
    const isReached = step === 1 ? "step = 1" : `step = ${step} and moment >= step_${step - 1}`;
    return `select s.*, min(case when ${isReached} then moment end) ${within} as step_${step}\nfrom (\n${rows}\n) s`;
  }, hits);
}

/** SQL of each day of a unit: number of events, sums of numbers, and completed and started funnels. */
export function daysSql(input: TotalsInput): string {
  const { plan, properties } = input;
  const { numbers, hasFunnels, targets } = plan;
  const steps = [...new Set(targets.map((target) => target.steps))].filter((count) => count > 1);
  const before = steps.map((count) => `when ${count} then step_${count - 1}`).join(" ");
  const isLast = `step > 0 and step = steps and (steps = 1${before ? ` or moment >= case steps ${before} end` : ""})`;
  const key = list("unit_id", "group_id", "exposures", "first_day", ...properties, ...ofTarget, "day");
  const sums = [
    "sum(n) as day_counted",
    ...Array.from(
      { length: numbers },
      (_, index) => `sum(sum_${index}) as day_sum_${index}, sum(with_${index}) as day_with_${index}`,
    ),
    ...(hasFunnels
      ? [
          `sum(case when ${isLast} then n else 0 end) as day_ends`,
          "sum(case when step = 1 then n else 0 end) as day_starts",
        ]
      : []),
  ];
  return `select ${key}, ${sums.join(", ")}
from (
${stepsSql(cutSql(hitsSql(input), input), input)}
) d
group by ${key}`;
}

/** SQL of the sum of a column over the days since the first exposure, or over the days before. */
function totalSql(column: string): string {
  const isPast = column.startsWith("past_");
  const name = isPast ? column.slice("past_".length) : column;
  const isIn = `day ${isPast ? "<" : ">="} first_day`;
  const sum = (value: string) => `sum(case when ${isIn} then ${value} else 0 end)`;
  if (name === "days") return sum("1");
  const ofDays = /^(end|start)_days$/.exec(name)?.[1];
  if (ofDays) return `sum(case when ${isIn} and day_${ofDays}s > 0 then 1 else 0 end)`;
  return sum(name.startsWith("sum_") ? `coalesce(day_${name}, 0)` : `day_${name}`);
}

/** SQL of the totals of every unit and target, from its days. */
function unitTotalsSql(days: string, plan: StatementPlan, properties: readonly string[]): string {
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
${days}
) t
group by ${key}`;
}

/**
 * SQL of rows of metric, kind, percentile, unit_id, group_id, first_day, properties, cut, slice, total_x, total_y and
 * missing, from unit days.
 */
export function metricTotalsSql(
  days: string,
  { plan, slices, dialect }: Pick<TotalsInput, "plan" | "slices" | "dialect">,
  properties: readonly string[],
): string {
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
  const names = ["target", "metric", "kind", "percentile", "x", "y", "missing"] as const;
  const rows = parts.map((part) => names.map((name) => part[name]));
  const key = [
    ...["metric", "kind", "percentile"].map((name) => `p.${name}`),
    ...["unit_id", "group_id", "first_day", ...properties, "cut"].map((name) => `t.${name}`),
  ];
  const [slice, join] = slices
    ? [
        "coalesce(k.slice, 0)",
        ` left join (${slices.byMetric}) k on k.metric = p.metric and k.slice = t.slice`,
      ]
    : ["t.slice", ""];
  return `select ${key.join(", ")}, ${slice} as slice, ${taken("x")} as total_x, ${taken("y")} as total_y, ${missingSql} as missing
from (
${unitTotalsSql(days, plan, properties)}
) t join (${constants(dialect, names, rows)}) p on p.target = t.target${join}
group by ${key.join(", ")}, ${slice}`;
}

/**
 * SQL of rows of metric, percentile, group_id, first_day, properties, cut, slice, x, y, missing and weight, which is 0
 * for a unit that takes no part.
 */
export function valuesSql(input: TotalsInput): string {
  const { properties, end, dialect } = input;
  const double = (sql: string) => `cast(${sql} as ${dialect.double})`;
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
${metricTotalsSql(daysSql(input), input, properties)}
) m
where ${takesPart} or missing > 0`;
}
