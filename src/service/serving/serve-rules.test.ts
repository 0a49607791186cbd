import { gunzipSync, brotliDecompressSync } from "node:zlib";
import { serve } from "@hono/node-server";
import { Statsig, StatsigUser } from "@statsig/statsig-node-core";
import StatsigJS from "statsig-node";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { createKey } from "#service/http/api-keys.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { timeOfRules } from "./time-of-rules.ts";

let service: Awaited<ReturnType<typeof testApp>>;
let server: string;
beforeEach(async () => {
  service = await testApp();
  const key = { name: "Shop server", kind: "server", environment: "production" } as const;
  server = await createKey(service.database, key, testNow);
});
afterEach(() => service.close());

const Rules = z.looseObject({ has_updates: z.boolean(), time: z.optional(z.number()) });

async function poll(path: string, headers: Record<string, string> = {}) {
  const answer = await service.app.request(path, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const encoding = answer.headers.get("content-encoding");
  const text =
    encoding === "gzip" ? gunzipSync(bytes) : encoding === "br" ? brotliDecompressSync(bytes) : bytes;
  return {
    status: answer.status,
    headers: answer.headers,
    encoding,
    body: Rules.parse(JSON.parse(text.toString())),
  };
}
const specs = (version: string, since = "") => `/${version}/download_config_specs/${server}.json${since}`;

const createGate = async (name: string, passPercentage = 100) => {
  const rules = [{ name: "All", passPercentage, conditions: [{ type: "public" }] }];
  const answer = await service.request("POST", "/console/v1/gates", {
    body: { name, isEnabled: true, rules },
  });
  expect(answer.status).toBe(201);
};

test("server libraries get the rules in their form, and nothing where they have them", async () => {
  await createGate("checkout");
  const old = await poll(specs("v1"));
  expect(old).toMatchObject({
    status: 200,
    body: {
      has_updates: true,
      feature_gates: [{ name: "checkout" }],
      dynamic_configs: [],
      layer_configs: [],
    },
  });
  const { time = 0 } = old.body;
  const form = await poll(specs("v2", "?supports_proto=true"));
  expect(form.body).toMatchObject({
    time,
    response_format: "dcs-v2",
    feature_gates: { checkout: { enabled: true } },
  });
  expect((await poll(specs("v1", `?sinceTime=${time}`))).body).toEqual({ has_updates: false });
  expect((await poll(specs("v2", `?sinceTime=${time - 1}&accept_deltas=true`))).body.has_updates).toBe(true);
});

test("a write is in the next answer, with a later time", async () => {
  const { time = 0 } = (await poll(specs("v1"))).body;
  await createGate("checkout");
  const changed = await poll(specs("v1", `?sinceTime=${time}`));
  expect(changed.body).toMatchObject({ has_updates: true, feature_gates: [{ name: "checkout" }] });
  expect(changed.body.time).toBeGreaterThan(time);
  await service.request("DELETE", "/console/v1/gates/checkout");
  const gone = await poll(specs("v1", `?sinceTime=${changed.body.time}`));
  expect(gone.body).toMatchObject({ has_updates: true, feature_gates: [] });
});

test("the time only grows: with a clock that goes back, after a restart, and where other processes serve other rules", async () => {
  const timeOf = (fingerprint: string, now: number) =>
    timeOfRules(service.database, "production", fingerprint, now);
  expect(await timeOf("a", 1000)).toBe(1000);
  expect(await timeOf("a", 2000)).toBe(1000);
  expect(await timeOf("b", 500)).toBe(1001);
  expect(await timeOf("a", 5000)).toBe(5000);
  expect(await timeOfRules(service.database, "staging", "a", 700)).toBe(700);
});

test("the rules are sent compressed to whoever takes that", async () => {
  for (let count = 0; count < 5; count += 1) await createGate(`Gate ${count}`);
  const plain = await poll(specs("v1"));
  expect(plain.encoding).toBeNull();
  for (const encoding of ["gzip", "br", "gzip"]) {
    const packed = await poll(specs("v1"), { "Accept-Encoding": encoding });
    expect([packed.encoding, packed.body]).toEqual([encoding, plain.body]);
  }
});

test("only a server key gets rules, and no answer keeps another page from reading it", async () => {
  const client = await createKey(
    service.database,
    { name: "Shop client", kind: "client", environment: "production" },
    testNow,
  );
  const statusOf = async (key: string) => {
    const answer = await service.app.request(`/v1/download_config_specs/${key}.json`);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(await answer.text()).not.toContain(key);
    return answer.status;
  };
  expect([await statusOf(client), await statusOf(service.keys.write), await statusOf("secret-x")]).toEqual([
    403, 403, 401,
  ]);
  expect(JSON.stringify(service.logged)).not.toContain(client);
  expect((await service.app.request(specs("v1"), { method: "PUT" })).status).toBe(405);
  const lists = await service.app.request("/v1/get_id_lists", {
    method: "POST",
    headers: { "STATSIG-API-KEY": server },
    body: "{}",
  });
  expect([lists.status, await lists.json()]).toEqual([200, {}]);
});

test("a client key that was made for it reads the rules on a device, and no other key does there", async () => {
  await createGate("checkout");
  const client = { kind: "client", environment: "production" } as const;
  const [device, plain] = [
    await createKey(service.database, { name: "Tablet", ...client, readsRules: true }, testNow),
    await createKey(service.database, { name: "Shop client", ...client }, testNow),
  ];
  const path = "/v1/download_config_specs";
  const answered = await poll(`${path}?k=${device}&st=js-on-device-eval-client&sv=3.33.5`);
  expect(answered.body).toEqual((await poll(specs("v1"))).body);
  expect(answered.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const same = `${path}?k=${device}&sinceTime=${answered.body.time}`;
  expect((await poll(same)).body).toEqual({ has_updates: false });
  const refusal = async (key: string, at = `${path}?k=${key}`) => {
    const answer = await service.app.request(at);
    const said = await answer.text();
    for (const secret of [device, plain, server]) expect(said).not.toContain(secret);
    return [answer.status, said];
  };
  expect(await refusal(plain)).toEqual([403, expect.stringContaining("does not read rules")]);
  expect(await refusal(server)).toEqual([403, expect.stringContaining("only accepts a client key")]);
  expect(await refusal(service.keys.write)).toEqual([403, expect.stringContaining("console key")]);
  expect(await refusal(device, `${path}/${device}.json`)).toEqual([
    403,
    expect.stringContaining("only accepts a server key"),
  ]);
  expect((await refusal("", path))[0]).toBe(401);
  const { body } = await service.request("GET", "/console/v1/app_activity");
  expect(body.data).toMatchObject({
    callers: expect.arrayContaining([
      expect.objectContaining({ keyName: "Tablet", library: "js-on-device-eval-client", rules: 1 }),
    ]),
    refusals: expect.arrayContaining([
      expect.objectContaining({ reason: "no_rules", keyName: "Shop client" }),
      expect.objectContaining({ reason: "server_key", keyName: "Shop server" }),
    ]),
  });
  expect(JSON.stringify(service.logged)).not.toMatch(/(client|secret)-[\w-]{43}/);
});

test("users without an environment are in that of the key", async () => {
  const rules = [{ name: "Here", passPercentage: 100, conditions: [], environments: ["staging"] }];
  await service.request("POST", "/console/v1/gates", { body: { name: "here", isEnabled: true, rules } });
  const key = { name: "Staging", kind: "server", environment: "staging" } as const;
  const staging = await createKey(service.database, key, testNow);
  const targets = async (key: string) =>
    JSON.stringify((await poll(`/v1/download_config_specs/${key}.json`)).body);
  expect(await targets(staging)).toContain('["staging","","undefined"]');
  expect(await targets(server)).toContain('["staging"]');
});

test("the published server libraries start from the service and see a change at their next poll", async () => {
  await createGate("checkout", 0);
  let listening: ReturnType<typeof serve> | undefined;
  const port = await new Promise<number>((resolve) => {
    listening = serve({ fetch: service.app.fetch, port: 0, hostname: "127.0.0.1" }, (info) =>
      resolve(info.port),
    );
  });
  const api = `http://127.0.0.1:${port}`;
  const js = new StatsigJS.StatsigServer(server, {
    api: `${api}/v1`,
    disableAllLogging: true,
    disableDiagnostics: true,
    rulesetsSyncIntervalMs: 5000,
  });
  await js.initializeAsync();
  const native = new Statsig(server, {
    specsUrl: `${api}/v2/download_config_specs`,
    idListsUrl: `${api}/v1/get_id_lists`,
    logEventUrl: `${api}/v1/log_event`,
    disableAllLogging: true,
    outputLogLevel: "none",
    specsSyncIntervalMs: 1000,
  });
  await native.initialize();
  const values = () => {
    const found = native.checkGate(new StatsigUser({ userID: "u" }), "checkout");
    return [js.checkGateWithExposureLoggingDisabledSync({ userID: "u" }, "checkout"), found];
  };
  try {
    expect(values()).toEqual([false, false]);
    expect((await service.request("PUT", "/console/v1/gates/checkout/launch")).status).toBe(200);
    await expect.poll(values, { timeout: 40_000, interval: 200 }).toEqual([true, true]);
  } finally {
    js.shutdown();
    await native.shutdown();
    listening?.close();
  }
});
