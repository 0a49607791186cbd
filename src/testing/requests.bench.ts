// Requests to the built service with many connections, compared with the machine's own limits: reads, durable updates, and both
// mixed. Also on PostgreSQL if TEST_DATABASE_URL names a server on which a database may be created. BENCH_SECONDS lengthens the
// mixed part.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { startService, type AttackedService } from "./attacked-service.ts";
import { bareAnswers, bareAppends, keepAliveClient, load, type Load } from "./bare-limits.ts";

const seconds = 4;
/** Of each of the machine's own limits, which vary less. */
const bareSeconds = 2;
const mixedSeconds = Number(process.env["BENCH_SECONDS"] ?? 10);
const server = process.env["TEST_DATABASE_URL"];

const Page = z.object({
  data: z.array(z.object({ id: z.string(), rules: z.array(z.object({ baseID: z.string() })) })),
});

/**
 * Required shares of the machine's limit, when idle. On a busy machine a third of them is enough; PostgreSQL must reach
 * those of updates.
 */
const held: Record<string, number> = {
  "read one, 50": 0.2,
  "page of 25, 10": 0.15,
  "update, 10": 0.06,
  "update, 50": 0.06,
};

/**
 * Bare appends per second on the machine for which the shares were set. With a faster disk, a share would measure the
 * processor instead.
 */
const mostAppends = 5500;

/** Maximum memory of the process in MiB after the mixed part, however long it is. */
const mostMemory = 300;

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

async function onServer(statement: string) {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function start(engine: "embedded" | "postgres") {
  const dataDir = mkdtempSync(join(tmpdir(), "assay-bench-"));
  ended.push(async () => rmSync(dataDir, { recursive: true, force: true }));
  const environment: Record<string, string> = { DATA_DIR: dataDir };
  if (engine === "postgres" && server) {
    const name = `bench_${randomBytes(6).toString("hex")}`;
    await onServer(`create database ${name}`);
    ended.push(() => onServer(`drop database ${name} with (force)`));
    const url = new URL(server);
    url.pathname = name;
    Object.assign(environment, { DATABASE_URL: url.href, SECRETS_KEY: randomBytes(32).toString("hex") });
  }
  const service = await startService(environment);
  ended.push(() => service.end("SIGTERM"));
  return service;
}

const row = (ours: Load, bare?: Load, least?: number) => ({
  "per second": Math.round(ours.perSecond),
  "p99 ms": Number(ours.p99.toFixed(1)),
  ...(bare && {
    "bare per second": Math.round(bare.perSecond),
    ratio: Number((ours.perSecond / bare.perSecond).toFixed(3)),
    "held, quiet": least,
  }),
});

async function measure(service: AttackedService) {
  const headers = { "SERVICE-API-KEY": service.key, "Content-Type": "application/json" };
  const send = keepAliveClient(`${service.url}/console/v1`, headers, 50);
  const list = Page.parse(JSON.parse((await send("GET", "/gates?limit=25")).toString()));
  const rules = list.data.flatMap(({ id, rules: [rule] }) =>
    rule ? [`/gates/${id}/rules/${encodeURIComponent(rule.baseID)}`] : [],
  );
  let turn = 0;
  const read = (path: string) => async () => void (await send("GET", path));
  const one = `/gates/${list.data[0]?.id}`;
  const update = async () => {
    turn += 1;
    await send("PATCH", rules[turn % rules.length] ?? "", JSON.stringify({ passPercentage: turn % 100 }));
  };
  const mixed = async () => {
    turn += 1;
    await (turn % 10 === 0 ? update() : read(one)());
  };
  // Warms up: code is compiled, caches are filled.
  await load(10, 2, update);
  await load(10, 2, read(one));

  const rows: Record<string, object> = {};
  const ratios: Record<string, number> = {};
  const beside = (name: string, ours: Load, bare: Load) => {
    rows[name] = row(ours, bare, held[name]);
    ratios[name] = ours.perSecond / bare.perSecond;
  };
  const ofOne = (await send("GET", one)).length;
  beside("read one, 50", await load(50, seconds, read(one)), await bareAnswers(ofOne, 50, bareSeconds));
  const page = "/gates?limit=25";
  const ofPage = (await send("GET", page)).length;
  beside("page of 25, 10", await load(10, seconds, read(page)), await bareAnswers(ofPage, 10, bareSeconds));
  for (const writers of [10, 50]) {
    const updates = await load(writers, seconds, update);
    const bare = await bareAppends(writers, bareSeconds);
    beside(`update, ${writers}`, updates, { ...bare, perSecond: Math.min(bare.perSecond, mostAppends) });
    Object.assign(rows[`update, ${writers}`] ?? {}, { "of the disk": Math.round(bare.perSecond) });
  }
  const before = service.memory();
  const ofMixed = await load(50, mixedSeconds, mixed);
  const memory = service.memory();
  rows["9 reads to 1 update, 50"] = { ...row(ofMixed), "MiB before": before, "MiB after": memory };
  console.table(rows);
  return { ratios, memory };
}

test.each([
  { engine: "embedded", isThere: true },
  { engine: "postgres", isThere: server !== undefined },
] as const)("$engine", { timeout: 120_000 + mixedSeconds * 1000 }, async ({ engine, isThere }) => {
  if (!isThere) return console.log("Not measured: PostgreSQL. TEST_DATABASE_URL is not set.");
  console.log(engine);
  const { ratios, memory } = await measure(await start(engine));
  const low = Object.entries(ratios).filter(
    ([name, ratio]) => (engine === "embedded" || name.startsWith("update")) && ratio < (held[name] ?? 0) / 3,
  );
  expect.soft(low).toEqual([]);
  expect.soft(memory).toBeLessThanOrEqual(mostMemory);
});
