// Answers logged events, all of them or those of one name.
import type { EventRecord } from "#contract/event.ts";
import { metricsDerivedFrom } from "#service/analysis/plan/metric-inputs.ts";
import type { Database } from "#service/database/database.ts";
import { readMetrics } from "#service/database/definitions.ts";
import { readEventPage } from "#service/database/event-pages.ts";
import { pageOfList } from "#service/database/pages.ts";
import { readCatalogue } from "./event-catalogue.ts";
import { silentEvents } from "./silent-events.ts";
import type { Handlers } from "#service/http/handler.ts";

const record = `cast(time as text) as timestamp, name, source, value, unit_id as "userID",
  coalesce(ids, '{}'::jsonb) as "customIDs", coalesce(metadata, '{}'::jsonb) as metadata`;

export function eventHandlers(database: Database) {
  const silent = silentEvents(database);
  return {
    listEvents: ({ query }) => readEventPage<EventRecord>(database, record, undefined, query),
    listEventValues: ({ params, query }) =>
      readEventPage<EventRecord>(database, record, params.eventName, query),
    listEventCatalogue: async ({ query }, { now }) => {
      const { items, total } = pageOfList(await readCatalogue(database, now), query);
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
