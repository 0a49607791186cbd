// Tests sources and loads from the view of a client generated from the API description: public names, and responses that match it.
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { checkAgainstSchema } from "#contract/json-schema.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const Described = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) })),
  ),
});
const Json = z.object({ content: z.object({ "application/json": z.object({ schema: z.json() }) }) });

const timed = {
  sql: "select * from shop.seen",
  timestampColumn: "ts",
  idTypeMapping: [{ statsigUnitID: "userID", column: "user_id" }],
};
const seen = { ...timed, name: "seen", experimentIDColumn: "experiment", groupIDColumn: "variant" };
const bought = { ...timed, name: "bought", eventColumn: "event" };
const people = { ...timed, name: "people" };

const ofSources = [
  "sql",
  "timestampColumn",
  "timestampAsDay",
  "idTypeMapping",
  "isReadOnly",
  "isVerified",
  "tags",
];
const ofLoads = [
  "createdTime",
  "finishedTime",
  "finishedState",
  "startDs",
  "endDs",
  "reloadType",
  "turboMode",
];

/** Calls: method, path, name of the source, body, and expected fields of the response. */
const calls = [
  [
    "post",
    "/experiments/assignment_sources",
    "",
    seen,
    [...ofSources, "experimentIDColumn", "groupIDColumn"],
  ],
  ["get", "/experiments/assignment_sources", "", undefined, [...ofSources, "groupIDColumn"]],
  ["get", "/experiments/assignment_source/{id}", "seen", undefined, ofSources],
  ["post", "/metrics/metric_source", "", bought, ofSources],
  ["get", "/metrics/metric_source/list", "", undefined, ofSources],
  ["get", "/metrics/metric_source/{id}", "bought", undefined, ofSources],
  ["post", "/experiments/entity_properties", "", people, ["sql", "idTypeMapping", "timestampColumn"]],
  ["get", "/experiments/entity_properties", "", undefined, ["sql", "idTypeMapping"]],
  ["get", "/experiments/entity_property/{id}", "people", undefined, ["sql", "idTypeMapping"]],
  ["get", "/experiments/{id}/pulse_load_history", "checkout", undefined, ofLoads],
  ["get", "/experiments/{id}/load_pulse", "checkout", undefined, []],
] as const;

test("every answer fits the description, and has the public fields", async () => {
  await service.request("POST", "/console/v1/experiments", { body: { name: "Checkout" } });
  const load = {
    refresh: "full",
    turboMode: false,
    metricIDs: [],
    startedBy: "Schedule",
    provider: "trino",
    windowStart: 0,
    windowEnd: testNow,
  };
  await service.database.query(
    `insert into pulse_load (experiment_id, number, created_time, finished_time, finished_state, owner, alive_time, document)
     values ('checkout', 1, 1, 2, 'success', '', 1, $1::jsonb)`,
    [JSON.stringify(load)],
  );
  const { paths } = Described.parse(await (await service.app.request("/openapi.json")).json());
  expect(paths["/console/v1/experiments/{id}/load_pulse"]).toHaveProperty("post");
  for (const [method, path, asked, body, fields] of calls) {
    const address = path.replace(/\{\w+\}/, asked);
    const answer = await service.request(method.toUpperCase(), `/console/v1${address}`, { body });
    expect([address, answer.status]).toEqual([address, method === "post" ? 201 : 200]);
    const described = Json.parse(paths[`/console/v1${path}`]?.[method]?.responses[String(answer.status)]);
    const value = z.json().parse(JSON.parse(answer.text));
    const verdict = await checkAgainstSchema(described.content["application/json"].schema, [value]);
    expect([address, verdict]).toEqual([address, { schema: [], values: [[]] }]);
    const [first = answer.body.data] = [answer.body.data].flat();
    for (const field of fields) expect(first, address).toHaveProperty(field);
  }
});
