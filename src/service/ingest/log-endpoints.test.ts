// Tests requests that log, down to the stored rows, on the database that the tests use.
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeEntity } from "#service/database/entities.ts";
import { forgetUnit } from "#service/database/forget-unit.ts";
import { createKey, revokeKey, listKeys } from "#service/http/api-keys.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
let server: string;
let client: string;
beforeEach(async () => {
  service = await testApp();
  const { database } = service;
  server = await createKey(database, { name: "Server", kind: "server", environment: "production" }, testNow);
  client = await createKey(database, { name: "Client", kind: "client", environment: "staging" }, testNow);
  const experiment = (id: string, idType: string) => ({
    document: {
      id,
      name: id,
      status: "active",
      idType,
      groups: ["a", "b"].map((group) => ({ id: `${id}-${group}`, name: group, size: 50 })),
      dimensions: [{ key: "plan", type: "user" }],
    },
    references: [],
  });
  await database.transaction(async (transaction) => {
    for (const [id, idType] of [
      ["checkout", "userID"],
      ["banner", "stableID"],
    ] as const)
      await writeEntity(transaction, "experiment", experiment(id, idType), testNow);
  });
});
afterEach(() => service.close());

interface Sent {
  path?: string;
  key?: string;
  headers?: Record<string, string>;
}

async function send(body: unknown, { path = "/v1/log_event", key = server, headers = {} }: Sent = {}) {
  const bytes = Buffer.isBuffer(body) || typeof body === "string" ? body : JSON.stringify(body);
  const answer = await service.app.request(path, {
    method: "POST",
    headers: { "STATSIG-API-KEY": key, ...headers },
    body: bytes,
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const events = () =>
  service.database.query(
    "select name, time, unit_id, ids, value, value_number, source, metadata from event order by seq",
  );
const exposures = () =>
  service.database.query(
    "select experiment_id, group_id, unit_id, time, properties from exposure order by experiment_id, time",
  );

const session = { sdkType: "js-client", sessionID: "s1" };
const event = (number: number, more: object = {}) => ({
  eventName: "purchase",
  user: { userID: `u${number}` },
  value: number,
  metadata: { items: "2" },
  time: testNow - 1000 * number,
  ...more,
});
const exposure = (config: string, ruleID: string, more: object = {}) => ({
  eventName: "statsig::config_exposure",
  user: { userID: "u1", custom: { plan: "pro", secret: "x" }, email: "u1@example.test" },
  metadata: { config, ruleID, reason: "Network" },
  time: testNow - 1,
  ...more,
});

test("an event is stored with all its ids, and nothing of its user besides", async () => {
  const user = {
    userID: "u1",
    email: "who@example.test",
    customIDs: { teamID: 7 },
    custom: { plan: "pro" },
    privateAttributes: { salary: "high" },
  };
  const answer = await send({
    events: [event(1, { user, value: "12.50" })],
    statsigMetadata: { ...session, stableID: "d1" },
  });
  expect(answer).toMatchObject({ status: 202, text: '{"success":true}' });
  expect(service.logged.at(-1)).toMatchObject({ path: "/v1/log_event", key: "Server" });
  expect(await events()).toEqual([
    {
      name: "purchase",
      time: testNow - 1000,
      unit_id: "u1",
      ids: { teamID: "7", stableID: "d1" },
      value: "12.50",
      value_number: 12.5,
      source: "js-client",
      metadata: { items: "2" },
    },
  ]);
  expect(JSON.stringify(await service.database.query("select * from event"))).not.toMatch(/who@|salary|high/);
});

test("all addresses and all packings are read, without a header that says so", async () => {
  const batch = (number: number) => JSON.stringify({ events: [event(number)], statsigMetadata: session });
  // A batch of a user u6, as packed by the command `zstd -12`.
  const zstandard = Buffer.from(
    "KLUv/SRqvQIAkoUSGYBL0gErPtmqiPgxyr6PWB002qceDxzMygiZmyKL015PtaEhDG+QOEXDXgxp6jsOXnIAug4IUp1c0eWrKQ4JYlzfYYRCXUSucacDADCVwFbucFbmOxaH6A==",
    "base64",
  );
  const sent = [
    await send(batch(1)),
    await send(gzipSync(batch(2)), { headers: { "content-encoding": "gzip" } }),
    await send(gzipSync(batch(3)), { path: `/v1/rgstr?k=${client}&gz=1`, key: "" }),
    await send(batch(4), {
      path: `/v1/log_event_beacon?k=${client}`,
      key: "",
      headers: { "content-type": "text/plain;charset=UTF-8" },
    }),
    await send(batch(5), { path: "/v1/rgstr_b" }),
    await send(zstandard, { headers: { "content-encoding": "zstd" } }),
    await send("{}", { path: "/v1/sdk_exception", key: "" }),
  ];
  expect(sent.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 202, 202]);
  expect((await events()).map((row) => row["unit_id"])).toEqual(["u1", "u2", "u3", "u4", "u5", "u6"]);
});

test("only the exposure of a group of an experiment, in production, is an assignment, of the unit of its type", async () => {
  const batch = [
    exposure("checkout", "checkout-a"),
    exposure("checkout", "layerAssignment"),
    exposure("unknown", "checkout-a"),
    exposure("checkout", "checkout-b", {
      user: { userID: "tester", statsigEnvironment: { tier: "staging" } },
    }),
    exposure("banner", "banner-b", { user: { userID: "u1", customIDs: { stableid: "d9" } } }),
    { eventName: "statsig::diagnostics", time: testNow },
    { eventName: "statsig::gate_exposure", metadata: { gate: "g", gateValue: "true", ruleID: "r" } },
  ];
  expect((await send({ events: batch, statsigMetadata: session })).status).toBe(202);
  expect(await exposures()).toEqual([
    { experiment_id: "banner", group_id: "banner-b", unit_id: "d9", time: testNow - 1, properties: {} },
    {
      experiment_id: "checkout",
      group_id: "checkout-a",
      unit_id: "u1",
      time: testNow - 1,
      properties: { plan: "pro" },
    },
  ]);
  expect(await events()).toEqual([]);
  // This key is for the environment staging.
  await send({ events: [exposure("checkout", "checkout-a", { time: testNow - 2 })] }, { key: client });
  expect(await exposures()).toHaveLength(2);
});

test("a batch that comes again is stored once, whatever its metadata and the order of its keys", async () => {
  const batch = { events: [event(1), event(1), event(2)], statsigMetadata: session };
  const again = {
    statsigMetadata: { ...session, flushType: "retry" },
    events: batch.events.map((one) => Object.fromEntries(Object.entries(one).toReversed())),
  };
  const answers = await Promise.all([send(batch), send(batch), send(again)]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect((await send(again)).status).toBe(202);
  expect(await events()).toHaveLength(3);
  // The same events with another session, another key or on another day are a different batch.
  await send({ ...batch, statsigMetadata: { ...session, sessionID: "s2" } });
  await send(batch, { key: client });
  expect(await events()).toHaveLength(9);
});

test("without a session, events without a time are all kept", async () => {
  const { time: _, ...untimed } = event(1);
  for (const round of [1, 2]) expect((await send({ events: [untimed] })).status, `${round}`).toBe(202);
  for (const round of [1, 2]) expect((await send({ events: [event(2)] })).status, `${round}`).toBe(202);
  expect(await events()).toMatchObject([{ time: testNow }, { time: testNow }, { unit_id: "u2" }]);
});

test("times follow the sender's clock where it is wrong by minutes, and are never in the future", async () => {
  const hour = 3_600_000;
  const at = (time: unknown, clock: number, number: number) =>
    send(
      { events: [event(number, { time })], statsigMetadata: session },
      { headers: { "STATSIG-CLIENT-TIME": String(clock) } },
    );
  await at(testNow - 5000, testNow - 300, 1);
  await at(testNow + hour - 5000, testNow + hour, 2);
  await at(testNow - hour - 5000, testNow - hour, 3);
  await at(testNow + 5000, testNow, 4);
  await at(new Date(testNow - 5000).toISOString(), testNow, 5);
  expect((await events()).map((row) => Number(row["time"]) - testNow)).toEqual([
    -5000, -5000, -5000, 0, -5000,
  ]);
});

test("an event that cannot be read is left out; a body without one that can is refused and changes nothing", async () => {
  const odd = { eventName: 5 };
  const text = event(2, {
    eventName: "a\u0000b",
    metadata: { half: "x\uD800", "\u0000": ["\\u0000"] },
    value: null,
  });
  expect((await send({ events: [odd, text, null], statsigMetadata: session })).status).toBe(202);
  expect(await events()).toMatchObject([
    { name: "a\uFFFDb", metadata: { half: "x\uFFFD", "\uFFFD": ["\\u0000"] }, value: "" },
  ]);
  const deep = JSON.parse(`${'{"a":'.repeat(200)}1${"}".repeat(200)}`);
  for (const [body, reason] of [
    ["{", "not valid JSON"],
    [Buffer.from([0x1f, 0x8b, 1, 2, 3]), "cannot be unpacked"],
    [{ events: [odd] }, "None of the events"],
    [{ events: "many" }, "expected array"],
    [[], "expected"],
    [{ events: [event(3, { metadata: deep })], statsigMetadata: session }, "100 levels"],
  ] as const) {
    const answer = await send(body);
    expect([answer.status, answer.text.toLowerCase()]).toEqual([
      400,
      expect.stringContaining(reason.toLowerCase()),
    ]);
  }
  expect(await events()).toHaveLength(1);
});

test("what unpacks to too much is refused before it is held", async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
  expect((await send(bomb)).status).toBe(413);
  const large = Buffer.alloc(33 * 1024 * 1024, " ");
  expect((await send(large)).status).toBe(413);
});

test("unknown, revoked and console keys store nothing, and no key stands in the answer or the log", async () => {
  const batch = { events: [event(1)], statsigMetadata: session };
  const consoleKey = service.keys.write;
  const wrong = `secret-${"x".repeat(43)}`;
  const stored = (await listKeys(service.database)).find(({ name }) => name === "Server");
  expect((await send(batch, { key: wrong })).status).toBe(401);
  expect((await send(batch, { key: consoleKey })).status).toBe(403);
  await revokeKey(service.database, stored?.id ?? "", testNow);
  const refused = await send(batch, { path: `/v1/rgstr?k=${server}`, key: "" });
  expect(refused.status).toBe(401);
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  expect(await events()).toEqual([]);
  expect(refused.text + JSON.stringify(service.logged)).not.toContain(server);
});

test("browsers of any origin are told that they may send", async () => {
  const answer = await service.app.request("/v1/rgstr", {
    method: "OPTIONS",
    headers: {
      origin: "https://shop.test",
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,statsig-event-count,statsig-sdk-type",
    },
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.headers.get("access-control-allow-methods")).toContain("POST");
  expect(answer.headers.get("access-control-allow-headers")).toMatch(/content-type.*statsig-event-count/);
  expect(answer.headers.get("access-control-max-age")).toBe("86400");
  const sent = await send({ events: [], statsigMetadata: session });
  expect(sent.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
});

test("an event is of the library that its batch names, or else its headers", async () => {
  const headers = { "STATSIG-SDK-TYPE": "statsig-node" };
  await send({ events: [event(1)], statsigMetadata: session }, { headers });
  await send({ events: [event(2)] }, { headers });
  await send({ events: [event(3)] });
  const sources = (await events()).map(({ source }) => source);
  expect(sources).toEqual(["js-client", "statsig-node", "http"]);
});

test("what is refused is listed for a day with its reason, without keys and attributes of users", async () => {
  const user = {
    userID: "u9",
    email: "who@example.test",
    custom: { plan: "pro" },
    privateAttributes: { a: 1 },
  };
  const bad = [
    { eventName: "", user },
    event(1, { time: "some day", user, metadata: { link: `?k=${server}`, half: "x\uD800" } }),
    { eventName: "start" },
    event(2, { metadata: "many" }),
    7,
  ];
  expect((await send({ events: [event(3), ...bad] })).status).toBe(202);
  expect(await events()).toHaveLength(1);
  const wrong = `secret-${"x".repeat(43)}`;
  await send({ events: [event(4)] }, { key: wrong, path: `/v1/rgstr?k=${wrong}` });
  await send(Buffer.alloc(33 * 1024 * 1024, " "));
  const read = (query = "") => service.request("GET", `/console/v1/rejected_events${query}`, { key: "read" });
  const { body, text } = await read();
  expect(body.pagination?.totalItems).toBe(7);
  const rows = body.data as { reason: string; message: string; keyName: string | null; event: unknown }[];
  const inOrder = rows.toSorted((one, other) => one.reason.localeCompare(other.reason));
  expect(inOrder.map(({ reason, keyName }) => [reason, keyName])).toEqual([
    ["bad_fields", "Server"],
    ["bad_fields", "Server"],
    ["bad_name", "Server"],
    ["bad_time", "Server"],
    ["no_unit", "Server"],
    ["too_large", "Server"],
    ["unknown_key", null],
  ]);
  expect((await read("?reason=bad_time")).body.data).toMatchObject([
    {
      kind: "event",
      time: testNow,
      message: "time: Expected ms or a date, received 'some day'",
      event: {
        eventName: "purchase",
        metadata: { link: "?k=secret-…", half: "x\uFFFD" },
        user: { userID: "u9", email: "(text)", custom: "(object)" },
      },
    },
  ]);
  for (const secret of [server, wrong, "who@example.test", "privateAttributes"])
    expect(text).not.toContain(secret);
  const stored = (await listKeys(service.database)).find(({ name }) => name === "Server");
  expect((await read(`?key=${stored?.id}&limit=2`)).body.pagination?.totalItems).toBe(6);
  await forgetUnit(service.database, "u9");
  expect((await read()).body.pagination?.totalItems).toBe(5);
});
