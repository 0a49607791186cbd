// `npm run bench`: how fast the built service answers. Prints tables; asserts the bounds of the design.
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadExposures, loadEvents } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const key = `bench-${randomBytes(12).toString("hex")}`;
const port = 4000 + (process.pid % 20_000);
const address = `http://127.0.0.1:${port}`;
const dataDir = mkdtempSync(join(tmpdir(), "assay-bench-"));
const service = spawn(process.execPath, ["dist/service/main.js"], {
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, CONSOLE_API_KEY: key, RATE_LIMIT: "off" },
  stdio: "ignore",
});

const headers = { "SERVICE-API-KEY": key, "Content-Type": "application/json" };

beforeAll(async () => {
  for (let tries = 0; tries < 300; tries += 1) {
    const isReady = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The service did not get ready in 30 s");
}, 40_000);

afterAll(() => {
  service.kill("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Requests in a closed loop of `clients`, for two seconds; times in ms. */
async function load(clients: number, request: (turn: number) => Promise<Response>) {
  const times: number[] = [];
  const started = performance.now();
  let turn = 0;
  const client = async () => {
    while (performance.now() - started < 2000) {
      const before = performance.now();
      const answer = await request((turn += 1));
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return {
    "requests/s": Math.round(times.length / seconds),
    "median ms": Number(quantile(times, 0.5).toFixed(2)),
    "p99 ms": Number(quantile(times, 0.99).toFixed(2)),
  };
}

test("requests against the built service", { timeout: 60_000 }, async () => {
  const get = (path: string) => () => fetch(`${address}/console/v1${path}`, { headers });
  const patch = (turn: number) =>
    fetch(`${address}/console/v1/gates/checkout_eligible/rules/${ruleID}`, {
      method: "PATCH",
      headers,
      body: JSON.stringify({ passPercentage: turn % 100 }),
    });
  const gate: unknown = await (await get("/gates/checkout_eligible")()).json();
  const ruleID = encodeURIComponent(/"baseID":"([^"]+)"/.exec(JSON.stringify(gate))?.[1] ?? "");
  console.table({
    "list gates, 8 clients": await load(8, get("/gates")),
    "read a gate, 8 clients": await load(8, get("/gates/checkout_eligible")),
    "patch a rule, 1 client": await load(1, patch),
    "patch a rule, 8 clients": await load(8, patch),
  });
});

/** A three-group experiment of a given size, as large as the Hillstrom campaign at 64 000 units. */
async function summaryTime(units: number): Promise<number> {
  const app = await testApp();
  const start = testNow - 10 * 86_400_000;
  const share = (unit: number) => createHash("sha256").update(`u${unit}`).digest().readUInt32BE(0) / 2 ** 32;
  const experiment = {
    id: "campaign",
    name: "Campaign",
    version: 1,
    status: "experiment_stopped",
    startTime: start,
    endTime: testNow,
    groups: ["none", "mens", "womens"].map((id) => ({ id, name: id, size: 100 / 3 })),
    primaryMetrics: [{ name: "visit", type: "event_count" }],
    secondaryMetrics: [{ name: "spend", type: "sum" }],
  };
  const metrics = [
    { id: "visit::event_count", name: "visit", type: "event_count", event: "count" },
    { id: "spend::sum", name: "spend", type: "sum", event: "value" },
  ];
  await app.database.transaction(async (transaction) => {
    await transaction.query(
      "insert into experiment (id, name, description, status, type, id_type, creator_name, tags, version, last_modified_time, document) values ($1, $2, '', $3, '', '', '', $4, 1, 1, $5::jsonb)",
      [experiment.id, experiment.name, experiment.status, [], JSON.stringify(experiment)],
    );
    for (const { id, name, type, event } of metrics)
      await transaction.query(
        "insert into metric (id, name, type, document) values ($1, $2, $3, $4::jsonb)",
        [
          id,
          name,
          type,
          JSON.stringify({
            id,
            name,
            type,
            directionality: "increase",
            lineage: { events: [name], metrics: [] },
            metricEvents: [{ name, type: event }],
          }),
        ],
      );
    const all = Array.from({ length: units }, (_, unit) => unit);
    await loadExposures(
      transaction,
      all.map((unit) => ({
        experiment: "campaign",
        group: experiment.groups[unit % 3]?.id ?? "",
        unit: `u${unit}`,
        time: start,
        properties: "{}",
      })),
    );
    await loadEvents(
      transaction,
      all.flatMap((unit) => {
        const drawn = share(unit);
        const event = { time: start + 1000, unit: `u${unit}`, source: "bench", metadata: "{}" };
        return [
          ...(drawn < 0.15 ? [{ ...event, name: "visit", value: "" }] : []),
          ...(drawn < 0.01 ? [{ ...event, name: "spend", value: String(Math.round(drawn * 1e4)) }] : []),
        ];
      }),
    );
  });
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const before = performance.now();
    const answer = await app.request("GET", "/console/v1/experiments/campaign/summary_charts?test=*");
    times.push(performance.now() - before);
    if (!/"pValue"/.test(answer.text)) throw new Error(answer.text);
  }
  await app.close();
  return times.sort((a, b) => a - b)[2] ?? 0;
}

test("summary of a three-group experiment, at three sizes", { timeout: 120_000 }, async () => {
  const rows: Record<string, { "median ms": number }> = {};
  for (const units of [6400, 64_000, 256_000])
    rows[`${units} units`] = { "median ms": Math.round(await summaryTime(units)) };
  console.table(rows);
  expect(rows["64000 units"]?.["median ms"]).toBeLessThan(1000);
});
