import { afterEach, beforeEach, expect, test } from "vitest";
import { AppActivity } from "#contract/app-activity.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { createKey, listKeys, revokeKey } from "./api-keys.ts";
import { appActivity } from "./app-activity.ts";
import { sharedActivity } from "./shared-activity.ts";

let service: Awaited<ReturnType<typeof testApp>>;
let now = testNow;
let [server, client] = ["", ""];
beforeEach(async () => {
  now = testNow;
  service = await testApp({ now: () => now });
  const { database } = service;
  server = await createKey(database, { name: "Backend", kind: "server", environment: "production" }, testNow);
  client = await createKey(database, { name: "Web", kind: "client", environment: "staging" }, testNow);
});
afterEach(() => service.close());

const node = { "STATSIG-SDK-TYPE": "statsig-node", "STATSIG-SDK-VERSION": "6.5.2" };
const rules = (key: string, headers: Record<string, string> = {}) =>
  service.request("GET", `/v1/download_config_specs/${key}.json`, {
    key: "none",
    headers: { ...node, ...headers },
  });
const log = (key: string, events: unknown, headers: Record<string, string> = node) =>
  service.request("POST", "/v1/log_event", {
    key: "none",
    headers: { ...headers, "STATSIG-API-KEY": key },
    body: { events },
  });
const activity = async () =>
  AppActivity.parse((await service.request("GET", "/console/v1/app_activity", { key: "read" })).body.data);

const gateExposure = {
  eventName: "statsig::gate_exposure",
  user: { userID: "u_7" },
  metadata: { gate: "checkout", gateValue: "true", ruleID: "r1" },
};

test("processes on one database tell each other what apps did, and the same app comes together", async () => {
  await rules(server);
  const key = { id: "k", name: "Backend", kind: "server", environment: "production" };
  const seen = { key, library: "statsig-node", version: "6.5.2", isBrowser: false, clockError: null };
  const options = { now: () => now, stop: undefined, warn: () => undefined };
  const [one, other] = ["one", "other"].map((process) => {
    const own = appActivity(testNow);
    return { own, shared: sharedActivity(service.database, own, { process, ...options }) };
  });
  const asked = { ...seen, part: "rules", logged: undefined, refusal: undefined } as const;
  one?.own.note(asked, now);
  other?.own.note(asked, now + 1000);
  const wrong = { reason: "unknown_key", message: "Unknown" } as const;
  for (const { own } of [one, other].flatMap((process) => process ?? []))
    own.note({ ...asked, key: undefined, refusal: wrong }, now);
  now += 2000;
  expect((await one?.shared.read())?.callers).toMatchObject([{ rules: 1, rulesTime: testNow }]);
  await other?.shared.tell();
  expect(await one?.shared.read()).toMatchObject({
    callers: [{ rules: 2, rulesTime: testNow + 1000, lastTime: testNow + 1000 }],
    refusals: [{ reason: "unknown_key", count: 2 }],
  });
  now += 3_600_000;
  expect(await one?.shared.read()).toMatchObject({ callers: [], refusals: [] });
});

test("an app is seen to fetch rules, to evaluate and to log, with the newest of each", async () => {
  await rules(server);
  now += 1000;
  await log(server, [gateExposure, { eventName: "statsig::diagnostics" }]);
  now += 1000;
  await log(server, [{ eventName: "purchase", user: { userID: "u_7" } }, { value: 1 }]);
  expect(await activity()).toMatchObject({
    time: testNow + 2000,
    callers: [
      {
        keyName: "Backend",
        lastRules: { gates: 0, configs: 0, experiments: 0 },
        kind: "server",
        library: "statsig-node",
        version: "6.5.2",
        isBrowser: false,
        rulesTime: testNow,
        evaluationTime: testNow + 1000,
        lastExposure: { kind: "gate", name: "checkout", value: "true", rule: "r1", unit: "u_7" },
        eventTime: testNow + 2000,
        lastEvent: "purchase",
        clockError: null,
        rules: 1,
        exposures: 1,
        events: 1,
        rejected: 1,
      },
    ],
    refusals: [{ reason: "bad_name", keyName: "Backend", count: 1 }],
  });
});

test("refused events are counted by reason, and a request of none but such is no refusal of its own", async () => {
  const noUnit = { eventName: "purchase" };
  await log(server, [noUnit, { ...noUnit, user: { userID: "u" } }]);
  expect(
    (
      await log(
        server,
        Array.from({ length: 150 }, () => noUnit),
      )
    ).status,
  ).toBe(400);
  expect(await activity()).toMatchObject({
    callers: [{ events: 1, rejected: 151 }],
    refusals: [{ reason: "no_unit", count: 151, message: "user: Expected a userID or a custom id" }],
  });
});

test("a body that is no object is refused without the name of a field", async () => {
  const headers = { "STATSIG-API-KEY": server };
  await service.request("POST", "/v1/log_event", { key: "none", headers, body: [] });
  expect((await activity()).refusals).toMatchObject([{ message: "Expected object, received array" }]);
});

test("refusals say why, and never the key", async () => {
  const stored = (await listKeys(service.database)).find(({ name }) => name === "Backend");
  await rules(client);
  await revokeKey(service.database, stored?.id ?? "", now);
  await rules(server);
  await rules(`secret-${"x".repeat(43)}`);
  await rules(service.keys.write);
  await log("", []);
  await log(client, "no list");
  const { refusals } = await activity();
  expect(refusals.find(({ reason }) => reason === "unreadable")?.message).toMatch(/^events: /);
  expect(Object.fromEntries(refusals.map(({ reason, keyName }) => [reason, keyName]))).toEqual({
    wrong_kind: "Web",
    revoked_key: "Backend",
    unknown_key: null,
    console_key: "Test writer",
    missing_key: null,
    unreadable: "Web",
  });
  for (const key of [server, client, service.keys.write, "x".repeat(43)])
    expect(JSON.stringify(refusals)).not.toContain(key);
});

test("a clock that is off by minutes is told, and forgotten once it is right", async () => {
  const clockError = async (ms: number) => {
    await rules(server, { "STATSIG-CLIENT-TIME": String(now + ms) });
    return (await activity()).callers[0]?.clockError;
  };
  expect(await clockError(364_000)).toBe(364_000);
  expect(await clockError(-364_000)).toBe(-364_000);
  expect(await clockError(900)).toBeNull();
});

test("a page in a browser is told from a program", async () => {
  await log(client, [], { "User-Agent": "node" });
  expect((await activity()).callers[0]?.isBrowser).toBe(false);
  await log(client, [], { Origin: "https://shop.example" });
  expect((await activity()).callers[0]?.isBrowser).toBe(true);
});

test("what is older than an hour is gone", async () => {
  await rules(server);
  now += 30 * 60_000;
  await rules(server);
  await rules("secret-unknown");
  expect((await activity()).callers[0]?.rules).toBe(2);
  now += 45 * 60_000;
  await rules("secret-unknown");
  expect(await activity()).toMatchObject({ callers: [{ rules: 1 }], refusals: [{ count: 2 }] });
  now += 20 * 60_000;
  expect(await activity()).toMatchObject({ callers: [], refusals: [{ count: 1 }] });
  now += 60 * 60_000;
  expect(await activity()).toMatchObject({ callers: [], refusals: [] });
});

test("any number of senders without a key takes the room of one, and of libraries with one that of 200", () => {
  const { note, read } = appActivity(testNow);
  const request = { version: "", isBrowser: true, clockError: null, part: undefined, logged: undefined };
  const key = { id: "k", name: "Web", kind: "client", environment: "production" };
  const refusal = { reason: "unknown_key", message: "" } as const;
  for (let index = 0; index < 1000; index += 1) {
    const library = `library ${index}`;
    note({ ...request, library, key: undefined, refusal }, testNow);
    note({ ...request, library, key, refusal: undefined }, testNow);
  }
  expect(read(testNow).refusals).toMatchObject([{ count: 1000 }]);
  expect(read(testNow).callers).toHaveLength(200);
});
