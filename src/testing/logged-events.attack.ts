// Apps log events while the service is repeatedly killed: every acknowledged event is stored, and none twice.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { openDatabase } from "#service/database/open-database.ts";
import { createKey } from "#service/http/api-keys.ts";
import { startService, type AttackedService } from "./attacked-service.ts";

const senders = 6;
const eventsOfBatch = 20;
const rounds = Number(process.env["KILLS"] ?? 3);

let service: AttackedService | undefined;
const dataDir = mkdtempSync(join(tmpdir(), "assay-logged-"));
afterEach(async () => {
  await service?.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

test(
  "every acknowledged event is stored once, however often the service is killed and the batch sent again",
  { timeout: 60_000 + rounds * 20_000 },
  async () => {
    const database = await openDatabase({ dataDir });
    const key = await createKey(
      database,
      { name: "Shop", kind: "server", environment: "production" },
      Date.now(),
    );
    await database.close();
    const running = (service = await startService({ DATA_DIR: dataDir, DEMO: "0" }));
    const sendingEnds = new AbortController();
    const acknowledged: string[] = [];

    async function sendOn(sender: number) {
      for (let batch = 0; !sendingEnds.signal.aborted; batch += 1) {
        const names = Array.from({ length: eventsOfBatch }, (_, place) => `${sender}/${batch}/${place}`);
        const events = names.map((name) => ({
          eventName: "bought",
          user: { userID: name },
          time: 1_790_000_000_000 + batch,
        }));
        for (;;) {
          const answer = await running.send(
            "POST",
            "/v1/log_event",
            { events, statsigMetadata: { sessionID: `session ${sender}` } },
            { "STATSIG-API-KEY": key },
          );
          if (answer.status === 202) break;
          // As a client library does, which then retries the same batch.
          expect([0, 503]).toContain(answer.status);
          await wait(20);
        }
        acknowledged.push(...names);
      }
    }

    const sending = Array.from({ length: senders }, (_, sender) => sendOn(sender));
    for (let round = 0; round < rounds; round += 1) {
      const before = acknowledged.length;
      for (let tries = 0; tries < 600 && acknowledged.length === before; tries += 1) await wait(50);
      await wait(Math.random() * 500);
      await running.end("SIGKILL");
      await running.start();
    }
    sendingEnds.abort();
    await Promise.all(sending);
    await running.end("SIGTERM");

    const stored = await openDatabase({ dataDir });
    const rows = await stored.query<{ unit_id: string; rows: number }>(
      "select unit_id, count(*) as rows from event group by unit_id",
    );
    await stored.close();
    expect(rows.filter((row) => row.rows !== 1)).toEqual([]);
    const units = new Set(rows.map(({ unit_id }) => unit_id));
    expect(acknowledged.filter((name) => !units.has(name))).toEqual([]);
    // Nothing else is stored: each batch is retried until it is acknowledged.
    expect(units.size).toBe(acknowledged.length);
    expect(acknowledged.length).toBeGreaterThan(0);
    console.log(`${acknowledged.length} events in ${rounds} rounds`);
  },
);
