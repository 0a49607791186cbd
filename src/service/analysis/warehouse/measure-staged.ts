// Measures an experiment in staged mode: keeps earlier staged rows, reads only changed days from the sources, and
// computes everything else from staged rows. Returns the same sums as measure-in-warehouse.ts.
import { sourceOf } from "#service/analysis/plan/event-source.ts";
import type { Analysis, Running } from "#service/analysis/totals/measure-experiment.ts";
import { pastDays } from "#service/analysis/plan/measurement-plan.ts";
import { propertyColumns, unitsSql } from "./assignment-sql.ts";
import type { Dialect } from "./dialect.ts";
import { eventSlices, plainPlan, valueCountsSql } from "./event-slices.ts";
import { measuredBy, nothingMeasured, type WarehouseMeasurements } from "./measure-in-warehouse.ts";
import {
  fittingGroups,
  isMeasurable,
  metricGroups,
  writeStatements,
  type MetricGroup,
} from "./measurement-statements.ts";
import type { Answer } from "./read-measurements.ts";
import { numberAt, textAt, type Run } from "./run.ts";
import { dayMs } from "./source-bounds.ts";
import type { WarehouseSources } from "./source-tables.ts";
import { stageEvents } from "./staged-events.ts";
import type { StatementPlan } from "./statement-plan.ts";
import { capColumns, capsSql, scaledSumsSql, valueColumns } from "./staged-sums.ts";
import {
  beginStaging,
  fillTable,
  insertSql,
  stagedTable,
  stagedTables,
  type StagedColumns,
  type Staging,
} from "./staged-tables.ts";
import { slicedSql } from "./sums-sql.ts";
import { valuesSql } from "./totals-sql.ts";

const unitColumns = (properties: readonly string[]): StagedColumns => [
  ["unit_id", "text"],
  ["exposed", "bigint"],
  ["first_day", "bigint"],
  ["exposures", "bigint"],
  ["group_id", "text"],
  ["state", "bigint"],
  ...properties.map((name) => [name, "text"] as const),
];

/** By day: a stamp of how many units were first exposed on it, and when. */
async function readExposed(run: Run, units: string): Promise<Map<number, string>> {
  const rows = await run(
    `select first_day, count(*) as units, sum(exposed - first_day) as moments, min(exposed) as first_seen, max(exposed) as last_seen
from ${units} where unit_id <> '' group by first_day`,
    "staging",
  );
  const names = ["units", "moments", "first_seen", "last_seen"];
  return new Map(
    rows.map((row) => [numberAt(row, "first_day"), names.map((name) => textAt(row, name)).join(" ")]),
  );
}

/** Staged rows by unit and day, from which metrics can be measured day by day. */
export interface StagedDays {
  plan: StatementPlan;
  /** SQL that reads the staged rows of each table. */
  events: readonly string[];
}

export interface StagedMeasurements extends WarehouseMeasurements {
  days: readonly StagedDays[];
}

export async function measureStaged(
  run: Run,
  dialect: Dialect,
  sources: WarehouseSources,
  { window, inputs, ...analysis }: Analysis,
  staging: Staging,
  { signal, onStage }: Running = {},
): Promise<StagedMeasurements> {
  if (!window) return { ...nothingMeasured, days: [] };
  const started = { ...analysis, window };
  const ask: Run = (text, tag, mayWrite) => {
    signal?.throwIfAborted();
    return run(text, tag, mayWrite);
  };
  const tag = `staging ${staging.experimentID}`;
  const write = (group: MetricGroup) => writeStatements(dialect, sources, started, group);
  const known = inputs.filter((input) => isMeasurable(input, sources));
  const groups = fittingGroups(write, sources, metricGroups(known, sources));
  if (groups.length === 0) groups.push({ inputs: [], tables: [] });

  const dimensions = analysis.dimensions.flatMap(({ key, type }) => (type === "user" ? [key] : []));
  const properties = propertyColumns(dimensions);
  const units = stagedTable(dialect, staging, "all", "units");
  const columns = unitColumns(properties);
  onStage?.("Staging units", 0, 0.1);
  await beginStaging(ask, dialect, staging, { table: units, columns });
  const select = `select ${columns.map(([name]) => name).join(", ")}\nfrom (\n${unitsSql(sources.assignment, window, dimensions, dialect)}\n) u`;
  await ask(insertSql(units, columns, select), tag, true);
  const there = await stagedTables(ask, dialect, staging);
  const exposed = await readExposed(ask, units);
  const start = analysis.cuped ? window.start - (pastDays + 1) * dayMs : window.start;
  const [values = "", caps = ""] = ["values", "caps"].map((kind) =>
    stagedTable(dialect, staging, "all", kind),
  );

  const answers: Answer[] = [];
  const days: StagedDays[] = [];
  for (const [place, group] of groups.entries()) {
    const written = write(group);
    const plan = written.statement;
    const share = (part: number) => 0.1 + (0.9 * (place + part)) / groups.length;
    const events: string[] = [];
    for (const table of group.tables) {
      onStage?.(`Staging ${table.name}`, share(0), share(0.7));
      const own = [...plan.plan.events.keys()].filter(
        (event) => sources.tableOfEvent(sourceOf(plan.plan.events[event] ?? "").name) === table,
      );
      events.push(
        await stageEvents(ask, dialect, staging, {
          plan,
          table,
          place: groups.filter(({ tables }, before) => before < place && tables.includes(table)).length,
          events: own,
          range: { start, end: window.end },
          units,
          there,
          exposed,
        }),
      );
    }
    days.push({ plan, events });
    onStage?.("Adding up the groups and their slices", share(0.7), share(1));
    const input = {
      plan,
      units: `select * from ${units}`,
      events,
      properties,
      isStaged: true,
      end: window.end,
      dialect,
    };
    const hasSlices = group.inputs.length > 0 && plan.plan.eventDimensions.length > 0;
    const counts = {
      ...input,
      properties: [],
      plan: plainPlan({ ...plan, plan: { ...plan.plan, hasPast: false } }),
    };
    const slices = hasSlices ? eventSlices(plan, await ask(valueCountsSql(counts), tag), dialect) : undefined;
    await fillTable(ask, dialect, staging, {
      table: values,
      columns: valueColumns,
      select: `select ${valueColumns.map(([name]) => name).join(", ")}\nfrom (\n${slicedSql(valuesSql({ ...input, slices }), properties, dialect)}\n) v`,
    });
    await fillTable(ask, dialect, staging, {
      table: caps,
      columns: capColumns,
      select: capsSql(dialect, values),
    });
    const rows = await ask(scaledSumsSql(values, caps, properties.length), tag);
    answers.push({ written, slices, rows });
  }
  // The staged days are kept; the other tables are temporary.
  for (const table of [values, caps, units]) await ask(`drop table if exists ${table}`, tag, true);
  return { ...measuredBy(started, answers), days };
}
