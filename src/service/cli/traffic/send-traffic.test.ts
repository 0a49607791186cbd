import { serve } from "@hono/node-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createKey, type SdkKind } from "#service/http/api-keys.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { KeyRefused, sendTraffic } from "./send-traffic.ts";

let service: Awaited<ReturnType<typeof testApp>>;
let listening: ReturnType<typeof serve> | undefined;
/** Number of requests that the service still rejects before it answers. */
let refusals = 0;
let address: string;

beforeEach(async () => {
  service = await testApp();
  const fetch = async (request: Request) =>
    refusals-- > 0 ? new Response("", { status: 503 }) : service.app.fetch(request);
  address = await new Promise((resolve) => {
    listening = serve({ fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    );
  });
});
afterEach(async () => {
  listening?.close();
  await service.close();
});

const keyOf = (kind: SdkKind) =>
  createKey(service.database, { name: "Shop", kind, environment: "production" }, testNow);

/** Sends traffic until `wanted` events were acknowledged. */
async function sendSome(key: string, wanted: number) {
  const stop = new AbortController();
  let sent = 0;
  await sendTraffic({
    address,
    key,
    rate: 400,
    stop: stop.signal,
    onSent({ events }) {
      sent = events;
      if (events >= wanted) stop.abort();
    },
  });
  return sent;
}

test("customers are asked about, exposed and log, and what a service that was away missed comes later", async () => {
  await service.request("POST", "/console/v1/gates", {
    body: { name: "express_pay", isEnabled: true, rules: [] },
  });
  refusals = 2;
  const sent = await sendSome(await keyOf("client"), 60);
  const [stored] = await service.database.query<{ events: number; users: number; sessions: number }>(
    `select count(*) as events, count(distinct unit_id) as users,
       count(*) filter (where name = 'session_started') as sessions from event`,
  );
  expect(stored?.sessions).toBeGreaterThan(5);
  expect(stored?.users).toBeGreaterThan(3);
  expect(stored?.events).toBeLessThan(sent);
});

test("a key that may not ask ends it with the reason", async () => {
  await expect(sendSome("client-unknown", 1)).rejects.toThrow(KeyRefused);
});
