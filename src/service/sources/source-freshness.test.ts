// Tests the freshness of sources after a restart, before a page has requested it; runs only if PostgreSQL is available.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "#service/app.ts";
import { readSettings } from "#service/settings.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { hasPostgres, openPrivatePostgres } from "#service/warehouse/private-postgres.test-support.ts";

let postgres: Awaited<ReturnType<typeof openPrivatePostgres>>;
beforeAll(async () => {
  if (!hasPostgres) return;
  postgres = await openPrivatePostgres();
  await postgres.run(
    `create table tickets as select 'u1' as user_id, 'opened' as event, to_timestamp(${testNow / 1000}) - interval '72 hours' as ts`,
  );
});
afterAll(() => postgres?.close());

test.skipIf(!hasPostgres)("the service tells of a stale source by itself once it has started", async () => {
  const before = await testApp();
  const send = (method: string, path: string, body: object) =>
    before.request(method, `/console/v1${path}`, { body });
  await send("PATCH", "/wh_connections", { postgres: postgres.settings, active: "postgres" });
  const source = await send("POST", "/metrics/metric_source", {
    name: "Support tickets",
    sourceType: "table",
    tableName: "tickets",
    timestampColumn: "ts",
    eventColumn: "event",
    idTypeMapping: [{ statsigUnitID: "userID", column: "user_id" }],
  });
  expect(source.status, source.text).toBe(201);
  const { database, secretsKey, keys } = before;
  const stop = new AbortController();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const settings = readSettings({ RATE_LIMIT: "off" });
  const started = createApp({ database, secretsKey, settings, log, now: () => testNow, stop: stop.signal });
  const notes = async () => {
    const answer = await started.request("/console/v1/warehouse_status", {
      headers: { [settings.API_KEY_HEADER]: keys.write },
    });
    return Object(await answer.json()).data.notes;
  };
  await expect
    .poll(notes, { timeout: 5000 })
    .toEqual([{ kind: "source", text: "Support tickets is 72 h old" }]);
  stop.abort();
  await before.close();
});
