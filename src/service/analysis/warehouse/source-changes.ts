// Detects by day whether the rows of a metric source have changed since they were staged.
import { sourceOf } from "#service/analysis/plan/event-source.ts";
import { bytesPassed, cancelled, deadlinePassed, WarehouseError } from "#service/warehouse/statement.ts";
import type { Dialect } from "./dialect.ts";
import { textAt, type Run } from "./run.ts";
import { boundsSql, dayMs, partitionsSql, type Range } from "./source-bounds.ts";
import type { MetricTable } from "./source-tables.ts";
import type { StatementPlan } from "./statement-plan.ts";

interface Asked {
  table: MetricTable;
  plan: StatementPlan;
  /** Numbers of the events that the table contains. */
  events: readonly number[];
  range: Range;
  dialect: Dialect;
}

/**
 * SQL of rows with `day` (text such as 2026-11-01, or ms) and two stamps that change with the number and the times of
 * the day's rows. Only two columns are read, so in-place updates are not detected.
 */
export function countsSql({ table, plan, events, range, dialect }: Asked): string {
  const column = (name: string) => `s.${dialect.column(name)}`;
  const names = [
    ...new Set(events.map((event) => dialect.literal(sourceOf(plan.plan.events[event] ?? "").name))),
  ];
  const moment = dialect.milliseconds(column(table.timeColumn), table.timeType);
  const where = [
    boundsSql(table, [range], dialect),
    ...(table.eventColumn === null ? [] : [`${column(table.eventColumn)} in (${names.join(", ")})`]),
  ];
  return `select ${dialect.text("day_start")} as day, ${dialect.text("events")} as stamp, ${dialect.text("moments")} as moments_stamp
from (
select day_start, count(*) as events, sum(moment - day_start) as moments
from (
select moment, moment - mod(moment, ${dayMs}) as day_start
from (
select ${moment} as moment
from (${table.sql}) s
where ${where.join(" and ")}
) m
) d
group by day_start
) c`;
}

const isStopped = (error: unknown) =>
  !(error instanceof WarehouseError) || [bytesPassed, cancelled, deadlinePassed].includes(error.code);

/** Detects changes by metadata of files; undefined if the engine does not know the table's files. */
async function askFiles(run: Run, { table, range, dialect }: Asked, tag: string) {
  const { tableName, partitionColumn } = table;
  if (!dialect.staged.files || !tableName || !partitionColumn) return undefined;
  const where = partitionsSql(partitionColumn, [range], dialect);
  const partition = `s.${dialect.column(partitionColumn.name)}`;
  try {
    return await run(dialect.staged.files(tableName, partition, where), tag);
  } catch (error) {
    if (isStopped(error)) throw error;
    return undefined;
  }
}

/** Parses a day, given in ms or as a date. */
const dayOf = (text: string) =>
  /^\d+$/.test(text) ? Number(text) : Date.parse(`${text.slice(0, 10)}T00:00:00Z`);

/** Returns, by day in ms, a stamp that changes when rows of the day are added, removed or rewritten. */
export async function readChanges(run: Run, asked: Asked, tag: string): Promise<Map<number, string>> {
  const rows = (await askFiles(run, asked, tag)) ?? (await run(countsSql(asked), tag));
  return new Map(
    rows.map((row) => [dayOf(textAt(row, "day")), `${textAt(row, "stamp")} ${textAt(row, "moments_stamp")}`]),
  );
}
