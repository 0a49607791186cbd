// Where events are counted: by name and hour, where the question asks for no more, else each by itself.
import type { z } from "zod/mini";
import type { EventCountsQuery, EventFilter } from "#contract/event-query.ts";
import type { EventField } from "#contract/event-where.ts";
import type { Reader } from "#service/database/database.ts";
import { hour, readCounted, talliedEvents } from "#service/database/event-hours.ts";
import { type EventSource, sourceOf } from "./event-condition.ts";

/** The log is counted by name and hour: what asks for no more than names and times needs no look at each event. */
export const isTallied = ({ where, units, sources }: EventFilter) =>
  where.length === 0 && units === undefined && sources === undefined;

export async function talliedSource(reader: Reader, filter: EventFilter): Promise<EventSource> {
  return { table: talliedEvents(filter, await readCounted(reader)) };
}

/** The same rows, with how many events each stands for. */
export async function eachSource(reader: Reader, filter: EventFilter, fields: readonly EventField[] = []) {
  const source = await sourceOf(reader, filter, fields);
  return {
    ...source,
    table: `(select *, 1 as logged, time as first_time, time as last_time from ${source.table}) as event`,
  };
}

export type Asked = Pick<z.output<typeof EventCountsQuery>, "split" | "top" | "measure" | "bins">;

/** Where the counts of a chart are read. */
export const sourceOfCounts = (
  reader: Reader,
  filter: EventFilter,
  { split, measure }: Asked,
  width: number,
) =>
  isTallied(filter) && width % hour === 0 && measure !== "units" && (!split || split.part === "name")
    ? talliedSource(reader, filter)
    : eachSource(reader, filter, split ? [split] : []);
