// Answers logged events, all of them or those of one name.
import type { EventRecord } from "#contract/event.ts";
import { metricsDerivedFrom } from "#service/analysis/plan/metric-inputs.ts";
import type { Database } from "#service/database/database.ts";
import { readMetrics } from "#service/database/definitions.ts";
import { counters } from "#service/database/logs.ts";
import { pageOfList, readPage, type PageOf } from "#service/database/pages.ts";
import { silentEvents } from "./silent-events.ts";
import type { Handlers } from "#service/http/handler.ts";

/** Newest first; events of one instant in a fixed order, the last stored first. All of them, or those of one name. */
const listRecords = (database: Database, values: [] | [name: string], pageOf: PageOf) =>
  readPage<EventRecord>(
    database,
    {
      select: `cast(time as text) as timestamp, name, source, value, unit_id as "userID",
        coalesce(ids, '{}'::jsonb) as "customIDs", coalesce(metadata, '{}'::jsonb) as metadata`,
      from: `event ${values.length > 0 ? "where name = $1" : ""}`,
      order: "time desc, seq desc",
      values,
      count: `select cast(coalesce(sum(logged), 0) as bigint) as total from ${counters}
        where kind = 'event' ${values.length > 0 ? "and name = $1" : ""}`,
    },
    pageOf,
  );

export function eventHandlers(database: Database) {
  const silent = silentEvents(database);
  return {
    listEvents: ({ query }) => listRecords(database, [], query),
    listEventValues: ({ params, query }) => listRecords(database, [params.eventName], query),
    listSilentEvents: async ({ query }, { now }) => {
      const { items, total } = pageOfList(await silent(now), query);
      const metrics = items.length ? await readMetrics(database) : [];
      const namesOf = (event: string) => metricsDerivedFrom(metrics, event).map(({ name }) => name);
      return { items: items.map((event) => ({ ...event, metrics: namesOf(event.name) })), total };
    },
  } satisfies Partial<Handlers>;
}
