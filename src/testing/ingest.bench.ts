// How many events four senders get stored, how long an acknowledgement takes at half that load, and what it costs. Prints tables;
// asserts what is held. SECONDS of each part: 10 when unset.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { openDatabase } from "#service/database/open-database.ts";
import { createKey } from "#service/http/api-keys.ts";
import { startService } from "./attacked-service.ts";

const senders = 4;
const eventsOfBatch = 100;
const seconds = Number(process.env["SECONDS"] ?? 10);

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

const batch = (sender: number, number: number) => ({
  events: Array.from({ length: eventsOfBatch }, (_, place) => ({
    eventName: `event_${place % 12}`,
    user: { userID: `u${(number * eventsOfBatch + place) % 50_000}`, customIDs: { stableID: `d${place}` } },
    value: place,
    metadata: { category: "garden", country: "SE", items: String(place % 4), page: `/shop/${place}` },
    time: Date.now() - place,
  })),
  statsigMetadata: { sdkType: "statsig-node", sessionID: `sender ${sender}` },
});

const quantile = (times: readonly number[], share: number) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0);

test("events of four senders in batches of 100", { timeout: 60_000 + seconds * 4000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "assay-ingest-"));
  ended.push(async () => rmSync(dataDir, { recursive: true, force: true }));
  const environment = process.env["TEST_DATABASE_URL"]
    ? { DATABASE_URL: process.env["TEST_DATABASE_URL"], SECRETS_KEY: "0".repeat(64) }
    : {};
  const database = await openDatabase({
    dataDir,
    ...(environment.DATABASE_URL ? { url: environment.DATABASE_URL } : {}),
  });
  const key = await createKey(
    database,
    { name: `Bench ${Date.now()}`, kind: "server", environment: "production" },
    Date.now(),
  );
  await database.close();
  const service = await startService({ DATA_DIR: dataDir, DEMO: "0", ...environment });
  ended.push(() => service.end("SIGKILL"));
  let number = 0;

  /** Answers the times of the acknowledgements, ms; at most so many batches a second and sender. */
  async function load(most: number) {
    const times: number[] = [];
    const used = service.processorTime();
    const end = performance.now() + seconds * 1000;
    const send = async (sender: number) => {
      for (let due = performance.now(); due < end; due = Math.max(due + 1000 / most, performance.now())) {
        await wait(due - performance.now());
        const body = batch(sender, (number += 1));
        const before = performance.now();
        const answer = await service.send("POST", "/v1/log_event", body, { "STATSIG-API-KEY": key });
        if (answer.status !== 202) throw new Error(answer.text);
        times.push(performance.now() - before);
      }
    };
    await Promise.all(Array.from({ length: senders }, (_, sender) => send(sender)));
    return {
      "events/s": Math.round((times.length * eventsOfBatch) / seconds),
      "p50 ms": quantile(times, 0.5),
      "p99 ms": quantile(times, 0.99),
      "processor ms per 1000":
        Math.round(((service.processorTime() - used) / times.length / eventsOfBatch) * 1e4) / 10,
      MiB: service.memory(),
    };
  }

  await load(10);
  const full = await load(Infinity);
  const half = await load(full["events/s"] / 2 / senders / eventsOfBatch);
  const again = await load(Infinity);
  const stored = await service.send("GET", "/console/v1/events?limit=1");
  const total = Number(/"totalItems":(\d+)/.exec(stored.text)?.[1]);
  await service.end("SIGTERM");
  console.table({ "as many as go": full, "half of that": half, "as many again": again });
  if (!environment.DATABASE_URL) {
    const size = statSync(join(dataDir, "assay.duckdb")).size;
    console.log(`${total} events, ${Math.round(size / total)} bytes each on the disk`);
  }
  expect.soft(full["events/s"]).toBeGreaterThanOrEqual(environment.DATABASE_URL ? 5000 : 20_000);
  expect.soft(half["p99 ms"]).toBeLessThanOrEqual(250);
});
