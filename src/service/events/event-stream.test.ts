// Tests the stream of events over HTTP, as a page reads it.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { StoredEvent } from "#contract/event-matches.ts";
import { maxStreamedRows, StreamedEvents } from "#contract/event-stream.ts";
import { parseWhere } from "#contract/event-where.ts";
import { loadEvents } from "#service/database/logs.ts";
import { revokeKey, listKeys } from "#service/http/api-keys.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { evenSample, streamedRowsOf } from "./streamed-rows.ts";

let stop: AbortController;
let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  stop = new AbortController();
  service = await testApp({ stop: stop.signal });
});
afterEach(async () => {
  stop.abort();
  await service.close();
});

const event = (number: number, country: string) => ({
  name: "purchase",
  time: testNow - 1000 + number,
  unit: `u${number}`,
  ids: "{}",
  value: String(number),
  source: "web",
  metadata: JSON.stringify({ country }),
});
const log = (events: ReturnType<typeof event>[]) =>
  service.database.transaction((transaction) => loadEvents(transaction, events));

async function open(query: Record<string, string>) {
  const answer = await service.app.request(
    `/console/v1/event_stream?${new URLSearchParams(query).toString()}`,
    { headers: { "SERVICE-API-KEY": service.keys.read, "Accept-Encoding": "br, gzip" } },
  );
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  /** Returns the next message, skipping messages of kind `events` that have none; undefined at the end of the stream. */
  async function next(): Promise<{ kind: string; message: StreamedEvents } | undefined> {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const [kind = "", id = "", data = ""] = text
          .slice(0, end)
          .split("\n")
          .map((line) => line.slice(line.indexOf(": ") + 2));
        text = text.slice(end + 2);
        const message = StreamedEvents.parse(JSON.parse(data));
        expect(id).toBe(String(message.position));
        if (kind !== "events" || message.matched > 0) return { kind, message };
      } else {
        const read = await reader?.read();
        if (!read || read.done) return undefined;
        text += read.value;
      }
    }
  }
  return { answer, next, leave: () => reader?.cancel() };
}

const units = (message: StreamedEvents | undefined) => message?.events.map(({ userID }) => userID);

test("a stream brings what arrives, by the sentence of the page, and what was stored while its reader was away", async () => {
  await log([event(1, "DE"), event(2, "SE")]);
  const first = await open({ where: "country is DE", since: "0" });
  expect(first.answer.headers.get("content-type")).toBe("text/event-stream");
  expect(first.answer.headers.get("cache-control")).toContain("no-transform");
  expect(first.answer.headers.get("content-encoding")).toBeNull();
  const begun = await first.next();
  expect(begun).toMatchObject({ kind: "missed", message: { matched: 1, position: 2 } });
  expect(units(begun?.message)).toEqual(["u1"]);
  await log([event(3, "SE"), event(4, "DE"), event(5, "DE")]);
  const arrived = await first.next();
  expect(arrived).toMatchObject({ kind: "events", message: { matched: 2, isEstimated: false } });
  expect(units(arrived?.message)).toEqual(["u4", "u5"]);
  expect(arrived?.message.events[0]).toMatchObject({
    name: "purchase",
    customIDs: {},
    metadata: { country: "DE" },
  });
  await first.leave();

  await log([event(6, "DE"), event(7, "SE")]);
  const since = String(arrived?.message.position);
  const second = await open({ where: "country is DE", since });
  // If the last poll did not read the new events, they arrive with the next message.
  let missed = await second.next();
  if (missed?.message.matched === 0) missed = await second.next();
  expect(units(missed?.message)).toEqual(["u6"]);
  stop.abort();
  expect(await second.next()).toMatchObject({ kind: "end", message: { reason: "stopped" } });
  expect(await second.next()).toBeUndefined();
});

test("a stream ends when its key is revoked, and a bad sentence is refused before it begins", async () => {
  const refused = await service.request("GET", "/console/v1/event_stream?where=country", { key: "read" });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ property: "where" }] } });
  const stream = await open({});
  await stream.next();
  const key = (await listKeys(service.database)).find(({ name }) => name === "Test reader");
  await revokeKey(service.database, key?.id ?? "", testNow);
  expect(await stream.next()).toMatchObject({ kind: "end", message: { reason: "revoked" } });
});

test("of more events than a reader can follow an even share is sent, and all are counted", () => {
  const where = parseWhere("country is DE");
  const rows = streamedRowsOf({ where });
  const arrive = (count: number, from: number) =>
    Array.from({ length: count }, (_, place) => {
      const [number, country] = [from + place, place % 2 ? "DE" : "SE"];
      const stored: StoredEvent = {
        ...event(number, country),
        userID: "",
        ids: null,
        metadata: { country },
        attributes: null,
      };
      return { ...stored, number };
    });
  // 1,000 matching events per second, in polls every quarter of a second.
  let [matched, sent] = [0, 0];
  for (let look = 0; look < 40; look += 1) {
    rows.add({ position: 0, events: arrive(500, look * 500), spread: 1 }, 1000 + look * 250);
    const taken = rows.take();
    expect(taken.isEstimated).toBe(false);
    matched += taken.matched;
    sent += taken.events.length;
  }
  expect(matched).toBe(10_000);
  // The rows of ten seconds, and those of one more second at the start.
  expect(sent).toBeGreaterThanOrEqual(10 * maxStreamedRows - 50);
  expect(sent).toBeLessThanOrEqual(11 * maxStreamedRows);
  rows.add({ position: 0, events: arrive(100, 0), spread: 30 }, 90_000);
  expect(rows.take()).toMatchObject({ matched: 1500, isEstimated: true });
  expect(evenSample([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([3, 5, 7]);
  expect(evenSample([1, 2], 0)).toEqual([]);
});
