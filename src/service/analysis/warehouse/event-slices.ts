// Slices of event dimensions in warehouse statements. A first statement determines which values are frequent.
import {
  frequentValues,
  rareShare,
  type FrequentValues,
  type ValueCount,
} from "#service/analysis/plan/frequent-values.ts";
import { constants, type Dialect } from "./dialect.ts";
import { rowsByDimensionSql } from "./cuts-sql.ts";
import { hitsSql, type HitsInput } from "./hits-sql.ts";
import { numberAt, textAt, type WarehouseRows } from "./run.ts";
import type { StatementPlan } from "./statement-plan.ts";

/** The slices, and constant rows by which a statement finds the slice of a row. */
export interface EventSlices {
  /** Rows of cut_scope, cut, cut_value and slice; the scope is the target of a metric, or -1 for targets of events. */
  byValue: string;
  /** Rows of metric and slice. */
  byMetric: string;
  /** Frequent values by event dimension; `numberOf` gives the number of a slice, which is unique across dimensions. */
  dimensions: readonly FrequentValues[];
  numberOf: (dimension: number, value: string) => number;
}

/** Reduces a plan to what counting values needs. */
export const plainPlan = (plan: StatementPlan): StatementPlan => ({
  ...plan,
  targets: plan.targets.filter(({ event, target }) => event === target),
  numbers: 0,
  hasDays: false,
  hasFunnels: false,
});

/**
 * Expects a plan from `plainPlan`. SQL of rows of event, dimension (from 1), slice_value, events and total: the
 * frequent values of each dimension, and the most frequent value of each event.
 */
export function valueCountsSql(input: HitsInput): string {
  const hits = hitsSql(input);
  const inCuts = input.isStaged
    ? hits
    : rowsByDimensionSql(input.dialect, hits, input.plan.plan.eventDimensions.length);
  return `select event, dimension, slice_value, events, total
from (
select event, dimension, slice_value, events, total,
max(case when events * ${rareShare} > total then 1 else 0 end) over (partition by dimension, slice_value) as frequent,
row_number() over (partition by event, dimension order by events desc, slice_value) as place
from (
select event, dimension, slice_value, events, sum(events) over (partition by event, dimension) as total
from (
select target as event, cut as dimension, cut_value as slice_value, sum(n) as events
from (
${inCuts}
) v
where target >= 0 and target < ${input.plan.plan.events.length} and cut > 0 and day >= first_day
group by target, cut, cut_value
) g
) t
) r
where frequent = 1 or place = 1`;
}

/** Determines the slices from the rows of `valueCountsSql`. */
export function eventSlices(
  { plan, targets }: StatementPlan,
  rows: WarehouseRows,
  dialect: Dialect,
): EventSlices {
  const numbered = new Map<string, number>();
  const key = (dimension: number, value: string) => `${dimension} ${value}`;
  const dimensions = plan.eventDimensions.map((_, index): FrequentValues => {
    const counts: ValueCount[] = [];
    for (const row of rows.filter((some) => numberAt(some, "dimension") === index + 1)) {
      const event = numberAt(row, "event");
      counts.push({ event, value: textAt(row, "slice_value"), events: numberAt(row, "events") });
      if (!counts.some((some) => some.event === event && some.value === null))
        counts.push({ event, value: null, events: numberAt(row, "total") });
    }
    return frequentValues(plan, counts);
  });
  for (const [dimension, { values }] of dimensions.entries())
    for (const value of values.slice(1)) numbered.set(key(dimension, value), numbered.size + 1);
  const numberOf = (dimension: number, value: string) => numbered.get(key(dimension, value)) ?? 0;

  const ofMetric = (metric: number) =>
    dimensions.flatMap(({ values, slices }, dimension) =>
      (slices[metric] ?? [])
        .filter((slice) => slice > 0)
        .map((slice) => ({ dimension, value: values[slice] ?? "" })),
    );
  const all = dimensions.flatMap(({ values }, dimension) =>
    values.slice(1).map((value) => ({ dimension, value })),
  );
  const scopes = [...new Set(targets.map(({ target }) => target))].filter(
    (target) => target >= plan.events.length,
  );
  const byValue = [
    ...all.map((some) => ({ ...some, scope: -1 })),
    ...scopes.flatMap((scope) => ofMetric(scope - plan.events.length).map((some) => ({ ...some, scope }))),
  ].map(({ scope, dimension, value }) => [
    scope,
    dimension + 1,
    dialect.literal(value),
    numberOf(dimension, value),
  ]);
  const byMetric = plan.metrics.flatMap((_, metric) =>
    ofMetric(metric).map(({ dimension, value }) => [metric, numberOf(dimension, value)]),
  );
  // If no value is frequent, a dummy row that nothing joins with keeps the SQL valid.
  return {
    byValue: constants(
      dialect,
      ["cut_scope", "cut", "cut_value", "slice"],
      byValue.length > 0 ? byValue : [[-1, 0, "''", 0]],
    ),
    byMetric: constants(dialect, ["metric", "slice"], byMetric.length > 0 ? byMetric : [[-1, 0]]),
    dimensions,
    numberOf,
  };
}
