// Readers of the log while the service is killed: no reader takes part of a file for the whole, and a stream continues where it
// ended.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StreamedEvents } from "#contract/event-stream.ts";
import { openDatabase } from "#service/database/open-database.ts";
import { createKey } from "#service/http/api-keys.ts";
import { startService, type AttackedService } from "./attacked-service.ts";

const rounds = Number(process.env["KILLS"] ?? 1);

let dataDir: string;
let service: AttackedService;
let appKey: string;
/** Some 30 MB of lines: more than the connection buffers for a client that does not read. */
const stored = 100_000;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "assay-readers-"));
  const database = await openDatabase({ dataDir });
  await database.transaction((transaction) =>
    transaction.query(
      `insert into event (name, time, unit_id, value, source, metadata, seq)
       select 'view', 1790000000000 + n, 'u' || n, '', 'web', cast('{"note":"' || repeat('x', 200) || '"}' as jsonb), n
       from generate_series(1, ${stored}) as numbers (n)`,
    ),
  );
  const shop = { name: "Shop", kind: "server", environment: "production" } as const;
  appKey = await createKey(database, shop, Date.now());
  await database.close();
  service = await startService({ DATA_DIR: dataDir, DEMO: "0" });
});
afterEach(async () => {
  await service.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

const read = (path: string) =>
  fetch(`${service.url}/console/v1${path}`, { headers: { "SERVICE-API-KEY": service.key } });

/** Reads an answer until it ends, either properly or cut off. */
async function textUntilEnd(answer: Response, heard: (text: string) => void = () => undefined) {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      heard(text);
    }
    return { text, isWhole: true };
  } catch {
    return { text, isWhole: false };
  }
}

test(
  "an export that is killed is cut off, and the next one has every event",
  { timeout: 60_000 + rounds * 20_000 },
  async () => {
    for (const format of Array.from({ length: rounds }, (_, round) => (round % 2 ? "csv" : "ndjson"))) {
      const answer = await read(`/event_export?format=${format}`);
      expect(answer.headers.get("X-Total-Count")).toBe(String(stored));
      let dying: Promise<void> | undefined;
      const { text, isWhole } = await textUntilEnd(answer, () => void (dying ??= service.end("SIGKILL")));
      await dying;
      expect(isWhole).toBe(false);
      expect(text.split("\n").length).toBeLessThan(stored);
      await service.start();
    }
    // The Parquet file is complete before it is sent.
    const parquet = read("/event_export?format=parquet").then(textUntilEnd, () => ({ isWhole: false }));
    const exports = join(dataDir, "exports");
    await expect.poll(() => existsSync(exports), { timeout: 20_000 }).toBe(true);
    await service.end("SIGKILL");
    expect(await parquet).toMatchObject({ isWhole: false });
    await service.start();
    const { text, isWhole } = await textUntilEnd(await read("/event_export"));
    expect(isWhole).toBe(true);
    const units = text.split("\n").flatMap((line) => /"userID":"(u\d+)"/.exec(line)?.[1] ?? []);
    expect([units.length, new Set(units).size]).toEqual([stored, stored]);
    expect(await textUntilEnd(await read("/event_export?format=parquet"))).toMatchObject({ isWhole: true });
    // A file whose size was announced must be delivered before it is removed.
    await expect.poll(() => readdirSync(exports)).toEqual([]);
  },
);

test(
  "a stream that is killed is seen to end, and goes on where it ended: each event is told once",
  { timeout: 60_000 + rounds * 20_000 },
  async () => {
    const sendingEnds = new AbortController();
    let acknowledged = 0;
    const sending = (async () => {
      for (let batch = 0; !sendingEnds.signal.aborted; batch += 1) {
        const events = Array.from({ length: 10 }, (_, place) => ({
          eventName: "bought",
          user: { userID: `b${batch}/${place}` },
          time: Date.now(),
        }));
        const body = { events, statsigMetadata: { sessionID: "shop" } };
        // Retries the same batch, as a client library does.
        while (
          (await service.send("POST", "/v1/log_event", body, { "STATSIG-API-KEY": appKey })).status !== 202
        )
          await wait(20);
        acknowledged += events.length;
        // Not more events at a time than a stream reports without leaving rows out.
        await wait(100);
      }
    })();
    const told = new Set<string>();
    let [matched, position] = [0, stored];
    /** Collects the events of a stream until it ends. */
    const listen = async () => {
      const answer = await read(`/event_stream?name=bought&since=${position}`);
      let taken = 0;
      return textUntilEnd(answer, (text) => {
        const messages = text.split("\n\n");
        for (const message of messages.slice(taken, -1)) {
          const of = StreamedEvents.parse(JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? ""));
          matched += of.matched;
          position = of.position;
          for (const { userID } of of.events) told.add(userID ?? "");
        }
        taken = messages.length - 1;
      });
    };
    for (let round = 0; round < rounds; round += 1) {
      const listening = listen();
      const before = matched;
      await expect.poll(() => matched, { timeout: 20_000 }).toBeGreaterThan(before + 50);
      await wait(Math.random() * 500);
      await service.end("SIGKILL");
      expect((await listening).isWhole).toBe(false);
      await service.start();
    }
    sendingEnds.abort();
    await sending;
    const listening = listen();
    await expect.poll(() => matched, { timeout: 20_000 }).toBeGreaterThanOrEqual(acknowledged);
    // On a regular shutdown the stream ends with a message, which is not a failure.
    await service.end("SIGTERM");
    expect(await listening).toMatchObject({ isWhole: true, text: expect.stringContaining("event: end") });
    expect([matched, told.size]).toEqual([acknowledged, acknowledged]);
    console.log(`${acknowledged} events in ${rounds} rounds`);
  },
);
