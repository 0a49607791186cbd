// Where events are counted: by name, hour and the value of a field, where the question asks for no more, else each by itself.
import type { z } from "zod/mini";
import type { EventCountsQuery, EventFilter } from "#contract/event-query.ts";
import type { EventField } from "#contract/event-where.ts";
import type { Reader } from "#service/database/database.ts";
import { readCounted, talliedEvents } from "#service/database/event-hours.ts";
import { valuedEvents } from "#service/database/event-value-hours.ts";
import { type EventSource, sourceOf } from "./event-condition.ts";

/** The log is counted by name and hour: what asks for no more than names and times needs no look at each event. */
export const isTallied = ({ where, units, sources }: EventFilter) =>
  where.length === 0 && units === undefined && sources === undefined;

export async function talliedSource(reader: Reader, filter: EventFilter): Promise<EventSource> {
  return { table: talliedEvents(filter, await readCounted(reader)) };
}

/** The same rows, with the number of events that each stands for. */
export async function eachSource(reader: Reader, filter: EventFilter, fields: readonly EventField[] = []) {
  const source = await sourceOf(reader, filter, fields);
  return {
    ...source,
    table: `(select *, 1 as logged, time as first_time, time as last_time from ${source.table}) as event`,
  };
}

export type Asked = Pick<z.output<typeof EventCountsQuery>, "split" | "top" | "measure" | "bins">;

/** Where the events of a filter by names and the values of one field are counted, if they are. Some rows take events back, so that a
 *  group of them may be of none. */
export async function valuedSource(
  reader: Reader,
  filter: EventFilter,
  fields: readonly EventField[] = [],
): Promise<EventSource | undefined> {
  const { where, units, sources } = filter;
  const asked = [...where.map(({ field }) => field), ...fields].filter(({ part }) => part !== "name");
  const keys = new Set(asked.map((field) => (field.part === "metadata" ? field.key : undefined)));
  const [key] = keys;
  if (units || sources || keys.size !== 1 || key === undefined) return undefined;
  return valuedEvents(reader, key, filter);
}

/** Where the counts of a chart are read; by hour where it needs to know no more of the times. */
export async function sourceOfCounts(
  reader: Reader,
  filter: EventFilter,
  { split, measure }: Pick<Asked, "split" | "measure">,
  isByHour: boolean,
): Promise<EventSource> {
  const fields = split ? [split] : [];
  if (isByHour && measure !== "units") {
    if (isTallied(filter) && (!split || split.part === "name")) return talliedSource(reader, filter);
    const valued = await valuedSource(reader, filter, fields);
    if (valued) return valued;
  }
  return eachSource(reader, filter, fields);
}
