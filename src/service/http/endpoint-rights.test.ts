// Tests requests without a key and with a read-only key. They change nothing, so all are sent to one service.
import { afterAll, beforeEach, expect, test } from "vitest";
import { endpoints } from "#contract/endpoints.ts";
import { testApp } from "#service/test-app.test-support.ts";

const rows = Object.entries(endpoints);
const filled = (path: string) => path.replace(/\{\w+\}/g, "x");
const invalidKey = "This endpoint only accepts an active CONSOLE key, but an invalid key was sent.";

let service: Awaited<ReturnType<typeof testApp>> | undefined;
/** Senders are rate-limited after 100 requests with an invalid key, so a new service is started every 100 requests. */
let requests = 0;
beforeEach(async () => {
  if (requests % 100 === 0) {
    await service?.close();
    service = await testApp({ environment: { RATE_LIMIT: "off" } });
  }
  requests += 1;
});
afterAll(() => service?.close());

const open = () => {
  if (!service) throw new Error("No service is open");
  return service;
};

test.each(rows)("%s wants a key", async (_name, { method, path }) => {
  const { status, body } = await open().request(method, filled(path), { key: "none" });
  expect({ status, body }).toMatchObject({ status: 401, body: { status: 401, message: invalidKey } });
});

const writes = rows.filter(([, row]) => row.method !== "GET" && !("isReading" in row));

test.each(writes)("%s refuses a key that may only read", async (_name, { method, path }) => {
  const { status, body } = await open().request(method, filled(path), { key: "read", body: {} });
  expect({ status, body }).toMatchObject({ status: 403, body: { message: "Forbidden resource" } });
});
