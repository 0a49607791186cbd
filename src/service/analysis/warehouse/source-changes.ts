// Tells by day whether the rows of a metric source have changed since they were staged.
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
  /** Numbers of the events whose rows are in the table. */
  events: readonly number[];
  range: Range;
  dialect: Dialect;
}

/** Rows of `day`, a text such as 2026-11-01 or of ms, and two texts that change with the rows of the day, by their number and their times, for
 *  which two columns are read: rows that are changed in place are not found by it. */
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

/** By its files, of which an engine need not know; undefined where it does not. */
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

/** ms of a day as it is told. */
const dayOf = (text: string) =>
  /^\d+$/.test(text) ? Number(text) : Date.parse(`${text.slice(0, 10)}T00:00:00Z`);

/** By day, ms: a text that is another one when rows of the day came, went or were written anew. */
export async function readChanges(run: Run, asked: Asked, tag: string): Promise<Map<number, string>> {
  const rows = (await askFiles(run, asked, tag)) ?? (await run(countsSql(asked), tag));
  return new Map(
    rows.map((row) => [dayOf(textAt(row, "day")), `${textAt(row, "stamp")} ${textAt(row, "moments_stamp")}`]),
  );
}
