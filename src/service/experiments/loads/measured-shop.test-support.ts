// Test support: an experiment with the same rows in the log and in a warehouse.
import type { Metric } from "#contract/metric.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents, loadExposures, type NewEvent, type NewExposure } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import type { openPrivatePostgres } from "#service/warehouse/private-postgres.test-support.ts";

type Postgres = Awaited<ReturnType<typeof openPrivatePostgres>>;
type Service = Awaited<ReturnType<typeof testApp>>;

const hour = 3_600_000;
const day = 24 * hour;
export const shopStart = testNow - 10 * day - 12 * hour;

const metric = (name: string, type: string, more: object): Metric => ({
  id: `${name}::${type}`,
  name,
  type,
  directionality: "increase",
  lineage: { events: [], metrics: [] },
  ...more,
});
const event = (name: string, type = "count", metadataKey?: string) => ({
  name,
  type,
  ...(metadataKey && { metadataKey }),
});

export const shopMetrics = [
  metric("Orders", "event_count_custom", { metricEvents: [event("order")] }),
  metric("Revenue", "sum", { metricEvents: [event("order", "value")] }),
  metric("Buyers", "event_user", { metricEvents: [event("order")] }),
  metric("Days with a visit", "event_dau", { metricEvents: [event("visit")] }),
  metric("Items an order", "ratio", { metricEvents: [event("order", "metadata", "items"), event("order")] }),
  metric("Order value", "mean", { metricEvents: [event("order", "value")] }),
  metric("Visit to order", "funnel", { funnelEventList: [event("visit"), event("order")] }),
];

export const shopExperiment = (change: object = {}) => ({
  id: "checkout",
  name: "Checkout",
  status: "active",
  idType: "userID",
  version: 1,
  tags: [],
  groups: [
    { id: "old", name: "Old", size: 50 },
    { id: "new", name: "New", size: 50 },
  ],
  controlGroupID: "old",
  startTime: shopStart,
  endTime: null,
  duration: 30,
  cuped: true,
  dimensions: [
    { key: "country", type: "user" },
    { key: "channel", type: "event" },
  ],
  primaryMetrics: shopMetrics.slice(0, 3).map(({ name, type }) => ({ name, type })),
  secondaryMetrics: shopMetrics.slice(3).map(({ name, type }) => ({ name, type })),
  ...change,
});

/** Part of every unit's id, so that tests can check that no unit id appears where only sums may. */
export const unitMark = "unit-zq7-";

/** Deterministic pseudo-random numbers. */
function* chances(seed: number) {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

export function shopLog(units = 400) {
  const chance = chances(7);
  const next = () => chance.next().value ?? 0;
  const exposures: NewExposure[] = [];
  const events: NewEvent[] = [];
  for (let index = 0; index < units; index += 1) {
    const unit = `${unitMark}${index}`;
    const group = index % 2 ? "new" : "old";
    const first = shopStart + Math.floor(next() * 8 * day);
    const properties = JSON.stringify({ country: ["DE", "SE", "US"][Math.floor(next() * 3)] });
    exposures.push({ experiment: "checkout", group, unit, time: first, properties });
    if (index % 97 === 0)
      exposures.push({
        experiment: "checkout",
        group: group === "old" ? "new" : "old",
        unit,
        time: first + hour,
        properties,
      });
    const add = (name: string, time: number, value = "") =>
      events.push({
        name,
        time,
        unit,
        value,
        source: "web",
        metadata: JSON.stringify({
          items: String(1 + Math.floor(next() * 4)),
          channel: next() < 0.5 ? "app" : "web",
        }),
      });
    for (let visit = 0; visit < 4; visit += 1) {
      const time = Math.min(testNow - hour, first - 3 * day + Math.floor(next() * 6 * day));
      add("visit", time);
      if (next() < (group === "new" ? 0.5 : 0.35)) add("order", time + 60_000, (10 + next() * 90).toFixed(2));
    }
  }
  return { exposures, events };
}

const at = (ms: number) => new Date(ms).toISOString();

async function fillWarehouse(postgres: Postgres, { exposures, events }: ReturnType<typeof shopLog>) {
  await postgres.run("drop table if exists exposures, events");
  await postgres.run(
    `create table exposures as
     select e->>'experiment' as experiment, e->>'group' as variant, e->>'unit' as user_id,
       cast(e->>'at' as timestamptz) as ts, (e->>'properties')::jsonb->>'country' as country
     from jsonb_array_elements($1::jsonb) e`,
    [JSON.stringify(exposures.map((one) => ({ ...one, at: at(one.time) })))],
  );
  await postgres.run(
    `create table events as
     select e->>'name' as event, e->>'unit' as user_id, cast(e->>'at' as timestamptz) as ts,
       cast(nullif(e->>'value', '') as double precision) as amount, (e->>'metadata')::jsonb as fields
     from jsonb_array_elements($1::jsonb) e`,
    [JSON.stringify(events.map((one) => ({ ...one, at: at(one.time) })))],
  );
  await postgres.run("analyze exposures");
  await postgres.run("analyze events");
}

const ids = [{ statsigUnitID: "userID", column: "user_id" }];

/** Stores what an admin would configure: the connection and the two sources. */
export async function connectShop(service: Service, settings: object, limits: object = {}) {
  const send = async (method: string, path: string, body: object) => {
    const { status, text } = await service.request(method, `/console/v1${path}`, { body });
    if (status >= 300) throw new Error(text);
  };
  await send("PATCH", "/wh_connections", { postgres: settings, active: "postgres", limits });
  await send("POST", "/experiments/assignment_sources", {
    name: "exposures",
    sql: "select * from exposures",
    timestampColumn: "ts",
    timestampType: "timestamp with time zone",
    experimentIDColumn: "experiment",
    groupIDColumn: "variant",
    idTypeMapping: ids,
    dimensionColumns: [{ key: "country", column: "country" }],
  });
  await send("POST", "/metrics/metric_source", {
    name: "events",
    sql: "select * from events",
    timestampColumn: "ts",
    timestampType: "timestamp with time zone",
    eventColumn: "event",
    valueColumn: "amount",
    fieldsColumn: "fields",
    eventNames: ["visit", "order"],
    idTypeMapping: ids,
  });
}

/** A service with the experiment and its log, and the same rows in the warehouse. */
export async function measuredShop(
  postgres: Postgres,
  {
    change = {},
    units = 400,
    ...options
  }: { change?: object; units?: number } & Parameters<typeof testApp>[0] = {},
) {
  const service = await testApp(options);
  const log = shopLog(units);
  await service.database.transaction(async (transaction) => {
    await writeMetrics(transaction, shopMetrics);
    await writeEntity(
      transaction,
      "experiment",
      { document: shopExperiment(change), references: [] },
      testNow,
    );
    await loadExposures(transaction, log.exposures);
    await loadEvents(transaction, log.events);
  });
  await fillWarehouse(postgres, log);
  return service;
}
