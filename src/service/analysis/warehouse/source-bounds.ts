// SQL conditions for the time range read from a source, on its own columns, so that engines skip files and partitions of other days.
import type { Dialect } from "./dialect.ts";
import type { MetricTable } from "./source-tables.ts";

export const dayMs = 86_400_000;

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** First and last ms, both inclusive. */
export interface Range {
  start: number;
  end: number;
}

/** Merges consecutive days (ms) into ranges, clipped to the whole. */
export function rangesOf(days: readonly number[], whole: Range): Range[] {
  const ranges: Range[] = [];
  for (const day of days.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last.end + 1 === day) last.end = day + dayMs - 1;
    else ranges.push({ start: day, end: day + dayMs - 1 });
  }
  return ranges.map(({ start, end }) => ({
    start: Math.max(start, whole.start),
    end: Math.min(end, whole.end),
  }));
}

const any = (conditions: readonly string[]) =>
  conditions.length === 1 ? conditions.join() : `(${conditions.map((one) => `(${one})`).join(" or ")})`;

/** SQL condition that the partition of a row `s` overlaps the ranges. */
export function partitionsSql(
  { name, type }: NonNullable<MetricTable["partitionColumn"]>,
  ranges: readonly Range[],
  dialect: Dialect,
): string {
  const partition = `s.${dialect.column(name)}`;
  const day = (ms: number) => `${type === "date" ? "date " : ""}'${dateOf(ms)}'`;
  return any(ranges.map(({ start, end }) => `${partition} >= ${day(start)} and ${partition} <= ${day(end)}`));
}

/**
 * SQL condition that the time of a row `s` is in one of the ranges. For sources with days only, a range includes the
 * whole day of its start.
 */
export function boundsSql(
  { timeColumn, timeType, partitionColumn }: Pick<MetricTable, "timeColumn" | "timeType" | "partitionColumn">,
  ranges: readonly Range[],
  dialect: Dialect,
): string {
  const time = `s.${dialect.column(timeColumn)}`;
  const times = ranges.map(({ start, end }) => {
    const from = timeType === "day" ? start - (start % dayMs) : start;
    return `${time} >= ${dialect.moment(from, timeType)} and ${time} < ${dialect.moment(end + 1, timeType)}`;
  });
  // Separate from the condition on times: engines prune partitions only by conditions on the partition column alone.
  return partitionColumn
    ? `${partitionsSql(partitionColumn, ranges, dialect)} and ${any(times)}`
    : any(times);
}
