// An older log whose events are counted and whose columns are filled in the background while the service is repeatedly killed;
// also on PostgreSQL if TEST_DATABASE_URL names a server on which a database may be created.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { EventCounts, EventTotal } from "#contract/event-answers.ts";
import { countPart } from "#service/database/event-counter.ts";
import { openDatabase, type Where } from "#service/database/open-database.ts";
import { startService, type AttackedService } from "./attacked-service.ts";

const rounds = Number(process.env["KILLS"] ?? 2);
/**
 * The embedded engine fills most columns in one run, and the rest in parts. PostgreSQL only fills parts of 20,000 events:
 * five per kill.
 */
const eventsOf = (engine: string) => (engine === "embedded" ? 1_000_000 : rounds * 100_000);

const server = process.env["TEST_DATABASE_URL"];
const name = `columns_${randomBytes(6).toString("hex")}`;

let service: AttackedService | undefined;
const dataDir = mkdtempSync(join(tmpdir(), "assay-columns-"));
afterEach(async () => {
  await service?.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
  if (server) await onServer(`drop database if exists ${name} with (force)`);
});

async function onServer(statement: string) {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Returns where the log is stored, and the settings of a service for it. */
async function makeDatabase(engine: string): Promise<{ where: Where; settings: Record<string, string> }> {
  if (engine === "embedded" || !server) return { where: { dataDir }, settings: {} };
  await onServer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return {
    where: { url: url.href },
    settings: { DATABASE_URL: url.href, SECRETS_KEY: randomBytes(32).toString("hex") },
  };
}

const Ready = z.object({ eventsCounted: z.optional(z.number()) });
const Answer = z.object({ data: z.unknown() });

/** Whether everything is counted and filled; the answers must be the same at any time before. */
async function isDone({ send }: AttackedService, events: number) {
  const get = async (path: string) =>
    Answer.parse(JSON.parse((await send("GET", `/console/v1${path}`)).text)).data;
  const { eventsCounted } = Ready.parse(JSON.parse((await send("GET", "/readyz")).text));
  expect(EventTotal.parse(await get("/event_total?where=plan%20is%20paid"))).toMatchObject({
    events: events / 4,
    units: 250,
  });
  expect(EventCounts.parse(await get("/event_counts?split=name")).series[0]).toMatchObject({ total: events });
  return eventsCounted === undefined;
}

test.each(server ? ["embedded", "PostgreSQL"] : ["embedded"])(
  "%s: each event is counted once and has its columns once, and every question is answered alike meanwhile",
  { timeout: 240_000 + rounds * 20_000 },
  async (engine) => {
    const events = eventsOf(engine);
    const { where, settings } = await makeDatabase(engine);
    const before = await openDatabase(where);
    await before.transaction(
      (transaction) =>
        transaction.query(
          `insert into event (name, time, unit_id, value, source, metadata, seq)
           select case when n % 3 = 0 then 'order' else 'view' end, 1790000000000 + cast(n as bigint) * 7919 % 864000000, 'u' || n % 1000, '', 'web',
             cast(case when n % 4 = 0 then '{"plan":"paid"}' else '{"plan":"free"}' end as jsonb), n
           from generate_series(1, ${events}) as numbers (n)`,
        ),
      { isLong: true },
    );
    // Most are counted in advance, because the service would take long for it.
    await before.transaction((transaction) => countPart(transaction, events * 0.9), { isLong: true });
    await before.close();
    const running = (service = await startService({ DATA_DIR: dataDir, DEMO: "0", ...settings }));
    for (let round = 0; round < rounds; round += 1) {
      await isDone(running, events);
      await wait(Math.random() * 2000);
      await running.end("SIGKILL");
      await running.start();
    }
    while (!(await isDone(running, events))) await wait(500);
    await running.end("SIGTERM");

    const after = await openDatabase(where);
    const [columns] = await after.query(
      `select count(*) as rows, count(distinct seq) as numbers, max(seq) as last,
         sum(case when field_0 = 'paid' then 1 else 0 end) as paid from event_column`,
    );
    expect(columns).toEqual({ rows: events, numbers: events, last: events, paid: events / 4 });
    const [hours] = await after.query("select cast(sum(logged) as bigint) as logged from event_hour");
    const [parts] = await after.query(
      "select cast(sum(logged) as bigint) as logged from event_part where kind = 'source'",
    );
    expect([hours, parts]).toEqual([{ logged: events }, { logged: events }]);
    await after.close();
  },
);
