// Attack on two services with one PostgreSQL, whose connections are cut: no change is lost, none is made twice, none ends a
// process.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { z } from "zod/mini";
import { attackBudgetSeconds, startService, type AttackedService } from "./attacked-service.ts";

const server = process.env["TEST_DATABASE_URL"];
if (!server)
  console.log(
    "Not attacked: PostgreSQL. Set TEST_DATABASE_URL to an address where a database may be created.",
  );
const name = `attacked_${randomBytes(6).toString("hex")}`;
const dataDir = mkdtempSync(join(tmpdir(), "assay-two-"));
const services: AttackedService[] = [];

async function ask(url: string, statement: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

afterAll(async () => {
  for (const service of services) await service.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
  if (server) await ask(server, `drop database if exists ${name} with (force)`);
});

const list = "/console/v1/gates";
const path = `${list}/shared`;
const Stored = z.object({ data: z.looseObject({ version: z.number() }) });

test.skipIf(!server)(
  "two services and cut connections: every acknowledged change is a version, and both live",
  async () => {
    if (!server) return;
    // Cleans up first, in case an earlier run failed.
    for (const service of services.splice(0)) await service.end("SIGKILL");
    await ask(server, `drop database if exists ${name} with (force)`);
    await ask(server, `create database ${name}`);
    const url = new URL(server);
    url.pathname = name;
    const environment = {
      DATABASE_URL: url.href,
      SECRETS_KEY: randomBytes(32).toString("hex"),
      DEMO: "0",
      DATA_DIR: dataDir,
    };
    const first = await startService(environment);
    services.push(first);
    const second = await startService(environment);
    services.push(second);
    await first.send("POST", list, { name: "Shared", description: "" });

    const statuses: Record<number, number> = {};
    const until = Date.now() + attackBudgetSeconds * 100;
    const change = async (service: AttackedService, who: string) => {
      for (let times = 0; Date.now() < until; times += 1) {
        const { status, text } = await service.send("GET", path);
        statuses[status] = (statuses[status] ?? 0) + (status === 200 ? 0 : 1);
        if (status !== 200) continue;
        const ifMatch = { "If-Match": `"${Stored.parse(JSON.parse(text)).data.version}"` };
        const saved = await service.send("PATCH", path, { description: `${who} ${times}` }, ifMatch);
        statuses[saved.status] = (statuses[saved.status] ?? 0) + 1;
      }
    };
    const cut = async () => {
      while (Date.now() < until - 1000) {
        await wait(400);
        await ask(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
      }
    };
    await Promise.all([
      cut(),
      ...["a", "b", "c"].flatMap((who) => services.map((service) => change(service, who))),
    ]);
    console.log(`Two services: answers by status ${JSON.stringify(statuses)}`);
    expect(Object.keys(statuses).filter((status) => !["200", "412", "503"].includes(status))).toEqual([]);
    expect(services.map((service) => service.isAlive())).toEqual([true, true]);
    const stored = services.map(
      async (service) => Stored.parse(JSON.parse((await service.send("GET", path)).text)).data.version - 1,
    );
    const [changes = 0, ofSecond] = await Promise.all(stored);
    expect(ofSecond).toBe(changes);
    // If the connection was cut while a change was being stored, it may be stored without having been acknowledged.
    expect(changes).toBeGreaterThanOrEqual(statuses[200] ?? 0);
    expect(changes).toBeLessThanOrEqual((statuses[200] ?? 0) + (statuses[503] ?? 0));
  },
  attackBudgetSeconds * 1000 + 60_000,
);

test.skipIf(!server)(
  "a server that refuses connections, as while it is started again: 503 until it is back",
  async () => {
    const [service] = services;
    if (!server || !service) return;
    await ask(server, `alter database ${name} allow_connections false`);
    await ask(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    for (const method of ["GET", "PATCH"])
      expect((await service.send(method, path, method === "GET" ? undefined : { tags: [] })).status).toBe(
        503,
      );
    expect((await service.send("GET", "/readyz")).status).toBe(503);
    await ask(server, `alter database ${name} allow_connections true`);
    await expect.poll(async () => (await service.send("GET", path)).status, { timeout: 5000 }).toBe(200);
    expect((await service.send("PATCH", path, { tags: [] })).status).toBe(200);
  },
  30_000,
);

test.skipIf(!server)(
  "a lock that another session holds: reads go on, writers end with 503",
  async () => {
    const [service] = services;
    if (!server || !service) return;
    const url = new URL(server);
    url.pathname = name;
    const other = new Client({ connectionString: url.href });
    await other.connect();
    await other.query("begin");
    await other.query("lock table gate in exclusive mode");
    const started = performance.now();
    const writes = Array.from({ length: 12 }, () => service.send("PATCH", path, { description: "Waits" }));
    await wait(500);
    const reads = performance.now();
    const read = await Promise.all(Array.from({ length: 50 }, () => service.send("GET", list)));
    const readFor = performance.now() - reads;
    const written = await Promise.all(writes);
    console.log(
      `Behind a lock: 50 reads ${readFor.toFixed(0)} ms, 12 writes ${(performance.now() - started).toFixed(0)} ms`,
    );
    expect(new Set(read.map(({ status }) => status))).toEqual(new Set([200]));
    expect(readFor).toBeLessThan(5000);
    expect(new Set(written.map(({ status }) => status))).toEqual(new Set([503]));
    await other.query("rollback");
    await other.end();
    expect((await service.send("PATCH", path, { description: "Goes on" })).status).toBe(200);
  },
  90_000,
);
