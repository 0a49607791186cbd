// The latency of live events: from before an event is sent until the stream reports it, at 1,000 events a second with many
// readers. On the built service.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { StreamedEvents } from "#contract/event-stream.ts";
import { openDatabase } from "#service/database/open-database.ts";
import { createKey } from "#service/http/api-keys.ts";
import { startService, type AttackedService } from "./attacked-service.ts";
import { eventSender, eventsOfBatch, plainEvents } from "./event-sender.ts";

const eventsASecond = 1000;
const seconds = Number(process.env["BENCH_SECONDS"] ?? 5);
const readers = 5;
const dataDir = mkdtempSync(join(tmpdir(), "assay-live-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Reads a stream to its end: the age in ms of each event on arrival, and the number of events reported. */
async function watch(service: AttackedService, signal: AbortSignal) {
  const ages: number[] = [];
  let matched = 0;
  const headers = { "SERVICE-API-KEY": service.key };
  const answer = await fetch(`${service.url}/console/v1/event_stream`, { headers, signal });
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const messages = text.split("\n\n");
      text = messages.pop() ?? "";
      for (const message of messages) {
        const data = /^data: (.*)$/m.exec(message)?.[1];
        if (data === undefined) continue;
        const told = StreamedEvents.parse(JSON.parse(data));
        matched += told.matched;
        for (const { timestamp } of told.events) ages.push(Date.now() - Number(timestamp));
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return { ages, matched };
}

const quantile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

test(`live at ${eventsASecond} events a second`, { timeout: 60_000 + seconds * 2000 }, async () => {
  const database = await openDatabase({ dataDir });
  const key = await createKey(
    database,
    { name: "Bench", kind: "server", environment: "production" },
    Date.now(),
  );
  await database.close();
  const service = await startService({ DATA_DIR: dataDir, DEMO: "0" });
  const sender = eventSender(service.url, key);
  const leaving = new AbortController();
  const watched = Array.from({ length: readers }, () => watch(service, leaving.signal));
  await wait(1000);
  const began = performance.now();
  let batches = 0;
  for (; batches < (eventsASecond / eventsOfBatch) * seconds; batches += 1) {
    await wait(Math.max(0, began + (batches * 1000 * eventsOfBatch) / eventsASecond - performance.now()));
    await sender.send(plainEvents, batches);
  }
  await wait(1500);
  leaving.abort();
  const seen = await Promise.all(watched);
  const memory = service.memory();
  sender.close();
  await service.end("SIGTERM");
  const ages = seen.flatMap((one) => one.ages);
  console.table({
    [`${readers} readers`]: {
      "rows each": Math.round(ages.length / readers),
      "p50 ms": quantile(ages, 0.5),
      "p99 ms": quantile(ages, 0.99),
      "most ms": quantile(ages, 1 - 1 / ages.length),
      MiB: memory,
    },
  });
  for (const { matched } of seen) expect(matched).toBe(batches * eventsOfBatch);
  expect(quantile(ages, 0.99)).toBeLessThanOrEqual(1000);
});
