// The user attributes that are stored with events: those in use, and no personal ones unless the setting names them.
import { afterEach, expect, test } from "vitest";
import { writeEntity } from "#service/database/entities.ts";
import { createKey } from "#service/http/api-keys.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
afterEach(() => service.close());

const user = {
  userID: "ada",
  customIDs: { teamID: "t7" },
  email: "ada@example.test",
  ip: "192.0.2.7",
  country: "SE",
  locale: "sv",
  custom: { plan: "pro", loyalty_tier: 3, roles: ["admin"], shoe_size: 42, Note: "x".repeat(500) },
  privateAttributes: { salary: "high" },
};
const conditions = [
  { type: "country", operator: "any", targetValue: ["SE"] },
  { type: "browser_name", operator: "any", targetValue: ["Chrome Mobile"] },
  { type: "email", operator: "str_contains_any", targetValue: ["@example.test"] },
  ...["loyaltyTier", "roles", "note", "salary"].map((field) => ({
    type: "custom_field",
    operator: "any",
    targetValue: ["3"],
    field,
  })),
];

interface Logging {
  environment?: Record<string, string>;
  kind?: "server" | "client";
  sent?: object;
}
const phone =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36";

/** Logs an event of the user, and returns the stored attributes. */
async function logged({ environment = {}, kind = "server", sent = user }: Logging = {}) {
  service = await testApp({ environment });
  const { database } = service;
  const key = await createKey(database, { name: "App", kind, environment: "production" }, testNow);
  const rules = [{ name: "Some", passPercentage: 100, conditions }];
  const body = { name: "checkout", isEnabled: true, rules };
  expect((await service.request("POST", "/console/v1/gates", { body })).status).toBe(201);
  const document = {
    id: "form",
    name: "form",
    status: "active",
    idType: "userID",
    groups: [],
    dimensions: [{ key: "plan", type: "user" }],
  };
  await database.transaction((transaction) =>
    writeEntity(transaction, "experiment", { document, references: [] }, testNow),
  );
  const events = [{ eventName: "visit", user: sent, metadata: { page: "/" }, time: testNow - 1 }];
  const answer = await service.app.request("/v1/log_event", {
    method: "POST",
    headers: { "STATSIG-API-KEY": key, "user-agent": phone, "x-forwarded-for": "8.8.8.8" },
    body: JSON.stringify({ events, statsigMetadata: { sessionID: "s" } }),
  });
  expect(answer.status).toBe(202);
  const [row] = await database.query<{ attributes: unknown }>("select attributes from event");
  return row?.attributes;
}

test("attributes that rules and dimensions read are stored, and make a recent user", async () => {
  const attributes = { country: "SE", plan: "pro", loyalty_tier: 3, roles: ["admin"] };
  expect(await logged()).toEqual(attributes);
  expect((await service.request("GET", "/console/v1/event_users")).body.data).toMatchObject([
    { userID: "ada", metadata: { ...attributes, page: "/", teamID: "t7" } },
  ]);
  const audience = await service.request("GET", "/console/v1/gate_audiences?ids=checkout");
  expect(audience.body.data).toMatchObject([
    { users: 1, unreported: ["browserName", "email", "note", "salary"] },
  ]);
});

test.each<[string, unknown]>([
  ["used,email", { country: "SE", plan: "pro", loyalty_tier: 3, roles: ["admin"], email: user.email }],
  ["shoe_size, ip", { shoe_size: 42, ip: user.ip }],
  ["salary", null],
  ["none", null],
])("the setting %s stores what it names", async (setting, stored) => {
  expect(await logged({ environment: { USER_ATTRIBUTES: setting } })).toEqual(stored);
});

test("of a request by the user's device the agent and the country are stored, and rules are judged by them", async () => {
  const sent = { userID: "ada" };
  expect(await logged({ kind: "client", sent })).toEqual({ userAgent: phone, country: "US" });
  const audiences = async () => {
    const { body } = await service.request("GET", "/console/v1/gate_audiences?ids=phones");
    return body.data;
  };
  const body = {
    name: "phones",
    rules: [{ name: "Phones", passPercentage: 100, conditions: [conditions[1]] }],
  };
  await service.request("POST", "/console/v1/gates", { body });
  expect(await audiences()).toMatchObject([{ unreported: [], environments: [{ passing: 1, unknown: 0 }] }]);
  const users = await service.request("GET", "/console/v1/event_users");
  expect(users.body.data).toMatchObject([{ derived: { browserName: "Chrome Mobile", osName: "Android" } }]);
  await service.close();
  expect(await logged({ kind: "server", sent })).toBeNull();
  await service.request("POST", "/console/v1/gates", { body });
  expect(await audiences()).toMatchObject([
    { unreported: ["browserName"], environments: [{ passing: 0, unknown: 1 }] },
  ]);
});

test("a user agent and an address are read for whoever tries a user", async () => {
  service = await testApp();
  const query = new URLSearchParams({ userAgent: phone, ip: "8.8.8.8" });
  const answer = await service.request("GET", `/console/v1/derived_attributes?${query.toString()}`, {
    key: "read",
  });
  expect(answer.body.data).toEqual({
    browserName: "Chrome Mobile",
    browserVersion: "126.0.0.0",
    osName: "Android",
    osVersion: "14",
    country: "US",
  });
  expect(JSON.stringify(service.logged)).not.toContain("8.8.8.8");
});
