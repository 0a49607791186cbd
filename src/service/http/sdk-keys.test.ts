import { Hono } from "hono";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { migrate } from "#service/database/migrations.ts";
import { createKey, findKey, listKeys, revokeKey, type SdkKind } from "./api-keys.ts";
import { HttpError } from "./errors.ts";
import type { Environment } from "./log-requests.ts";
import { sdkKeyOf, withoutKeys } from "./sdk-keys.ts";

let service: Awaited<ReturnType<typeof testApp>>;
let server: string;
let client: string;
beforeEach(async () => {
  service = await testApp();
  const make = (kind: SdkKind, environment: string) =>
    createKey(service.database, { name: `Shop ${kind}`, kind, environment }, testNow);
  [server, client] = [await make("server", "production"), await make("client", "staging")];
});
afterEach(() => service.close());

/** Sends a request to an app with one endpoint for all app keys and one for server keys only. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const app = new Hono<Environment>();
  app.get("/v1/download_config_specs/:key", async (context) =>
    context.json(await sdkKeyOf(context, service.database, ["server"])),
  );
  app.get("/v1/initialize", async (context) => context.json(await sdkKeyOf(context, service.database)));
  app.onError((error, context) =>
    context.text(error.message, error instanceof HttpError && error.status === 403 ? 403 : 401),
  );
  const answer = await app.request(path, { headers });
  return { status: answer.status, text: await answer.text() };
}

test("keys of apps begin as their libraries want it, and have an environment", async () => {
  expect(server).toMatch(/^secret-[\w-]{43}$/);
  expect(client).toMatch(/^client-[\w-]{43}$/);
  const keys = await listKeys(service.database);
  expect(keys.find(({ kind }) => kind === "server")).toMatchObject({
    name: "Shop server",
    environment: "production",
    ending: server.slice(-4),
  });
  expect(keys.find(({ kind }) => kind === "client")).toMatchObject({ environment: "staging" });
  expect(JSON.stringify(await service.database.query("select * from sdk_key"))).not.toContain(server);
});

test("a key is taken from the header in any case, from the path, and from the query", async () => {
  const found = { status: 200, text: expect.stringContaining("Shop server") };
  expect(await ask("/v1/initialize", { "STATSIG-API-KEY": server })).toEqual(found);
  expect(await ask("/v1/initialize", { "statsig-api-key": server })).toEqual(found);
  expect(await ask(`/v1/download_config_specs/${server}.json?sinceTime=1`)).toEqual(found);
  expect(await ask(`/v1/initialize?k=${client}&st=js`)).toMatchObject({
    status: 200,
    text: expect.stringContaining('"environment":"staging"'),
  });
});

test("no key, an unknown, a revoked and a key of the wrong kind are refused", async () => {
  expect(await ask("/v1/initialize")).toEqual({
    status: 401,
    text: "The request has no SDK key. Send one in the header STATSIG-API-KEY.",
  });
  expect((await ask(`/v1/initialize?k=client-${"x".repeat(43)}`)).status).toBe(401);
  expect(await ask("/v1/download_config_specs/other.json", { "STATSIG-API-KEY": client })).toEqual({
    status: 403,
    text: "This endpoint only accepts a server key.",
  });
  expect((await ask("/v1/initialize", { "STATSIG-API-KEY": service.keys.write })).status).toBe(403);
  const stored = (await listKeys(service.database)).find(({ name }) => name === "Shop server");
  expect(await revokeKey(service.database, stored?.id ?? "", testNow)).toBe(true);
  expect((await ask("/v1/initialize", { "STATSIG-API-KEY": server })).status).toBe(401);
});

test("a key that another process revokes ends within two seconds, however often it is used", async () => {
  const status = async () => (await ask("/v1/initialize", { "STATSIG-API-KEY": client })).status;
  expect(await status()).toBe(200);
  await service.database.transaction((transaction) => transaction.query("delete from sdk_key"));
  await expect.poll(status, { timeout: 4000, interval: 50 }).toBe(401);
});

test.each(["server", "client"] as const)("a %s key is nothing at the console's endpoints", async (kind) => {
  const sent = kind === "server" ? server : client;
  expect(await findKey(service.database, sent, undefined)).toBeUndefined();
  const answer = await service.request("GET", "/console/v1/gates", {
    key: "none",
    headers: { "SERVICE-API-KEY": sent },
  });
  expect(answer.status).toBe(401);
});

test("a key in an address reaches no log and no error", async () => {
  for (const path of [
    `/v1/download_config_specs/${server}.json`,
    `/free/part/v2/download_config_specs/mistyped.json`,
    `/elsewhere/${client}?k=${client}`,
    `/v1/download_config_specs/${encodeURIComponent(server).replace("-", "%2D")}.json`,
  ]) {
    const { text, headers } = await service.request("GET", path, { key: "none" });
    const told = JSON.stringify([text, [...headers], service.logged]);
    for (const secret of [server, client, "mistyped", server.slice(7)]) expect(told).not.toContain(secret);
  }
  expect(withoutKeys("/console/v1/gates/client-timeout")).toBe("/console/v1/gates/client-timeout");
});

test("two keys of one name are refused, whatever their kinds", async () => {
  const key = { name: "Test writer", kind: "client", environment: "production" } as const;
  await expect(createKey(service.database, key, testNow)).rejects.toThrow(/named 'Test writer' already/);
});

test("a database from before keys of apps keeps its keys, which stay console keys", async () => {
  const { database, keys } = service;
  await database.transaction(async (transaction) => {
    await transaction.query("drop table sdk_key");
    await transaction.query("alter table api_key drop column ending");
    await transaction.query("alter table api_key drop column creator_name");
    for (const table of ["revoked_key", "key_use"]) await transaction.query(`drop table ${table}`);
    await transaction.query(
      "delete from migration where name in ('018 keys of apps', '030 makers, ends and uses of keys', '033 client keys that read rules')",
    );
  });
  await migrate(database);
  expect(await listKeys(database)).toMatchObject([
    { kind: "console", ending: null, environment: null },
    { kind: "console", ending: null, environment: null },
  ]);
  expect(await findKey(database, keys.read, undefined)).toMatchObject({
    name: "Test reader",
    rights: "read",
  });
});
