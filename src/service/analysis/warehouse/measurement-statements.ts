// Writes the statements that measure an experiment, and distributes its metrics over them.
import { sourceOf } from "#service/analysis/plan/event-source.ts";
import { measurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import { amountsOf, type MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import type { Window } from "#service/analysis/totals/assignment.ts";
import { pastDays } from "#service/analysis/plan/measurement-plan.ts";
import type { Analysis } from "#service/analysis/totals/measure-experiment.ts";
import { propertyColumns, unitsSql } from "./assignment-sql.ts";
import type { Dialect } from "./dialect.ts";
import { plainPlan, valueCountsSql, type EventSlices } from "./event-slices.ts";
import { eventsSql } from "./events-sql.ts";
import { dayMs } from "./source-bounds.ts";
import type { MetricTable, WarehouseSources } from "./source-tables.ts";
import { isCapped, statementPlan, type StatementPlan } from "./statement-plan.ts";
import { slicedSql, sumsSql } from "./sums-sql.ts";
import { valuesSql } from "./totals-sql.ts";

/** Metrics that one statement measures, and the tables that contain their events. */
export interface MetricGroup {
  inputs: readonly MetricInput[];
  tables: readonly MetricTable[];
}

/** Maximum length of a statement, including the SQL of the sources: all engines accept at least 100 kB. */
const longest = 90_000;
const mostMetrics = 100;

/** True if all events of a metric are in known tables. */
export const isMeasurable = (input: MetricInput, { tableOfEvent }: WarehouseSources) =>
  amountsOf(input).every(({ event }) => tableOfEvent(sourceOf(event).name));

const tablesOf = (input: MetricInput, { tableOfEvent }: WarehouseSources): MetricTable[] => [
  ...new Set(amountsOf(input).flatMap(({ event }) => tableOfEvent(sourceOf(event).name) ?? [])),
];

/** Groups metrics by the tables that they need; each group is split into parts that fit into one statement. */
export function metricGroups(inputs: readonly MetricInput[], sources: WarehouseSources): MetricGroup[] {
  const groups: { inputs: MetricInput[]; tables: MetricTable[] }[] = [];
  for (const input of inputs) {
    const tables = tablesOf(input, sources);
    const shared = groups.filter((group) => group.tables.some((table) => tables.includes(table)));
    const merged = {
      inputs: [...shared.flatMap((group) => group.inputs), input],
      tables: [...new Set([...shared.flatMap((group) => group.tables), ...tables])],
    };
    for (const group of shared) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups;
}

/** Splits a group in half; each half has only the tables that it needs. */
export const halvesOf = ({ inputs }: MetricGroup, sources: WarehouseSources): MetricGroup[] => {
  const half = Math.ceil(inputs.length / 2);
  return [inputs.slice(0, half), inputs.slice(half)].map((some) => ({
    inputs: some,
    tables: [...new Set(some.flatMap((input) => tablesOf(input, sources)))],
  }));
};

/** The parts of an analysis that a statement depends on. */
export type Started = Pick<Analysis, "winsorization" | "cuped" | "dimensions"> & { window: Window };

/** The statement plan of a group and everything else that its SQL is generated from. */
export interface Written {
  statement: StatementPlan;
  userDimensions: readonly string[];
  valueCounts: () => string;
  measurements: (slices: EventSlices | undefined) => string;
}

/** SQL of the events of each table. */
export const eventTexts = (
  dialect: Dialect,
  { tableOfEvent }: WarehouseSources,
  { plan, tables, window }: { plan: StatementPlan; tables: readonly MetricTable[]; window: Window },
): string[] => {
  const { events, hasPast } = plan.plan;
  const start = hasPast ? window.start - (pastDays + 1) * dayMs : window.start;
  return tables.map((table) =>
    eventsSql(table, {
      plan,
      events: [...events.keys()].filter(
        (event) => tableOfEvent(sourceOf(events[event] ?? "").name) === table,
      ),
      ranges: [{ start, end: window.end }],
      dialect,
    }),
  );
};

export function writeStatements(
  dialect: Dialect,
  sources: WarehouseSources,
  { window, winsorization, cuped, dimensions }: Started,
  { inputs, tables }: MetricGroup,
): Written {
  const plan = measurementPlan(inputs, {
    dimensions,
    hasPast: cuped,
    days: Math.floor(window.end / dayMs) - Math.floor(window.start / dayMs) + 1,
  });
  const statement = statementPlan(plan, winsorization);
  const userDimensions = dimensions.flatMap(({ key, type }) => (type === "user" ? [key] : []));
  const properties = propertyColumns(userDimensions);
  const input = (own: StatementPlan, counted: readonly string[]) => ({
    plan: own,
    units: unitsSql(sources.assignment, window, counted, dialect),
    events: eventTexts(dialect, sources, { plan: own, tables, window }),
    properties: propertyColumns(counted),
    isStaged: false,
    end: window.end,
    dialect,
  });
  return {
    statement,
    userDimensions,
    valueCounts: () =>
      valueCountsSql(input(plainPlan({ ...statement, plan: { ...plan, hasPast: false } }), [])),
    measurements: (slices) =>
      sumsSql(slicedSql(valuesSql({ ...input(statement, userDimensions), slices }), properties, dialect), {
        properties: properties.length,
        isCapped: isCapped(statement),
        dialect,
      }),
  };
}

/** Splits groups until their statements fit into the limits of every engine. The slices add as much text as their values take. */
export function fittingGroups(
  write: (group: MetricGroup) => Written,
  sources: WarehouseSources,
  groups: readonly MetricGroup[],
): MetricGroup[] {
  return groups.flatMap((group) => {
    const isLong = () => Buffer.byteLength(write(group).measurements(undefined)) > longest / 2;
    return group.inputs.length > 1 && (group.inputs.length > mostMetrics || isLong())
      ? fittingGroups(write, sources, halvesOf(group, sources))
      : [group];
  });
}
