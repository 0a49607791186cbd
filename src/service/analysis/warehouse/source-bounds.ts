// The time that is read of a source: by its own columns, so that an engine passes over files and partitions of other days.
import type { Dialect } from "./dialect.ts";
import type { AssignmentTable, MetricTable } from "./source-tables.ts";

export const dayMs = 86_400_000;

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Conditions on a row `s`; both ends, ms, belong to the time. Of a source by days the day of the start does as well. */
export function boundsSql(
  { timeColumn, timeType, partitionColumn }: AssignmentTable | MetricTable,
  { start, end }: { start: number; end: number },
  dialect: Dialect,
): string[] {
  const column = (name: string) => `s.${dialect.column(name)}`;
  const from = timeType === "day" ? start - (start % dayMs) : start;
  const bounds = [
    `${column(timeColumn)} >= ${dialect.moment(from, timeType)}`,
    `${column(timeColumn)} < ${dialect.moment(end + 1, timeType)}`,
  ];
  if (!partitionColumn) return bounds;
  const day = (ms: number) => `${partitionColumn.type === "date" ? "date " : ""}'${dateOf(ms)}'`;
  const partition = column(partitionColumn.name);
  return [`${partition} >= ${day(start)}`, `${partition} <= ${day(end)}`, ...bounds];
}
