// Tests plain HTTP for programs without a library: they evaluate one user, and log exposures that they decided themselves.
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeEntity } from "#service/database/entities.ts";
import { createKey } from "#service/http/api-keys.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
const keys = { server: "", client: "" };
beforeEach(async () => {
  service = await testApp();
  const { database } = service;
  const environment = "production";
  keys.server = await createKey(database, { name: "Server", kind: "server", environment }, testNow);
  keys.client = await createKey(database, { name: "Client", kind: "client", environment }, testNow);
  const conditions = [{ type: "custom_field", field: "plan", operator: "any", targetValue: ["pro"] }];
  const rule = { name: "Paid", passPercentage: 100, conditions };
  const gate = { name: "paid", isEnabled: true, rules: [rule] };
  expect((await service.request("POST", "/console/v1/gates", { body: gate })).status).toBe(201);
  const config = {
    name: "limits",
    isEnabled: true,
    defaultValue: { limit: 1 },
    rules: [{ ...rule, returnValue: { limit: 10 } }],
  };
  expect((await service.request("POST", "/console/v1/dynamic_configs", { body: config })).status).toBe(201);
  const groups = ["Control", "Test"].map((name) => ({
    id: `id-${name}`,
    name,
    size: name === "Test" ? 100 : 0,
    parameterValues: { name },
  }));
  const document = { id: "checkout", name: "Checkout", status: "active", idType: "userID", groups };
  await database.transaction((transaction) =>
    writeEntity(transaction, "experiment", { document, references: [] }, testNow),
  );
});
afterEach(() => service.close());

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await service.app.request(path, {
    method: "POST",
    headers: { "STATSIG-API-KEY": keys.server, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  const json: unknown = JSON.parse(text);
  return { status: answer.status, text, body: json };
}

const assignments = () =>
  service.database.query("select experiment_id, group_id, unit_id, time from exposure order by unit_id");

const pro = { userID: "u1", custom: { plan: "pro" } };
const ruleID = expect.stringMatching(/:100\.00:1$/);

test("a gate is checked, or many at once by name", async () => {
  expect((await post("/v1/check_gate", { gateName: "paid", user: pro })).body).toEqual({
    name: "paid",
    value: true,
    rule_id: ruleID,
    group_name: null,
  });
  const none = await post("/v1/check_gate", { gateNames: ["paid", "lost"], user: { userID: "u2" } });
  expect(none.body).toEqual({
    paid: { name: "paid", value: false, rule_id: "default", group_name: null },
    lost: { name: "lost", value: false, rule_id: "", group_name: null },
  });
});

test("a config and an experiment give their values, and what nobody has made gives none", async () => {
  const limit = await post("/v1/get_config", { configName: "limits", user: pro });
  expect(limit.body).toMatchObject({ name: "limits", value: { limit: 10 }, group: ruleID, rule_id: ruleID });
  const other = await post("/v1/get_config", { configName: "limits" });
  expect(other.body).toMatchObject({ value: { limit: 1 }, rule_id: "default" });
  const experiment = await post("/v1/get_config", { configName: "checkout", user: pro });
  expect(experiment.body).toMatchObject({ value: { name: "Test" }, rule_id: "id-Test", group_name: "Test" });
  const lost = await post("/v1/get_config", { configName: "lost", user: pro });
  expect([lost.status, lost.body]).toEqual([
    200,
    { name: "lost", value: {}, group: "", rule_id: "", group_name: null },
  ]);
  expect((await post("/v1/get_layer", { layerName: "any", user: pro })).status).toBe(404);
});

test("what is asked is logged as an exposure each time, unless the program does that itself", async () => {
  const asking = { configName: "checkout", user: pro };
  await post("/v1/get_config", { ...asking, statsigMetadata: { exposureLoggingDisabled: true } });
  expect(await assignments()).toEqual([]);
  await post("/v1/get_config", asking);
  const assigned = { experiment_id: "checkout", group_id: "id-Test", unit_id: "u1", time: testNow };
  expect(await assignments()).toEqual([assigned]);
  await post("/v1/get_config", asking);
  expect(await assignments()).toEqual([assigned, assigned]);
});

test("private attributes take part and are not stored", async () => {
  const user = { userID: "u1", privateAttributes: { plan: "pro", salary: "high-salary" } };
  expect((await post("/v1/check_gate", { gateName: "paid", user })).body).toMatchObject({ value: true });
  await post("/v1/get_config", { configName: "checkout", user });
  const rows = await service.database.query("select * from exposure");
  expect(rows).toHaveLength(1);
  expect(JSON.stringify([rows, service.logged])).not.toContain("high-salary");
});

test("an app gets its answer also where its exposure cannot be stored", async () => {
  const user = { userID: { not: "an id" }, custom: { plan: "pro" } };
  const answer = await post("/v1/check_gate", { gateName: "paid", user });
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ value: true })]);
});

test("exposures that a program decided are assignments by the name or the id of the group", async () => {
  const exposures = [
    { experimentName: "checkout", group: "Control", user: { userID: "a" }, time: testNow - 5 },
    { experimentName: "checkout", ruleID: "id-Test" },
    { experimentName: "checkout", group: "Unknown", user: { userID: "c" } },
    { gateName: "paid", passes: true, group: "Paid", user: { userID: "d" } },
  ];
  const answer = await post("/v1/log_custom_exposure", { exposures, user: { userID: "b" } });
  expect([answer.status, answer.body]).toEqual([202, { success: true }]);
  expect(await assignments()).toEqual([
    { experiment_id: "checkout", group_id: "id-Control", unit_id: "a", time: testNow - 5 },
    { experiment_id: "checkout", group_id: "id-Test", unit_id: "b", time: testNow },
  ]);
});

test("the address of a browser counts, and that of a server does not", async () => {
  const conditions = [{ type: "country", operator: "any", targetValue: ["US"] }];
  const rules = [{ name: "Here", passPercentage: 100, conditions }];
  await service.request("POST", "/console/v1/gates", { body: { name: "here", isEnabled: true, rules } });
  const valueBy = async (key: string) =>
    (
      await post(
        "/v1/check_gate",
        { gateName: "here", user: {} },
        { "STATSIG-API-KEY": key, "x-forwarded-for": "8.8.8.8" },
      )
    ).body;
  expect(await valueBy(keys.client)).toMatchObject({ value: true });
  expect(await valueBy(keys.server)).toMatchObject({ value: false });
});

const paths = ["/v1/check_gate", "/v1/get_config", "/v1/get_layer", "/v1/log_custom_exposure"];

test("a request that cannot be read is told why", async () => {
  for (const path of paths) {
    expect((await post(path, "{")).text).toContain("not valid JSON");
    const empty = await post(path, {});
    expect([path, empty.status]).toEqual([path, 400]);
  }
  const many = Array.from({ length: 101 }, (_, index) => `gate ${index}`);
  expect((await post("/v1/check_gate", { gateNames: many, user: pro })).status).toBe(400);
  expect((await post("/v1/get_config", { configName: "limits", user: [] })).text).toContain("user");
});

const specs = "/v1/download_config_specs/secret-none.json";
const others =
  `/v1/initialize /v1/log_event /v1/rgstr /v1/rgstr_b /v1/log_event_beacon /v1/get_id_lists /v1/sdk_exception
  ${specs} ${specs.replace("v1", "v2")} /v1/nothing`.split(/\s+/);
const libraryHeaders =
  "api-key client-time sdk-type sdk-version server-session-id event-count retry-count supports-proto encoded"
    .split(" ")
    .map((name) => `statsig-${name}`);

test.each([...paths, ...others])("pages of every origin may ask %s, and read its refusals", async (path) => {
  const origin = "https://shop.test";
  const asked = await service.app.request(path, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,statsig-api-key",
    },
  });
  expect([asked.status, asked.headers.get("access-control-max-age")]).toEqual([204, "86400"]);
  const allowed = asked.headers.get("access-control-allow-headers")?.split(",") ?? [];
  expect(allowed).toEqual(expect.arrayContaining(["content-type", ...libraryHeaders]));
  for (const method of ["GET", "POST", "PUT"]) {
    const answer = await service.app.request(path, { method, headers: { origin } });
    const { headers } = answer;
    expect([method, headers.get("access-control-allow-origin")]).toEqual([method, "*"]);
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    if (path !== "/v1/sdk_exception" || method !== "POST") expect(answer.status).toBeGreaterThanOrEqual(400);
  }
});
