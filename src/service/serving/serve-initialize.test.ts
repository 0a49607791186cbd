// Tests the values of one user for browsers and phones, with plain requests and with the published library.
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { serve } from "@hono/node-server";
import { StatsigClient } from "@statsig/js-client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { writeEntity } from "#service/database/entities.ts";
import { createKey } from "#service/http/api-keys.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
let now: number;
const keys = { server: "", client: "", staging: "" };
beforeEach(async () => {
  now = testNow;
  service = await testApp({ now: () => now });
  const { database } = service;
  const keyOf = (name: string, kind: "server" | "client", environment: string) =>
    createKey(database, { name, kind, environment }, testNow);
  keys.server = await keyOf("Server", "server", "production");
  keys.client = await keyOf("Client", "client", "production");
  keys.staging = await keyOf("Staging", "client", "staging");
});
afterEach(() => service.close());

const Given = z.looseObject({
  has_updates: z.boolean(),
  time: z.optional(z.number()),
  full_checksum: z.optional(z.string()),
  feature_gates: z.optional(z.record(z.string(), z.looseObject({ value: z.boolean() }))),
});

interface Sent {
  key?: string;
  query?: string;
  headers?: Record<string, string>;
}

async function send(body: unknown, { key = keys.client, query = "", headers = {} }: Sent = {}) {
  const answer = await service.app.request(`/v1/initialize?k=${key}${query}`, {
    method: "POST",
    headers: { "content-type": "text/plain;charset=UTF-8", ...headers },
    body: Buffer.isBuffer(body) || typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: Given.parse(JSON.parse(text)) };
}

async function refusal(body: string | Buffer, { key = keys.client, query = "" }: Sent = {}) {
  const path = `/v1/initialize?k=${key}${query}`;
  const answer = await service.app.request(path, { method: "POST", body });
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  return [answer.status, await answer.text()] as const;
}

async function createGate(name: string, condition: object, more: object = {}) {
  const rules = [{ name: "Some", passPercentage: 100, conditions: [condition], ...more }];
  const body = { name, isEnabled: true, rules };
  expect((await service.request("POST", "/console/v1/gates", { body })).status).toBe(201);
}

const valuesOf = async (user: object, sent: Sent = {}, more: object = {}) => {
  const { body } = await send({ user, hash: "none", ...more }, sent);
  return Object.fromEntries(
    Object.entries(body.feature_gates ?? {}).map(([name, { value }]) => [name, value]),
  );
};

async function createExperiment() {
  const groups = ["control", "test"].map((name) => ({
    id: `id-${name}`,
    name,
    size: 50,
    parameterValues: { name },
  }));
  const document = { id: "checkout", name: "Checkout", status: "active", idType: "stableID", groups };
  await service.database.transaction((transaction) =>
    writeEntity(transaction, "experiment", { document, references: [] }, testNow),
  );
}

test("both kinds of keys get the values of a user, with names hashed as asked", async () => {
  await createGate("paid", { type: "custom_field", field: "plan", operator: "any", targetValue: ["pro"] });
  await createGate("early", { type: "passes_gate", targetValue: ["paid"] });
  for (const key of [keys.client, keys.server]) {
    const { body } = await send({ user: { userID: "u", custom: { plan: "pro" } }, hash: "none" }, { key });
    expect(body).toMatchObject({
      has_updates: true,
      hash_used: "none",
      evaluated_keys: { userID: "u" },
      feature_gates: {
        paid: { name: "paid", value: true, id_type: "userID", secondary_exposures: [] },
        early: { value: true, secondary_exposures: [{ gate: "paid", gateValue: "true" }] },
      },
      dynamic_configs: {},
      layer_configs: {},
    });
  }
  const { body } = await send({ user: { userID: "u" }, hash: "djb2" });
  expect(body).toMatchObject({
    hash_used: "djb2",
    feature_gates: {
      "3433164": { value: false },
      "96278371": { secondary_exposures: [{ gate: "3433164" }] },
    },
  });
  const sha = await send({ user: {}, hash: "sha256" });
  expect(Object.keys(sha.body.feature_gates ?? {})).toContain("JorXDrW8RzeirigWLLyjARjMlFIOSe8axfcshdPyyqk=");
});

test("gates that ask one other gate follow it, whomever its percentage takes", async () => {
  await createGate("half", { type: "public" }, { passPercentage: 50 });
  await createGate("early", { type: "passes_gate", targetValue: ["half"] });
  await createGate("late", { type: "fails_gate", targetValue: ["half"] });
  const seen = new Set<string>();
  for (let user = 0; user < 20; user += 1) {
    const { body } = await send({ user: { userID: `u${user}` }, hash: "none" });
    const isIn = body.feature_gates?.["half"]?.value ?? false;
    seen.add(String(isIn));
    const exposed = { secondary_exposures: [{ gate: "half", gateValue: String(isIn) }] };
    expect(body.feature_gates).toMatchObject({
      early: { value: isIn, ...exposed },
      late: { value: !isIn, ...exposed },
    });
  }
  expect(seen.size).toBe(2);
});

test("bodies come plain, packed and obfuscated", async () => {
  await createGate("paid", { type: "user_id", operator: "any", targetValue: ["ü"] });
  const text = JSON.stringify({ user: { userID: "ü" }, hash: "none" });
  const reversed = Buffer.from(text, "latin1").toString("base64").split("").toReversed().join("");
  const sent = [
    await send(text),
    await send(gzipSync(text), { query: "&gz=1" }),
    await send(gzipSync(text), { headers: { "content-encoding": "gzip" } }),
    await send(reversed, { query: "&se=1" }),
    await send(reversed, { headers: { "statsig-encoded": "1" } }),
    await send(text, { query: "&se=1" }),
  ];
  expect(sent.map(({ body }) => body.feature_gates?.["paid"]?.value)).toEqual(sent.map(() => true));
});

test("whoever has the values of the same user is told so, until a rule, the time or the request gives others", async () => {
  await createGate("later", { type: "time", operator: "after", targetValue: String(testNow + 1000) });
  const user = { userID: "u" };
  const { body } = await send({ user });
  const again = { user, sinceTime: body.time, full_checksum: body.full_checksum };
  expect((await send(again)).body).toEqual({ has_updates: false });
  expect((await send({ user, sinceTime: body.time })).body).toEqual({ has_updates: false });
  now += 2000;
  expect((await send(again)).body).toMatchObject({ has_updates: true, time: body.time });
  now -= 2000;
  await createGate("new", { type: "public" });
  expect((await send(again)).body.has_updates).toBe(true);
});

test("a user who asks again gets what the rules give by now, in the encoding of each request", async () => {
  for (const name of Array.from({ length: 20 }, (_, index) => `gate ${index}`))
    await createGate(name, { type: "custom_field", field: "plan", operator: "any", targetValue: ["pro"] });
  const ask = async (plan: string, encoding: string) => {
    const answer = await service.app.request(`/v1/initialize?k=${keys.client}`, {
      method: "POST",
      headers: { "accept-encoding": encoding },
      body: JSON.stringify({ user: { userID: "u", privateAttributes: { plan } }, hash: "none" }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const packing = answer.headers.get("content-encoding");
    const text = packing === "br" ? brotliDecompressSync(bytes) : packing ? gunzipSync(bytes) : bytes;
    const { feature_gates: gates = {} } = Given.parse(JSON.parse(String(text)));
    return `${encoding} ${packing} ${gates["gate_0"]?.value}`;
  };
  // Of the encodings that browsers accept, gzip takes the least time.
  expect(await ask("pro", "gzip, br")).toBe("gzip, br gzip true");
  for (const turn of [1, 2, 3]) {
    expect(await ask("pro", "br"), `turn ${turn}`).toBe("br br true");
    expect(await ask("pro", "identity"), `turn ${turn}`).toBe("identity null true");
    expect(await ask("free", "br"), `turn ${turn}`).toBe("br br false");
  }
  expect((await service.request("PUT", "/console/v1/gates/gate_0/disable")).status).toBe(200);
  expect(await ask("pro", "br")).toBe("br br false");
});

test("the id that a library made counts as the user's, unless the user has one", async () => {
  await createGate("device", { type: "unit_id", customID: "stableID", operator: "any", targetValue: ["d1"] });
  const statsigMetadata = { stableID: "d1", sdkType: "javascript-client" };
  expect(await valuesOf({}, {}, { statsigMetadata })).toEqual({ device: true });
  expect(await valuesOf({ customIDs: { stableID: "d2" } }, {}, { statsigMetadata })).toEqual({
    device: false,
  });
  const { body } = await send({ user: {}, statsigMetadata });
  expect(body).toMatchObject({ evaluated_keys: { customIDs: { stableID: "d1" } } });
});

test("address and user agent are the request's where the user has none", async () => {
  await createGate("america", { type: "country", operator: "any", targetValue: ["US"] });
  await createGate("phone", { type: "os_name", operator: "any", targetValue: ["iOS"] });
  const headers = {
    "x-forwarded-for": "8.8.8.8, 10.0.0.1",
    "user-agent":
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  };
  expect(await valuesOf({}, { headers })).toEqual({ america: true, phone: true });
  expect(await valuesOf({ ip: "192.168.0.1", userAgent: "curl/8" }, { headers })).toEqual({
    america: false,
    phone: false,
  });
  expect(await valuesOf({})).toEqual({ america: false, phone: false });
});

test("private attributes take part and come out nowhere; a stated attribute goes before them", async () => {
  await createGate("rich", { type: "custom_field", field: "salary", operator: "any", targetValue: ["high"] });
  const privateAttributes = { salary: "high", email: "who@example.test" };
  const secret = await send({ user: { userID: "u", privateAttributes }, hash: "none" });
  expect(secret.body.feature_gates?.["rich"]?.value).toBe(true);
  expect(secret.text + JSON.stringify(service.logged)).not.toMatch(/high|who@/);
  expect(await valuesOf({ custom: { salary: "low" }, privateAttributes })).toEqual({ rich: false });
});

test("users are in the environment of the key unless they name one", async () => {
  await createGate("staged", { type: "public" }, { environments: ["staging"] });
  expect(await valuesOf({}, { key: keys.staging })).toEqual({ staged: true });
  expect(await valuesOf({})).toEqual({ staged: false });
  const statsigEnvironment = { tier: "production" };
  expect(await valuesOf({ statsigEnvironment }, { key: keys.staging })).toEqual({ staged: false });
});

test("refusals tell the reason, are open to every origin, and never the key", async () => {
  expect((await refusal("{}", { key: "client-unknown" }))[0]).toBe(401);
  const [status, text] = await refusal("{}", { key: service.keys.read });
  expect([status, text.includes(service.keys.read)]).toEqual([403, false]);
  for (const [body, query, reason] of [
    ["{", "", "not valid JSON"],
    ["%%", "&se=1", "not valid JSON"],
    [JSON.stringify({ user: [] }), "", "user"],
    [JSON.stringify({ hash: "md5" }), "", "hash"],
  ] as const) {
    const [code, told] = await refusal(body, { query });
    expect([code, told]).toEqual([400, expect.stringContaining(reason)]);
  }
  const get = await service.app.request("/v1/initialize");
  expect([get.status, get.headers.get("allow"), get.headers.get("access-control-allow-origin")]).toEqual([
    405,
    "POST",
    "*",
  ]);
});

test("the published browser library reads gates, configs and experiments, and what it logs is stored", async () => {
  await createGate("paid", { type: "custom_field", field: "plan", operator: "any", targetValue: ["pro"] });
  const config = { name: "Banner", isEnabled: true, rules: [], defaultValue: { text: "Hello" } };
  expect((await service.request("POST", "/console/v1/dynamic_configs", { body: config })).status).toBe(201);
  await createExperiment();
  now = Date.now();
  let listening: ReturnType<typeof serve> | undefined;
  const port = await new Promise<number>((resolve) => {
    listening = serve({ fetch: service.app.fetch, port: 0, hostname: "127.0.0.1" }, (info) =>
      resolve(info.port),
    );
  });
  const library = new StatsigClient(
    keys.client,
    { userID: "u", custom: { plan: "pro" }, customIDs: { stableID: "d1" } },
    { networkConfig: { api: `http://127.0.0.1:${port}/v1` }, loggingEnabled: "always" },
  );
  try {
    const { success } = await library.initializeAsync();
    expect(success).toBe(true);
    expect(library.checkGate("paid")).toBe(true);
    expect(library.getFeatureGate("paid").details.reason).toBe("Network:Recognized");
    expect(library.getDynamicConfig("banner").value).toEqual({ text: "Hello" });
    const experiment = library.getExperiment("checkout");
    expect(experiment.groupName).toBe(experiment.value["name"]);
    expect(["control", "test"]).toContain(experiment.groupName);
    library.logEvent("purchase", 5, { item: "tea" });
    await library.flush();
    expect(await service.database.query("select name, unit_id from event")).toEqual([
      { name: "purchase", unit_id: "u" },
    ]);
    expect(await service.database.query("select experiment_id, group_id, unit_id from exposure")).toEqual([
      { experiment_id: "checkout", group_id: `id-${experiment.groupName}`, unit_id: "d1" },
    ]);
  } finally {
    await library.shutdown();
    listening?.close();
  }
});
