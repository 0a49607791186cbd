// Only on PostgreSQL: connections that are cut, and a writer lock that another process holds.
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { testApp } from "#service/test-app.test-support.ts";

const server = process.env["TEST_DATABASE_URL"];
const onPostgres = test.skipIf(!server);
/** A separate database, because cut connections and the writer lock would disturb other tests. */
const name = `cut_${randomBytes(6).toString("hex")}`;

let service: Awaited<ReturnType<typeof testApp>>;
let other: Client;
beforeAll(async () => {
  if (!server) return;
  await onServer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  process.env["TEST_DATABASE_URL"] = url.href;
  other = new Client({ connectionString: url.href });
  await other.connect();
});
afterAll(async () => {
  if (!server) return;
  // Later test files in this process use the server's own database again.
  process.env["TEST_DATABASE_URL"] = server;
  await other.end();
  await onServer(`drop database ${name} with (force)`);
});
beforeEach(async () => {
  if (server) service = await testApp();
});
afterEach(async () => {
  if (server) await service.close();
});

async function onServer(statement: string) {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const list = () => service.request("GET", "/console/v1/gates");
const create = (name: string) =>
  service.request("POST", "/console/v1/gates", { body: { name, description: "" } });

/** Cuts all connections but its own, as a restart of the server does. */
const cutConnections = () =>
  other.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
  );

onPostgres(
  "cut connections: requests in flight get 503 with a reason, the next are answered, none is answered 500",
  async () => {
    const statuses = new Set<number>();
    for (let round = 0; round < 5; round += 1) {
      const requests = [1, 2, 3, 4, 5, 6].flatMap((number) => [list(), create(`Gate ${round} ${number}`)]);
      await cutConnections();
      for (const { status, body } of await Promise.all(requests)) {
        statuses.add(status);
        if (status === 503) expect(body.message).toMatch(/^The database does not answer\. Try again/);
      }
      await expect.poll(async () => (await list()).status).toBe(200);
    }
    expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(statuses).toContain(503);
    expect((await create("Afterwards")).status).toBe(201);
  },
);

onPostgres(
  "while another process holds the writer lock reads are answered, and writers give up with 503",
  { timeout: 30_000 },
  async () => {
    await other.query("begin");
    await other.query("select pg_advisory_xact_lock($1)", [0x617373]);
    const writes = Array.from({ length: 12 }, (_, index) => create(`Gate ${index}`));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const started = performance.now();
    await Promise.all(Array.from({ length: 20 }, list));
    expect(performance.now() - started).toBeLessThan(2000);
    const answers = await Promise.all(writes);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(answers[0]?.body).toMatchObject({
      message: "The database is busy. Try again in a moment; nothing was changed.",
    });
    expect(answers[0]?.headers.get("retry-after")).toBe("1");
    await other.query("rollback");
    expect((await create("Afterwards")).status).toBe(201);
  },
);
