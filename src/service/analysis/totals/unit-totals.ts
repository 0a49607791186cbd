// Computes the totals of every unit, one row per unit and event, once for all metrics. A metric that needs several
// events has rows of its own.
import type { MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import { type Amount, type MetricInput, soleAmounts } from "#service/analysis/plan/metric-inputs.ts";
import {
  amountSql,
  daySets,
  daysWith,
  isCounted,
  pastDaysWith,
  multiEventValuesSql,
  shareOfPast,
} from "./unit-values.ts";

/** SQL of a pair of values over the totals `t`: x and y of measurements.ts before capping; for days, x is their number. */
export interface Pair {
  x: string;
  y: string;
  measure: "total" | "users" | "days" | "ratio";
  /** For totals: the metric's own percentile for its cap. */
  winsorization?: number | null | undefined;
}

/** Where to find the values of a metric: in rows with this source, in the pair with this number. */
export interface Place {
  source: number;
  pair: number;
}

/** The columns of the totals, and how metrics read them. */
export interface Layout {
  columns: { name: string; type: string; sql: string }[];
  pairs: Pair[];
  /** Places by metric number. */
  places: Place[];
  /** Numbers of the events whose totals form a source; all other sources are metrics. */
  events: number[];
  hasDays: boolean;
}

/** Columns that hold x and y of a metric with a source of its own; in rows of events the same columns hold sums of numbers. */
const own = { x: "number_0", y: "number_1" };

const sumSql = (amount: Amount, plan: MeasurementPlan, when: string) => {
  const hits = `filter (where ${when})`;
  if (amount.adds === "one") return `count(*) ${hits}`;
  return amount.adds === "its number"
    ? `coalesce(sum(${amountSql(amount, plan)}) ${hits}, 0)`
    : `count(${amountSql(amount, plan)}) ${hits}`;
};

export function layoutOf(plan: MeasurementPlan): Layout {
  const columns: Layout["columns"] = [];
  const pairs: Pair[] = [];
  const columnOf = (isNumber: boolean, sql: string) => {
    const found = columns.find((column) => column.sql === sql);
    if (found) return found.name;
    const type = isNumber ? "double precision" : "integer";
    const place = columns.filter((column) => column.type === type).length;
    const name = `${isNumber ? "number" : "count"}_${place}`;
    columns.push({ name, type, sql });
    return name;
  };
  const sumOf = (amount: Amount, when: string) =>
    `t.${columnOf(amount.adds === "its number", sumSql(amount, plan, when))}`;
  const pairOf = (pair: Pair) => {
    const found = pairs.findIndex(
      (some) =>
        some.x === pair.x &&
        some.y === pair.y &&
        some.measure === pair.measure &&
        some.winsorization === pair.winsorization,
    );
    return found < 0 ? pairs.push(pair) - 1 : found;
  };
  const events = new Set<number>();
  const placeOf = (input: MetricInput, metric: number): Place => {
    const measure = input.measure === "funnel" ? "ratio" : input.measure;
    // A unit with any event counts as one user.
    const counted = (sum: string) => (measure === "users" ? `least(${sum}, 1)` : sum);
    const { winsorization } = measure === "total" ? input : {};
    const sole = soleAmounts(input);
    const [event] = input.measure === "days" && input.events.length === 1 ? input.events : [sole?.x.event];
    // Lower source numbers are those of events; metrics with a source of their own follow.
    if (event === undefined)
      return {
        source: plan.events.length + metric,
        pair: pairOf({ x: counted(`t.${own.x}`), y: counted(`t.${own.y}`), measure, winsorization }),
      };
    const source = plan.events.indexOf(event);
    events.add(source);
    if (!sole) return { source, pair: pairOf({ x: "t.days", y: shareOfPast("t.past_days"), measure }) };
    const y = sumOf(sole.y, measure === "ratio" ? isCounted : `not (${isCounted})`);
    return {
      source,
      pair: pairOf({ x: counted(sumOf(sole.x, isCounted)), y: counted(y), measure, winsorization }),
    };
  };
  const places = plan.metrics.map(placeOf);
  for (const name of [own.x, own.y])
    if (
      !columns.some((column) => column.name === name) &&
      places.some(({ source }) => source >= plan.events.length)
    )
      columns.push({ name, type: "double precision", sql: "cast(null as double precision)" });
  return { columns, pairs, places, events: [...events], hasDays: pairs.some(({ x }) => x === "t.days") };
}

/** Returns all columns that hold totals, including those of days. */
const totalColumns = ({ columns, hasDays }: Layout): { name: string; type: string }[] => [
  ...columns,
  ...(hasDays ? ["days", "past_days"].map((name) => ({ name, type: "smallint" })) : []),
];
/** SQL of a column's value for a metric with a source of its own. */
const ownTotal = ({ name, type }: { name: string; type: string }) => {
  if (name === own.x) return "v.x";
  return name === own.y ? "v.y" : `cast(null as ${type})`;
};

/** SQL of rows with source, slice, unit_number and all total columns; `slice` is SQL of the slice of a hit `h`. */
export function totalsSql(plan: MeasurementPlan, layout: Layout, slice = "0"): string {
  const { columns, events, hasDays } = layout;
  const all = totalColumns(layout);
  const added = [...columns.map(({ name, sql }) => `${sql} as ${name}`), ...(hasDays ? daySets(plan) : [])];
  const ofEvent = [
    ...columns.map(({ name }) => `c.${name}`),
    ...(hasDays ? [daysWith(plan), pastDaysWith] : []),
  ];
  const ofEvents = `
    select c.event as source, c.slice, c.unit_number, ${ofEvent.join(", ")}
    from (
      select ${["h.event", `${slice} as slice`, "h.unit_number", ...added].join(", ")}
      from event_hit h
      where h.event in (${events.join(", ")})
      group by 1, 2, 3
    ) as c`;
  const ofMetric = all.map(ownTotal);
  const ofMetrics = multiEventValuesSql(plan, slice).map(
    (select) =>
      `select v.metric + ${plan.events.length}, v.slice, v.unit_number, ${ofMetric.join(", ")} from (${select}) as v`,
  );
  const selects = [...(events.length > 0 ? [ofEvents] : []), ...ofMetrics];
  const names = ["source", "slice", "unit_number", ...all.map(({ name }) => name)];
  return `(${selects.join(" union all ")}) as t (${names.join(", ")})`;
}
