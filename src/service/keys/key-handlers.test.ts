import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { CreatedKey, StoredKey } from "#contract/stored-key.ts";
import { revokeExpiredKeys } from "#service/http/rotate-keys.ts";
import { keyUses } from "#service/http/key-uses.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
let now = testNow;
beforeEach(async () => {
  now = testNow;
  service = await testApp({ now: () => now });
});
afterEach(() => service.close());

const create = (body: object, key: "write" | "read" = "write") =>
  service.request("POST", "/console/v1/api_keys", { body, key });
const made = async (body: object) => CreatedKey.parse((await create(body)).body.data);
const listed = async () => {
  const { body } = await service.request("GET", "/console/v1/api_keys", { key: "read" });
  return z.array(StoredKey).parse(body.data);
};
const revoke = (id: string, key: "write" | "read" = "write") =>
  service.request("DELETE", `/console/v1/api_keys/${id}`, { key });
const rules = (key: string) =>
  service.request("GET", `/v1/download_config_specs/${key}.json`, {
    key: "none",
    headers: { "STATSIG-SDK-TYPE": "statsig-node", "STATSIG-SDK-VERSION": "6.5.2" },
  });

test("a key is answered once, works at once, and is listed by its end and its maker alone", async () => {
  const answer = await create({ name: " Shop backend ", kind: "server" });
  expect(answer.status).toBe(201);
  const key = CreatedKey.parse(answer.body.data);
  expect(key).toMatchObject({
    name: "Shop backend",
    kind: "server",
    environment: "production",
    ending: key.key.slice(-4),
    creatorName: "Test writer",
    createdTime: testNow,
    revokedTime: null,
    lastUse: null,
  });
  expect((await rules(key.key)).status).toBe(200);
  const found = (await listed()).find(({ id }) => id === key.id);
  expect(found).toEqual({ ...key, key: undefined, lastUse: expect.anything(), requestsOfDay: 1 });
  expect(JSON.stringify(await service.request("GET", "/console/v1/api_keys"))).not.toContain(key.key);
  expect(JSON.stringify(service.logged)).not.toContain(key.key);
});

test("a console key that is made may do what it says", async () => {
  const reader = await made({ name: "Report", kind: "console", rights: "read" });
  const headers = { "SERVICE-API-KEY": reader.key };
  const ask = (method: string, body?: object) =>
    service.request(method, "/console/v1/api_keys", { key: "none", headers, body });
  expect((await ask("GET")).status).toBe(200);
  expect((await ask("POST", { name: "More", kind: "server" })).status).toBe(403);
});

test("a revoked key ends, stays in the list, and its name is free again", async () => {
  const key = await made({ name: "Shop", kind: "server" });
  expect((await rules(key.key)).status).toBe(200);
  now += 5000;
  expect((await revoke(key.id)).status).toBe(200);
  expect((await rules(key.key)).status).toBe(401);
  expect((await listed()).find(({ id }) => id === key.id)).toMatchObject({ revokedTime: testNow + 5000 });
  expect((await revoke(key.id)).status).toBe(404);
  expect((await create({ name: "Shop", kind: "server" })).status).toBe(201);
});

const day = 86_400_000;

test("a key is rotated: both are valid, with what each was used, until the old one is revoked or its days are over", async () => {
  const old = await made({ name: "Shop", kind: "server", environment: "staging" });
  for (let asked = 0; asked < 3; asked += 1) await rules(old.key);
  const rotate = async (id: string, body: object) => {
    const answer = await service.request("POST", `/console/v1/api_keys/${id}/rotate`, { body });
    expect(answer.status).toBe(201);
    return CreatedKey.parse(answer.body.data);
  };
  const next = await rotate(old.id, {});
  expect(next).toMatchObject({ name: "Shop", kind: "server", environment: "staging", endsTime: null });
  expect(next.key).not.toBe(old.key);
  expect([(await rules(old.key)).status, (await rules(next.key)).status]).toEqual([200, 200]);
  const both = async () => (await listed()).filter(({ name }) => name === "Shop");
  expect(await both()).toMatchObject([
    { id: old.id, endsTime: testNow + 7 * day, requestsOfDay: 4 },
    { id: next.id, endsTime: null, requestsOfDay: 1 },
  ]);
  await revokeExpiredKeys(service.database, testNow + 7 * day - 1);
  expect((await rules(old.key)).status).toBe(200);
  await revokeExpiredKeys(service.database, testNow + 7 * day);
  expect((await rules(old.key)).status).toBe(401);
  expect(await both()).toMatchObject([
    { id: next.id, revokedTime: null },
    { id: old.id, revokedTime: testNow + 7 * day, endsTime: null },
  ]);
  const last = await rotate(next.id, { oldKeyDays: 1 });
  // With its replacement revoked, the key has no successor any more, so it does not end.
  await revoke(last.id);
  await revokeExpiredKeys(service.database, testNow + 30 * day);
  expect((await rules(next.key)).status).toBe(200);
  expect((await rotate(next.id, { oldKeyDays: null })).endsTime).toBeNull();
  expect((await service.request("POST", `/console/v1/api_keys/${old.id}/rotate`, { body: {} })).status).toBe(
    404,
  );
});

test("the key in use may be rotated, and its old one revoked with the new one", async () => {
  const [writer] = (await listed()).filter(({ name }) => name === "Test writer");
  const id = writer?.id ?? "";
  const answer = await service.request("POST", `/console/v1/api_keys/${id}/rotate`, { body: {} });
  const headers = { "SERVICE-API-KEY": CreatedKey.parse(answer.body.data).key };
  expect((await revoke(id)).status).toBe(400);
  const ended = await service.request("DELETE", `/console/v1/api_keys/${id}`, { key: "none", headers });
  expect(ended.status).toBe(200);
});

test("a key that may only read neither makes nor revokes one, and none revokes itself", async () => {
  expect((await create({ name: "Shop", kind: "server" }, "read")).status).toBe(403);
  const rotated = await service.request("POST", "/console/v1/api_keys/x/rotate", { body: {}, key: "read" });
  expect(rotated.status).toBe(403);
  const [writer, reader] = ["Test writer", "Test reader"].map(async (wanted) =>
    (await listed()).find(({ name }) => name === wanted),
  );
  expect((await revoke((await reader)?.id ?? "", "read")).status).toBe(403);
  const own = await revoke((await writer)?.id ?? "");
  expect([own.status, own.body.message]).toEqual([400, expect.stringContaining("with another one")]);
  expect((await revoke((await reader)?.id ?? "")).status).toBe(200);
});

test.each([
  [{ name: "", kind: "server" }, "name"],
  [{ name: "two\nlines", kind: "client" }, "name"],
  [{ name: "Test writer", kind: "client" }, "name"],
  [{ name: "Shop", kind: "server", rights: "write" }, "rights"],
  [{ name: "Shop", kind: "console", environment: "staging" }, "environment"],
  [{ name: "Shop", kind: "server", readsRules: true }, "readsRules"],
  [{ name: "Shop", kind: "app" }, "kind"],
  [{ name: "Shop", kind: "server", environment: " " }, "environment"],
])("%j is refused at its field", async (body, property) => {
  const { status, body: answer } = await create(body);
  expect([status, answer.errors?.map((problem) => problem.property)]).toEqual([400, [property]]);
});

test("the last use of a key names its library, and outlives the process by what was stored", async () => {
  const key = await made({ name: "Shop", kind: "server" });
  now += 1000;
  await rules(key.key);
  const use = { time: testNow + 1000, library: "statsig-node", version: "6.5.2" };
  expect((await listed()).find(({ id }) => id === key.id)?.lastUse).toEqual(use);
  expect((await listed()).find(({ name }) => name === "Test writer")?.lastUse).toMatchObject({
    time: testNow,
  });
  const uses = keyUses(service.database, { stop: undefined, now: () => now, warn: () => undefined });
  uses.note(key.id, { ...use, time: testNow + 900 });
  await uses.store();
  uses.note(key.id, use);
  await uses.store();
  const later = keyUses(service.database, { stop: undefined, now: () => now, warn: () => undefined });
  expect((await later.read()).get(key.id)).toEqual(use);
  expect((await later.readRequests()).get(key.id)).toBe(2);
  now += day;
  expect((await later.readRequests()).get(key.id)).toBeUndefined();
});

test("the first event is told with the key in use", async () => {
  const current = async () => (await service.request("GET", "/console/v1/api_keys/current")).body.data;
  expect(await current()).toMatchObject({ hasEvents: false });
  const { key } = await made({ name: "Shop", kind: "client" });
  await service.request("POST", "/v1/log_event", {
    key: "none",
    headers: { "STATSIG-API-KEY": key },
    body: { events: [{ eventName: "purchase", user: { userID: "u1" } }] },
  });
  expect(await current()).toMatchObject({ hasEvents: true });
});
