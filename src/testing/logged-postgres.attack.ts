// Apps log events to two services on one PostgreSQL, which are killed alternately: their events go to the other one, and each
// event is stored once.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#service/database/open-database.ts";
import { createKey } from "#service/http/api-keys.ts";
import { startService, type AttackedService } from "./attacked-service.ts";

const server = process.env["TEST_DATABASE_URL"];
if (!server)
  console.log(
    "Not attacked: two services. Set TEST_DATABASE_URL to an address where a database may be created.",
  );
const name = `logged_${randomBytes(6).toString("hex")}`;
const dataDir = mkdtempSync(join(tmpdir(), "assay-two-logged-"));
const services: AttackedService[] = [];
const senders = 6;
const eventsOfBatch = 20;
const kills = Number(process.env["KILLS"] ?? 2);

async function ask(statement: string) {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

afterAll(async () => {
  for (const service of services) await service.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
  if (server) await ask(`drop database if exists ${name} with (force)`);
});

test.skipIf(!server)(
  "two services of which one is killed: apps go on at the other, and no event is lost or doubled",
  { timeout: 60_000 + kills * 20_000 },
  async () => {
    if (!server) return;
    await ask(`create database ${name}`);
    const url = new URL(server);
    url.pathname = name;
    const database = await openDatabase({ url: url.href });
    const key = await createKey(
      database,
      { name: "Shop", kind: "server", environment: "production" },
      Date.now(),
    );
    const environment = {
      DATABASE_URL: url.href,
      SECRETS_KEY: randomBytes(32).toString("hex"),
      DEMO: "0",
      DATA_DIR: dataDir,
    };
    for (let count = 0; count < 2; count += 1) services.push(await startService(environment));

    const ends = new AbortController();
    const acknowledged: string[] = [];
    let failed = 0;
    async function sendOn(sender: number) {
      let turn = sender;
      for (let batch = 0; !ends.signal.aborted; batch += 1) {
        const names = Array.from({ length: eventsOfBatch }, (_, place) => `${sender}/${batch}/${place}`);
        const events = names.map((userID) => ({
          eventName: "bought",
          user: { userID },
          time: 1_790_000_000_000 + batch,
        }));
        const body = { events, statsigMetadata: { sessionID: `session ${sender}` } };
        const send = (to: number) =>
          services[to % 2]?.send("POST", "/v1/log_event", body, { "STATSIG-API-KEY": key });
        for (;;) {
          const answer = await send(turn);
          if (answer?.status === 202) break;
          // As a client library does, which then retries the same batch, here with the other service.
          expect([0, 503]).toContain(answer?.status);
          failed += 1;
          turn += 1;
          await wait(20);
        }
        acknowledged.push(...names);
        // Sends the batch again, as if the acknowledgement had been lost.
        if (batch % 10 === 0) await send(turn + 1);
      }
    }
    const sending = Array.from({ length: senders }, (_, sender) => sendOn(sender));
    const more = async () => {
      const before = acknowledged.length;
      await expect
        .poll(() => acknowledged.length - before, { timeout: 15_000, interval: 20 })
        .toBeGreaterThan(senders * eventsOfBatch * 3);
    };
    for (let round = 0; round < kills; round += 1) {
      const killed = services[round % 2];
      await more();
      await killed?.end("SIGKILL");
      await more();
      await killed?.start();
    }
    await more();
    ends.abort();
    await Promise.all(sending);

    const rows = await database.query<{ unit_id: string; rows: number }>(
      "select unit_id, count(*) as rows from event group by unit_id",
    );
    await database.close();
    expect(rows.filter((row) => row.rows !== 1)).toEqual([]);
    const units = new Set(rows.map(({ unit_id }) => unit_id));
    expect(acknowledged.filter((unit) => !units.has(unit))).toEqual([]);
    expect(units.size).toBe(acknowledged.length);
    expect(failed).toBeGreaterThan(0);
    console.log(
      `${acknowledged.length} events, ${failed} requests that were sent again to the other service`,
    );
  },
);
