// The time that is read of a source: by its own columns, so that an engine passes over files and partitions of other days.
import type { Dialect } from "./dialect.ts";
import type { MetricTable } from "./source-tables.ts";

export const dayMs = 86_400_000;

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** From the first to the last ms. */
export interface Range {
  start: number;
  end: number;
}

/** Days, ms, in a row as one range each, within the whole. */
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

/** One condition on a row `s` that its partition holds a part of the ranges. */
export function partitionsSql(
  { name, type }: NonNullable<MetricTable["partitionColumn"]>,
  ranges: readonly Range[],
  dialect: Dialect,
): string {
  const partition = `s.${dialect.column(name)}`;
  const day = (ms: number) => `${type === "date" ? "date " : ""}'${dateOf(ms)}'`;
  return any(ranges.map(({ start, end }) => `${partition} >= ${day(start)} and ${partition} <= ${day(end)}`));
}

/** One condition on a row `s` that its time is in one of the ranges. Of a source by days the day of a start belongs to it. */
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
  // Apart from the times: engines choose partitions by conditions on nothing else.
  return partitionColumn
    ? `${partitionsSql(partitionColumn, ranges, dialect)} and ${any(times)}`
    : any(times);
}
