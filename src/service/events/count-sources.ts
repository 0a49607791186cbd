// Chooses what a query counts: the stored hourly counts by name, those by name and value of a field, or single events if the
// counts do not suffice.
import type { z } from "zod/mini";
import type { EventCountsQuery, EventFilter } from "#contract/event-query.ts";
import type { EventField } from "#contract/event-where.ts";
import type { EventReader } from "#service/database/event-copy.ts";
import { readLastCounted, hourlyCountsSql } from "#service/database/event-hours.ts";
import { hourlyValueCountsTable } from "#service/database/event-value-hours.ts";
import { type ReadableEvents, sourceOf } from "./event-condition.ts";

/** Whether a filter uses only names and times, so that the hourly counts by name suffice. */
export const usesOnlyNamesAndTimes = ({ where, units, sources }: EventFilter) =>
  where.length === 0 && units === undefined && sources === undefined;

/** Returns the hourly counts by name, with single events for incomplete hours at both ends. */
export async function hourlyCounts(reader: EventReader, filter: EventFilter): Promise<ReadableEvents> {
  return { reader, table: hourlyCountsSql(filter, await readLastCounted(reader)) };
}

/** Returns single events, with the columns of the counts: each has `logged` 1. */
export async function singleEvents(
  reader: EventReader,
  filter: EventFilter,
  fields: readonly EventField[] = [],
): Promise<ReadableEvents> {
  const source = await sourceOf(reader, filter, fields);
  return {
    ...source,
    table: `(select *, 1 as logged, time as first_time, time as last_time from ${source.table}) as event`,
  };
}

export type ChartQuery = Pick<z.output<typeof EventCountsQuery>, "split" | "top" | "measure" | "bins">;

/** Returns the hourly counts by name and value of a field, or undefined if they do not suffice: the filter and `fields` may use
 *  names, times and exactly one metadata field, whose values are counted. Some counts are negative, so that a group may sum to
 *  zero. */
export async function hourlyValueCounts(
  reader: EventReader,
  filter: EventFilter,
  fields: readonly EventField[] = [],
): Promise<ReadableEvents | undefined> {
  const { where, units, sources } = filter;
  const asked = [...where.map(({ field }) => field), ...fields].filter(({ part }) => part !== "name");
  const keys = new Set(asked.map((field) => (field.part === "metadata" ? field.key : undefined)));
  const [key] = keys;
  if (units || sources || keys.size !== 1 || key === undefined) return undefined;
  const counts = await hourlyValueCountsTable(reader, key, filter);
  return counts && { ...counts, reader };
}

/** Returns what a chart counts; `isByHour` if its bins consist of whole hours, so that hourly counts suffice. */
export async function sourceOfCounts(
  reader: EventReader,
  filter: EventFilter,
  { split, measure }: Pick<ChartQuery, "split" | "measure">,
  isByHour: boolean,
): Promise<ReadableEvents> {
  const fields = split ? [split] : [];
  if (isByHour && measure !== "units") {
    if (usesOnlyNamesAndTimes(filter) && (!split || split.part === "name"))
      return hourlyCounts(reader, filter);
    const valued = await hourlyValueCounts(reader, filter, fields);
    if (valued) return valued;
  }
  return singleEvents(reader, filter, fields);
}
