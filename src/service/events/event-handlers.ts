// Answers logged events and the metrics derived from them. Computing metrics belongs to the experiments.
import type { EventRecord } from "#contract/event.ts";
import type { Metric } from "#contract/metric.ts";
import { eventNames } from "#service/analysis/plan/metric-inputs.ts";
import type { Database } from "#service/database/database.ts";
import { readMetrics } from "#service/database/definitions.ts";
import { counters } from "#service/database/logs.ts";
import { pageOfList, readPage, type PageOf } from "#service/database/pages.ts";
import { withEveryField } from "#service/http/answered-entity.ts";
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

const emptyMetric = {
  description: "",
  isPermanent: false,
  isReadOnly: false,
  isHidden: false,
  isVerified: false,
  tags: [],
  createdTime: null,
  lineage: { events: [], metrics: [] },
  team: null,
};
const emptyFunnel = {
  creatorName: null,
  creatorEmail: null,
  owner: null,
  funnelCountDistinct: "users",
  funnelEventList: [],
};

/** A page of metrics with every field that the API description shows (API 2.12). */
function pageOfMetrics(metrics: readonly Metric[], query: PageOf) {
  const { items, total } = pageOfList(metrics, query);
  const empty = (type: string) => (type === "funnel" ? { ...emptyMetric, ...emptyFunnel } : emptyMetric);
  return { items: items.map((metric) => withEveryField(metric, empty(metric.type))), total };
}

/** The metrics whose data come from an event (API 4.9), directly or through another metric, in the order given; metrics may refer to each other in a cycle. */
function metricsDerivedFrom(metrics: readonly Metric[], eventName: string): Metric[] {
  const derived = new Set(
    metrics.filter((metric) => eventNames(metric).includes(eventName)).map((metric) => metric.id),
  );
  for (let before = -1; before !== derived.size;) {
    before = derived.size;
    for (const metric of metrics)
      if (metric.lineage?.metrics.some((id) => derived.has(id))) derived.add(metric.id);
  }
  return metrics.filter((metric) => derived.has(metric.id));
}

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
    listEventMetrics: async ({ params, query }) =>
      pageOfMetrics(metricsDerivedFrom(await readMetrics(database), params.eventName), query),
    listMetrics: async ({ query }) => {
      const searched = query.search?.toLowerCase() ?? "";
      const metrics = await readMetrics(database);
      const found = metrics.filter((metric) =>
        [metric.name, metric.id, metric.description ?? ""].some((text) =>
          text.toLowerCase().includes(searched),
        ),
      );
      return pageOfMetrics(found, query);
    },
  } satisfies Partial<Handlers>;
}
