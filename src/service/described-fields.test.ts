// Every field that the API description shows for a resource is in the answer, even where little is known of the entity.
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod/mini";
import { loadEvents } from "#service/database/logs.ts";
import { writeEntity } from "#service/database/entities.ts";
import type { EntityDocument } from "#service/database/entity-columns.ts";
import { writeDefinitions, writeMetrics } from "#service/database/definitions.ts";
import { testApp, testNow } from "./test-app.test-support.ts";

const fields = (text: string) => text.trim().split(/\s+/);

const authorship = fields(
  "lastModifierID lastModifierName lastModifierEmail lastModifiedTime creatorName creatorEmail createdTime permalink",
);
const described = {
  rule: fields(
    "id baseID name passPercentage conditions environments completedAutomatedRollouts pendingAutomatedRollouts",
  ),
  gate: [
    ...authorship,
    ...fields(`id name description idType creatorID targetApps holdoutIDs tags isEnabled status rules checksPerHour type
      typeReason team reviewSettings measureMetricLifts store0100Exposures owner monitoringMetrics version`),
  ],
  experiment: [
    ...authorship,
    ...fields(`id name description idType creatorID targetApps holdoutIDs tags status experimentType launchedGroupID
      startTime endTime layerID hypothesis primaryMetrics primaryMetricTags secondaryMetricTags secondaryMetrics groups
      allocation duration targetingGateID defaultConfidenceInterval bonferroniCorrection decisionReason decisionTime
      healthChecks healthCheckStatus owner inlineTargetingRulesJSON isStale`),
  ],
  group: fields("name id size parameterValues description"),
  config: [...authorship, ...fields("id description idType holdoutIDs isEnabled rules defaultValue tags")],
  source: fields("name description tags sql timestampColumn timestampAsDay idTypeMapping"),
  event: fields("timestamp name source value userID metadata"),
  metric:
    fields(`id name directionality type description isPermanent isReadOnly isHidden isVerified tags createdTime
    lineage team`),
  funnel: fields("creatorName creatorEmail owner funnelCountDistinct funnelEventList"),
  pagination: fields("itemsPerPage pageNumber totalItems nextPage previousPage all"),
};

const rule = {
  id: "r1",
  name: "Rule",
  passPercentage: 10,
  conditions: [{ type: "passes_gate", targetValue: "needed" }],
};
const gate = (id: string) => ({ id, name: id, isEnabled: true, status: "In Progress", rules: [rule] });

let service: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  service = await testApp();
  const store = (kind: "gate" | "dynamic_config" | "experiment", document: EntityDocument) =>
    service.database.transaction((transaction) =>
      writeEntity(transaction, kind, { document, references: ["needed"] }, testNow),
    );
  await store("gate", gate("needed"));
  await store("gate", gate("asking"));
  await store("dynamic_config", Object.assign({ id: "config" }, { isEnabled: true, rules: [rule] }));
  await store(
    "experiment",
    Object.assign(
      { id: "test", name: "Test", status: "active" },
      { groups: [{ id: "a", name: "A", size: 50 }], startTime: testNow - 1000 },
    ),
  );
  await service.database.transaction(async (transaction) => {
    const metric = { name: "M", directionality: "increase" };
    await writeMetrics(transaction, [
      { ...metric, id: "M::event_count", type: "event_count", lineage: { events: ["m"], metrics: [] } },
      { ...metric, id: "M::funnel", type: "funnel", metricEvents: [{ name: "m", type: "count" }] },
    ]);
    const source = { id: "S", name: "S", sql: "select 1" };
    await writeDefinitions(transaction, "entity_property", [source]);
    await loadEvents(transaction, [
      { name: "m", time: testNow, unit: "u", value: "", source: "", metadata: "{}" },
    ]);
  });
});
afterAll(() => service.close());

const Resource = z.record(z.string(), z.unknown());

async function itemsOf(path: string) {
  const { status, body } = await service.request("GET", `/console/v1/${path}`);
  expect([path, status]).toEqual([path, 200]);
  const items = z.array(Resource).parse([body.data].flat());
  expect(items.length).toBeGreaterThan(0);
  return { items, pagination: Array.isArray(body.data) ? Object.keys(body.pagination ?? {}) : undefined };
}

const missing = (item: unknown, names: readonly string[]) =>
  names.filter((name) => Resource.parse(item)[name] === undefined);

test.each([
  ["gates", described.gate],
  ["gates/needed", described.gate],
  ["gates/needed/versions", described.gate],
  ["gates/needed/gate_references", described.gate],
  ["gates/needed/experiment_references", described.experiment],
  ["experiments", described.experiment],
  ["experiments/test", described.experiment],
  ["gates/needed/dynamic_config_references", described.config],
  ["dynamic_configs", described.config],
  ["dynamic_configs/config", described.config],
  ["dynamic_configs/config/versions", described.config],
  ["dynamic_configs/config/rules", ["rules"]],
  ["experiments/entity_properties", described.source],
  ["events", described.event],
  ["events/m", described.event],
  ["events/m/metrics", described.metric],
  ["metrics/list", described.metric],
])("GET %s answers every field that is described", async (path, names) => {
  const { items, pagination } = await itemsOf(path);
  if (pagination) expect(pagination.sort()).toEqual([...described.pagination].sort());
  for (const item of items) {
    expect(missing(item, names)).toEqual([]);
    if (item["type"] === "funnel") expect(missing(item, described.funnel)).toEqual([]);
    for (const part of z.array(Resource).parse(item["rules"] ?? []))
      expect(missing(part, described.rule)).toEqual([]);
    for (const part of z.array(Resource).parse(item["groups"] ?? []))
      expect(missing(part, described.group)).toEqual([]);
  }
});

test("what is not known is answered as nothing, not left out", async () => {
  const { items: gates } = await itemsOf("gates/needed/gate_references");
  expect(gates[0]).toMatchObject({ checksPerHour: 0, team: null, owner: null, tags: [], description: "" });
  const { items: experiments } = await itemsOf("gates/needed/experiment_references");
  const nothing = { layerID: null, decisionReason: null, decisionTime: null };
  expect(experiments[0]).toMatchObject({ ...nothing, targetingGateID: "" });
});

test("a gate whose checks nobody counted is not stale for having none", async () => {
  const later = await testApp({ now: () => testNow + 40 * 86_400_000 });
  await later.database.transaction(async (transaction) => {
    for (const [id, counted] of [
      ["counted", { checksPerHour: 0 }],
      ["uncounted", {}],
    ] as const)
      await writeEntity(
        transaction,
        "gate",
        {
          document: Object.assign(gate(id), counted, { createdTime: testNow, lastModifiedTime: testNow }),
          references: [],
        },
        testNow,
      );
  });
  const { body } = await later.request("GET", "/console/v1/gates");
  expect(body.data).toMatchObject([
    { id: "counted", checksPerHour: 0, typeReason: "STALE_PROBABLY_DEAD_CHECK" },
    { id: "uncounted", checksPerHour: 0, typeReason: "STALE_PROBABLY_FORGOTTEN" },
  ]);
  await later.close();
});
