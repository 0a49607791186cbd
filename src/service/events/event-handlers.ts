// Answers logged events and the metrics derived from them. Computing metrics belongs to the experiments.
import { EventRecord } from "#contract/event.ts";
import type { Metric } from "#contract/metric.ts";
import type { Database, Row, Value } from "#service/database/database.ts";
import { readMetrics } from "#service/database/metrics.ts";
import { withEveryField } from "#service/http/answered-entity.ts";
import type { Handlers } from "#service/http/handler.ts";
import { metricsDerivedFrom } from "./metrics-of-event.ts";

interface EventRow extends Row {
  name: string;
  time: number;
  value: string;
  unit_id: string;
  source: string;
  metadata: unknown;
}

interface PageOf {
  limit: number;
  page: number;
}

/** One page of a list that is already in memory, with the true total. */
const pageOfList = <Item>(items: readonly Item[], { limit, page }: PageOf) => ({
  items: items.slice((page - 1) * limit, page * limit),
  total: items.length,
});

/** Newest first; events of one instant in a fixed order, the last stored first. */
async function listRecords(database: Database, where: string, values: Value[], { limit, page }: PageOf) {
  const [counted] = await database.query<Row & { total: number }>(
    `select count(*) as total from event ${where}`,
    values,
  );
  const rows = limit
    ? await database.query<EventRow>(
        `select name, time, value, unit_id, source, metadata from event ${where}
         order by time desc, seq desc limit ${limit} offset ${(page - 1) * limit}`,
        values,
      )
    : [];
  const items = rows.map((row) =>
    EventRecord.parse({
      timestamp: String(row.time),
      name: row.name,
      source: row.source,
      value: row.value,
      userID: row.unit_id,
      metadata: row.metadata ?? {},
    }),
  );
  return { items, total: counted?.total ?? 0 };
}

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

export const eventHandlers = (database: Database) =>
  ({
    listEvents: ({ query }) => listRecords(database, "", [], query),
    listEventValues: ({ params, query }) =>
      listRecords(database, "where name = $1", [params.eventName], query),
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
  }) satisfies Pick<Handlers, "listEvents" | "listEventValues" | "listEventMetrics" | "listMetrics">;
