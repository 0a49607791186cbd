// How reads, durable updates and memory of the built service grow with the number of gates, the size of a gate, computed
// results, and logged events.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod/mini";
import { loadEntities } from "#service/database/entities.ts";
import { openDatabase } from "#service/database/open-database.ts";
import { demoGates } from "#service/demo/stored-entities.ts";
import { startService, type AttackedService } from "./attacked-service.ts";
import { embeddedLog } from "./large-event-log.ts";
import { logReader } from "./log-reader.ts";

type Row = Record<string, number>;

/** Runs `work` on a service with these gates and the embedded database. */
async function withGates(
  documents: readonly { id: string }[],
  work: (service: AttackedService) => Promise<void>,
) {
  const dataDir = mkdtempSync(join(tmpdir(), "assay-growth-"));
  const database = await openDatabase({ dataDir });
  await database.transaction((transaction) =>
    loadEntities(
      transaction,
      "gate",
      documents.map((document) => ({ document, references: [] })),
    ),
  );
  await database.close();
  const service = await startService({ DATA_DIR: dataDir, DEMO: "0" });
  try {
    await work(service);
  } finally {
    await service.end("SIGTERM");
    rmSync(dataDir, { recursive: true });
  }
}

/** Median in ms of 31 runs after ten to warm up. */
async function medianOf(service: AttackedService, method: string, path: () => string, body?: () => object) {
  const times: number[] = [];
  for (let run = 0; run < 41; run += 1) {
    const before = performance.now();
    const { status, text } = await service.send(method, `/console/v1/gates${path()}`, body?.());
    times.push(performance.now() - before);
    if (status !== 200) throw new Error(text);
  }
  return times.slice(10).toSorted((left, right) => left - right)[15] ?? 0;
}

/** The power of the size with which each number grows: 0 is constant, 1 linear. */
function exponents(rows: Readonly<Record<string, Row>>): Row {
  const sizes = Object.keys(rows).map((name) => Number.parseFloat(name));
  const times = Math.max(...sizes) / Math.min(...sizes);
  const all = Object.values(rows);
  const [least = {}, most = {}] = [all[0], all.at(-1)];
  return Object.fromEntries(
    Object.entries(least).map(([name, from]) => [
      name,
      Number((Math.log((most[name] ?? 0) / from) / Math.log(times)).toFixed(2)),
    ]),
  );
}

const rounded = (row: Row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value.toFixed(1))]));

function print(rows: Readonly<Record<string, Row>>) {
  const power = exponents(rows);
  console.table({
    ...Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, rounded(row)])),
    exponent: power,
  });
  return power;
}

const models = demoGates(Date.UTC(2026, 10, 1)).filter(({ status }) => status !== "Archived");

test("by the number of gates, ms and MiB", { timeout: 400_000 }, async () => {
  const rows: Record<string, Row> = {};
  for (const size of [1000, 10_000, 100_000]) {
    const documents = Array.from({ length: size }, (_, number) => ({
      ...models[number % models.length],
      id: `gate_${number}`,
      name: `Gate ${number}`,
      version: 1,
    }));
    await withGates(documents, async (service) => {
      let turn = 0;
      const next = () => `/gate_${(turn = (turn + 7919) % size)}`;
      const began = performance.now();
      await service.send("GET", "/console/v1/gates?limit=25");
      rows[`${size} gates`] = {
        "first list": performance.now() - began,
        page: await medianOf(service, "GET", () => "?limit=25&counts=true"),
        "one gate": await medianOf(service, "GET", next),
        update: await medianOf(service, "PATCH", next, () => ({ description: `Turn ${turn}` })),
        "page after an update": await medianOf(service, "GET", () => "?limit=25&counts=true"),
        memory: service.memory(),
      };
    });
  }
  const power = print(rows);
  for (const name of ["page", "one gate", "page after an update"])
    expect.soft(power[name], name).toBeLessThanOrEqual(0.3);
  for (const name of ["update", "memory"]) expect.soft(power[name], name).toBeLessThanOrEqual(0.5);
  expect.soft(power["first list"]).toBeLessThanOrEqual(1.1);
});

/** Sizes of the event log; larger ones with BENCH_EVENTS=30000000. */
const eventSizes =
  Number(process.env["BENCH_EVENTS"] ?? 0) >= 30_000_000
    ? [1_000_000, 10_000_000, 30_000_000]
    : [100_000, 300_000, 1_000_000];
const questions = {
  "newest page": "/events?limit=20",
  "one user": "/events?limit=20&total=false&userID=user_77",
  histogram: "/event_counts",
  catalogue: "/event_catalogue",
  "top values": "/event_values?field=page",
};

test("by the number of events, ms, MiB and bytes", { timeout: 7_200_000 }, async () => {
  const rows: Record<string, Row> = {};
  for (const size of eventSizes) {
    const { database, folder = "", close } = await embeddedLog(size, "out of order");
    const ask = await logReader(database);
    const row: Row = {};
    for (const [name, path] of Object.entries(questions)) {
      const times: number[] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        const before = performance.now();
        await ask(path);
        times.push(performance.now() - before);
      }
      row[name] = times.toSorted((left, right) => left - right)[2] ?? 0;
    }
    const bytes = statSync(join(folder, "assay.duckdb")).size / size;
    rows[`${size} events`] = { ...row, "MiB of memory": process.memoryUsage.rss() / 1024 / 1024, bytes };
    await close();
  }
  const power = print(rows);
  for (const name of ["newest page", "catalogue", "histogram", "bytes"])
    expect.soft(power[name], name).toBeLessThanOrEqual(0.3);
  expect.soft(power["MiB of memory"]).toBeLessThanOrEqual(0.5);
});

const Group = z.object({ id: z.string() });
/** Maximum memory of the process in MiB while somebody browses the demo. */
const mostMemory = 400;
const Experiments = z.object({
  data: z.array(z.object({ id: z.string(), startTime: z.nullish(z.number()), groups: z.array(Group) })),
});

test("memory while results of all experiments of the demo are computed again and again", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "assay-growth-"));
  const service = await startService({ DATA_DIR: dataDir });
  const list = await service.send("GET", "/console/v1/experiments");
  const { data } = Experiments.parse(JSON.parse(list.text));
  const memory: number[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    const { id = "", startTime, groups = [] } = data[turn % data.length] ?? {};
    // Each request covers another period, so that no cached result is used.
    const query = `control=${groups[0]?.id}&test=*&since=${(startTime ?? 0) + turn * 3_600_000}`;
    const path = `/console/v1/experiments/${encodeURIComponent(id)}/summary_charts?${query}`;
    if ((await service.send("GET", path)).status === 200) memory.push(service.memory());
  }
  await service.end("SIGTERM");
  rmSync(dataDir, { recursive: true });
  console.table({
    [`${memory.length} results`]: { "at first": memory[0], most: Math.max(...memory), last: memory.at(-1) },
  });
  expect(memory.length).toBeGreaterThan(20);
  expect(Math.max(...memory)).toBeLessThanOrEqual(mostMemory);
}, 200_000);

test("by the rules of a gate, ms", { timeout: 120_000 }, async () => {
  const sizes = [10, 100, 1000];
  const [model] = models;
  const rule = model?.rules[0];
  const documents = sizes.map((size) => ({
    ...model,
    id: `gate_${size}`,
    name: `Gate ${size}`,
    version: 1,
    rules: Array.from({ length: size }, (_, number) => ({
      ...rule,
      id: `rule${number}`,
      baseID: `rule${number}`,
      name: `Rule ${number}`,
    })),
  }));
  const rows: Record<string, Row> = {};
  await withGates(documents, async (service) => {
    for (const size of sizes) {
      let turn = 0;
      rows[`${size} rules`] = {
        read: await medianOf(service, "GET", () => `/gate_${size}`),
        update: await medianOf(
          service,
          "PATCH",
          () => `/gate_${size}`,
          () => ({ description: `Turn ${(turn += 1)}` }),
        ),
      };
    }
  });
  const power = print(rows);
  for (const name of ["read", "update"]) expect.soft(power[name], name).toBeLessThanOrEqual(1);
});
