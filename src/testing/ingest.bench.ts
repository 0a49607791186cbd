// Events per second that four senders get stored, the duration of acknowledgements and of the console's reads at half the
// required load, and the processor time; whether memory stays constant, and results computed meanwhile are right. Prints
// tables; asserts the limits. BENCH_SECONDS lengthens the part that observes memory.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { SummaryCharts } from "#contract/summary-charts.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { writeEntity } from "#service/database/entities.ts";
import { openDatabase } from "#service/database/open-database.ts";
import { createKey } from "#service/http/api-keys.ts";
import { startService, type AttackedService } from "./attacked-service.ts";
import { eventSender, eventsOfBatch, exposures, plainEvents } from "./event-sender.ts";
import { countMetric, storedExperiment } from "./stored-experiments.ts";

const senders = 4;
/** Duration of each part, and of the part that observes memory. */
const seconds = 10;
const longSeconds = Number(process.env["BENCH_SECONDS"] ?? seconds);
const server = process.env["TEST_DATABASE_URL"];
/** Required events per second. */
const wanted = server ? 5000 : 20_000;

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

const quantile = (times: readonly number[], share: number) =>
  Math.round((times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0) * 10) / 10;

/** Starts a service with one experiment, and creates an app's key. */
async function start() {
  const dataDir = mkdtempSync(join(tmpdir(), "assay-ingest-"));
  ended.push(async () => rmSync(dataDir, { recursive: true, force: true }));
  const experiment = storedExperiment({ id: `form-${Date.now()}`, dimensions: [] });
  const database = await openDatabase(server ? { url: server } : { dataDir });
  const name = `Bench ${Date.now()}`;
  const key = await createKey(database, { name, kind: "server", environment: "production" }, Date.now());
  await database.transaction(async (transaction) => {
    await writeEntity(transaction, "experiment", { document: experiment, references: [] }, Date.now());
    await writeMetrics(transaction, [countMetric("Orders", "order")]);
  });
  await database.close();
  const onServer = server ? { DATABASE_URL: server, SECRETS_KEY: "0".repeat(64) } : {};
  const service = await startService({ DATA_DIR: dataDir, DEMO: "0", ...onServer });
  ended.push(() => service.end("SIGKILL"));
  return { dataDir, experiment, key, service };
}

/** Measures the console's reads repeatedly until stopped: the median of each, in ms. */
function readConsole(service: AttackedService, experiment: string) {
  const paths = ["experiments?limit=20", "events?limit=20", `experiments/${experiment}`];
  const times = paths.map((): number[] => []);
  const stopped = new AbortController();
  const reading = (async () => {
    while (!stopped.signal.aborted)
      for (const [place, path] of paths.entries()) {
        const began = performance.now();
        const { status, text } = await service.send("GET", `/console/v1/${path}`);
        if (status !== 200) throw new Error(text);
        times[place]?.push(performance.now() - began);
        await wait(20);
      }
  })();
  return async () => {
    stopped.abort();
    await reading;
    return times.map((ofPath) => quantile(ofPath, 0.5));
  };
}

test("events of four senders in batches of 100", { timeout: 200_000 + longSeconds * 2000 }, async () => {
  const { dataDir, experiment, key, service } = await start();
  const exposing = exposures(
    experiment.id,
    (experiment.groups ?? []).map(({ id }) => id),
  );
  const sender = eventSender(service.url, key);
  ended.push(async () => sender.close());
  const memory: number[] = [];

  /** Sends at most `most` batches per second and sender. */
  async function load(template: string, most: number, length = seconds) {
    const times: number[] = [];
    const [used, began] = [service.processorTime(), performance.now()];
    const end = began + length * 1000;
    const remember = setInterval(() => memory.push(service.memory()), 1000);
    const sendOn = async (number: number) => {
      for (let due = began; due < end; due = Math.max(due + 1000 / most, performance.now())) {
        if (due > performance.now()) await wait(due - performance.now());
        times.push(await sender.send(template, number));
      }
    };
    await Promise.all(Array.from({ length: senders }, (_, number) => sendOn(number)));
    clearInterval(remember);
    const events = times.length * eventsOfBatch;
    return {
      "events/s": Math.round((events / (performance.now() - began)) * 1000),
      "p50 ms": quantile(times, 0.5),
      "p99 ms": quantile(times, 0.99),
      "processor ms per 1000": Math.round(((service.processorTime() - used) / events) * 1e4) / 10,
      MiB: service.memory(),
      batches: times.length,
    };
  }

  /** Reads from the current results how often a unit ordered, by group, and how many units they count. */
  async function results() {
    const path = `/console/v1/experiments/${experiment.id}/summary_charts?test=*`;
    const { status, text } = await service.send("GET", path);
    if (status !== 200) throw new Error(text);
    const { sections } = SummaryCharts.parse(JSON.parse(text).data);
    const metrics = sections
      .flatMap(({ charts }) => charts.flatMap((chart) => chart.metrics ?? []))
      .filter(({ metricName }) => metricName === "Orders");
    const units = metrics.reduce((sum, { testUnits = 0 }) => sum + testUnits, metrics[0]?.controlUnits ?? 0);
    return { units, means: metrics.flatMap(({ controlMean, testMean }) => [controlMean, testMean]) };
  }

  const warm = await load(plainEvents, 50, 5);
  const idle = readConsole(service, experiment.id);
  await wait(3000);
  const idleReads = await idle();
  const full = await load(plainEvents, Infinity);
  const busy = readConsole(service, experiment.id);
  const half = await load(plainEvents, wanted / 2 / senders / eventsOfBatch);
  const busyReads = await busy();
  memory.length = 0;
  const again = await load(plainEvents, Infinity, longSeconds);
  const third = Math.ceil(memory.length / 3);
  const [early, late] = [quantile(memory.slice(0, third), 0.5), quantile(memory.slice(-third), 0.5)];
  const meanwhile: Awaited<ReturnType<typeof results>>[] = [];
  const exposed = load(exposing, Infinity);
  for (let read = 0; read < 3; read += 1) {
    await wait((seconds * 1000) / 4);
    meanwhile.push(await results());
  }
  const withExposures = await exposed;
  const last = await results();

  console.table({
    "as many as go": full,
    "half of what is wanted": half,
    "as many again": again,
    "half of them exposures": withExposures,
  });
  console.table({
    "reads of the console, ms": { idle: idleReads.join(", "), "at half the load": busyReads.join(", ") },
  });
  console.log(
    `memory: ${early} MiB in the first third, ${late} in the last; results: ${JSON.stringify(meanwhile)}`,
  );
  const total = [warm, full, half, again].reduce((sum, { batches }) => sum + batches, 0) * eventsOfBatch;
  await service.end("SIGTERM");
  if (!server) {
    const stored = total + withExposures.batches * eventsOfBatch;
    const size = statSync(join(dataDir, "assay.duckdb")).size;
    console.log(`${stored} events, ${Math.round(size / stored)} bytes each on the disk`);
  }

  expect(last.units).toBe((withExposures.batches * eventsOfBatch) / 4);
  for (const { means } of [...meanwhile, last]) expect(new Set(means)).toEqual(new Set([1]));
  expect.soft(full["events/s"]).toBeGreaterThanOrEqual(wanted);
  expect.soft(half["p99 ms"]).toBeLessThanOrEqual(250);
  expect.soft(late / early, "growth of the memory").toBeLessThanOrEqual(1.2);
  for (const [place, time] of busyReads.entries())
    expect.soft(time / (idleReads[place] ?? 0), `read ${place + 1}`).toBeLessThanOrEqual(1.5);
});
