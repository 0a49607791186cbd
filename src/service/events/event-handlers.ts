// Handlers that list and count logged events, all of them or those of a filter.
import type { z } from "zod/mini";
import type { EventCatalogueQuery } from "#contract/event-catalogue.ts";
import { eventFilterOf, type EventFilterQuery, type EventsQuery } from "#contract/event-query.ts";
import type { EventRecord } from "#contract/event.ts";
import { metricsDerivedFrom } from "#service/analysis/plan/metric-inputs.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { readMetrics } from "#service/database/definitions.ts";
import type { EventCopy, EventReader } from "#service/database/event-copy.ts";
import { readEventPage } from "#service/database/event-pages.ts";
import { readRetention } from "#service/database/event-retention.ts";
import { type PageOf, pageOfList } from "#service/database/pages.ts";
import { readCatalogue } from "./event-catalogue.ts";
import type { Handlers } from "#service/http/handler.ts";
import { eventCounts, eventTotal, periodBefore } from "./event-counts.ts";
import { eventExports, type ExportOptions } from "./event-export.ts";
import { eventFeed } from "./event-feed.ts";
import { listFiltered, recordColumns } from "./event-list.ts";
import { eventStream } from "./event-stream.ts";
import { eventValues } from "./event-values.ts";
import { silentEvents } from "./silent-events.ts";

const isFiltered = ({ from, to, name, userID, unit, source, where, cursor }: z.output<typeof EventsQuery>) =>
  [from, to, name, userID, unit, source, where, cursor].some((given) => given !== undefined);

/** The same filter restricted to one name; it matches nothing if the query names only others. */
const ofName = (query: EventFilterQuery, event: string): EventFilterQuery => ({
  ...query,
  name: query.name && !query.name.includes(event) ? [] : [event],
});

const namedAs = <Event extends { name: string; flags: readonly unknown[] }>(
  { name, named = "", flagged }: z.output<typeof EventCatalogueQuery>,
  events: readonly Event[],
) => {
  const part = named.toLowerCase();
  return events.filter(
    (event) =>
      (name === undefined || event.name === name) &&
      event.name.toLowerCase().includes(part) &&
      (!flagged || event.flags.length > 0),
  );
};

interface Options extends ExportOptions {
  now: () => number;
  stop: AbortSignal | undefined;
  /** Undefined if events are kept for ever. */
  retentionDays: number | undefined;
  /** Undefined for the embedded database. */
  copy: EventCopy | undefined;
}

export function eventHandlers(database: Database, options: Options) {
  const { now: clock, stop, retentionDays, copy } = options;
  const exported = eventExports(database, options);
  const silent = silentEvents(database);
  /** A page of all events, or of those of one name. */
  const pageOf = (name: string | undefined, query: PageOf, signal: AbortSignal) =>
    database.snapshot((reader) => readEventPage<EventRecord>(reader, recordColumns, name, query), signal, {
      isQuick: true,
    });
  /** Runs a query that counts, on a snapshot with the copy of the events. To combine the groups of its parallel workers, PostgreSQL
   *  would sort them by text, which takes a fifth of the time; with sorting disabled it hashes them. */
  const counted = <T>(work: (reader: EventReader) => Promise<T>, signal: AbortSignal) =>
    (copy ?? database).snapshot(async (reader) => {
      if (reader.engine === "postgres") await reader.query("set local enable_sort = off");
      return work(reader);
    }, signal);
  const stream = eventStream({ database, feed: eventFeed(database, stop), now: clock, stop });
  return {
    listEvents: ({ query }, { now, signal }) =>
      isFiltered(query)
        ? database.snapshot((reader) => listFiltered(reader, eventFilterOf(query, now), query), signal)
        : pageOf(undefined, query, signal),
    listEventValues: ({ params, query }, { now, signal }) => {
      if (!isFiltered(query)) return pageOf(params.eventName, query, signal);
      const filter = eventFilterOf(ofName(query, params.eventName), now);
      return database.snapshot((reader) => listFiltered(reader, filter, query), signal);
    },
    readEventTotal: async ({ query }, { now, signal }) => {
      const filter = eventFilterOf(query, now);
      const before = query.compare ? periodBefore(filter, now) : undefined;
      return { data: await counted((reader) => eventTotal(reader, filter, before), signal) };
    },
    readEventCounts: async ({ query }, { now, signal }) => {
      const filter = eventFilterOf(query, now);
      const before = query.compare ? periodBefore(filter, now) : undefined;
      return { data: await counted((reader) => eventCounts(reader, filter, query, before, now), signal) };
    },
    readEventFieldValues: async ({ query }, { now, signal }) => {
      const filter = eventFilterOf(query, now);
      const { field, limit } = query;
      return { data: await counted((reader) => eventValues(reader, filter, field, limit), signal) };
    },
    exportEvents: async ({ query }, { now, signal }) => ({ file: await exported(query, now, signal) }),
    streamEvents: async ({ query }, context) => ({ stream: stream(query, context) }),
    readEventRetention: async () => ({ data: await readRetention(database, retentionDays) }),
    listEventCatalogue: async ({ query }, { now, signal }) => {
      const read = (reader: Reader) => readCatalogue(reader, now);
      const found = namedAs(query, await database.snapshot(read, signal, { isQuick: true }));
      const { items, total } = pageOfList(found, query);
      const metrics = items.length ? await readMetrics(database) : [];
      const namesOf = (event: string) => metricsDerivedFrom(metrics, event).map(({ name }) => name);
      return { items: items.map((event) => ({ ...event, metrics: namesOf(event.name) })), total };
    },
    listSilentEvents: async ({ query }, { now }) => {
      const { items, total } = pageOfList(await silent(now), query);
      const metrics = items.length ? await readMetrics(database) : [];
      const namesOf = (event: string) => metricsDerivedFrom(metrics, event).map(({ name }) => name);
      return { items: items.map((event) => ({ ...event, metrics: namesOf(event.name) })), total };
    },
  } satisfies Partial<Handlers>;
}
