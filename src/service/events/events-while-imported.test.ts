// Tests reads of the log while a file is imported, counted and undone: each answer covers either all events of the file or none.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { EventCounts, EventTotal, EventValues } from "#contract/event-answers.ts";
import { ImportFile, LogImport } from "#contract/log-import.ts";
import { fillColumns } from "#service/database/event-columns.ts";
import { countPart } from "#service/database/event-counter.ts";
import type { Engine, Row, Snapshot, Value } from "#service/database/database.ts";
import { loadEvents } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const [kept, added] = [1000, 1400];
const hour = 3_600_000;

let folder: string;
let service: Awaited<ReturnType<typeof testApp>>;
/** Runs once, after the events of the next page were counted and before its rows are read. */
let meanwhile: (() => Promise<unknown>) | undefined;

async function thenMeanwhile<T>(sql: string, answer: Promise<T>): Promise<T> {
  const result = await answer;
  const work = sql.includes("as total") ? meanwhile : undefined;
  if (work) meanwhile = undefined;
  await work?.();
  return result;
}
const between = (engine: Engine): Engine => ({
  ...engine,
  query: <R extends Row>(sql: string, values?: readonly Value[], signal?: AbortSignal) =>
    thenMeanwhile(sql, engine.query<R>(sql, values, signal)),
  snapshot: (work, signal, options) => {
    const read = (snapshot: Snapshot) =>
      work({
        ...snapshot,
        query: <R extends Row>(sql: string, values?: readonly Value[]) =>
          thenMeanwhile(sql, snapshot.query<R>(sql, values)),
      });
    return engine.snapshot(read, signal, options);
  },
});

const store = (events: number, source: string, newest: number) =>
  service.database.transaction((transaction) =>
    loadEvents(
      transaction,
      Array.from({ length: events }, (_, place) => ({
        name: "view",
        time: newest - place * 1000,
        unit: `u${place % 50}`,
        value: "",
        source,
        metadata: JSON.stringify({ plan: "free" }),
      })),
    ),
  );

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-imported-"));
  service = await testApp({ environment: { DATA_DIR: folder }, between });
  await store(kept, "web", testNow - hour);
  await count();
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function count() {
  const { database } = service;
  while (await database.transaction((transaction) => countPart(transaction, 700)));
  while (await database.transaction((transaction) => fillColumns(transaction, 700)));
}

const get = async (path: string) =>
  (await service.request("GET", `/console/v1${path}`, { key: "read" })).body;
const Events = z.array(z.looseObject({ source: z.string() }));

/** Returns the number of events in each endpoint's answer. For pages, checks that the total includes the events of the file
 *  exactly if the rows do. */
async function told(): Promise<number[]> {
  const [page, paid, total, chart, paidChart, values, file] = await Promise.all([
    get("/events?limit=5"),
    get("/events?limit=5&where=plan%20exists"),
    get("/event_total?where=plan%20exists"),
    get("/event_counts?split=name"),
    get("/event_counts?where=plan%20exists&split=source"),
    get("/event_values?field=plan"),
    service.app.request("/console/v1/event_export", { headers: { "SERVICE-API-KEY": service.keys.read } }),
  ]);
  const listed = [page, paid].map(({ data, pagination }) => {
    const [first, ...others] = Events.parse(data);
    // The events of the file are newer than all others.
    const isThere = first?.source === "import";
    expect(others).toHaveLength(4);
    expect(pagination?.totalItems).toBe(isThere ? kept + added : kept);
    return pagination?.totalItems ?? 0;
  });
  const charted = [chart, paidChart].flatMap(({ data }) => {
    const [all, ...parts] = EventCounts.parse(data).series;
    const sum = (counts: readonly number[]) => counts.reduce((one, other) => one + other, 0);
    return [all?.total ?? 0, sum(all?.counts ?? []), sum(parts.map((part) => part.total))];
  });
  const { events, units } = EventTotal.parse(total.data);
  expect(units).toBe(events === kept ? 50 : 90);
  // An export is aborted if its events are removed meanwhile.
  const text = await file.text().catch(() => undefined);
  const lines = text === undefined ? [] : [text.split("\n").length - 1];
  for (const count of lines) expect(count).toBe(Number(file.headers.get("X-Total-Count")));
  return [...listed, ...charted, events, EventValues.parse(values.data).events, ...lines];
}

test("two readers and an import at once", { timeout: 60_000 }, async () => {
  const file = Array.from(
    { length: added },
    (_, place) => `v${place % 40},view,${new Date(testNow - place * 500).toISOString()},paid`,
  );
  const headers = { "SERVICE-API-KEY": service.keys.write };
  const sent = await service.app.request("/console/v1/import_files?name=shop.csv", {
    method: "POST",
    headers,
    body: ["user_id,event,at,plan", ...file].join("\n"),
  });
  const { id: fileID } = ImportFile.parse(z.object({ data: z.unknown() }).parse(await sent.json()).data);
  const columns = { unitColumn: "user_id", timeColumn: "at", nameColumn: "event", metadataColumns: ["plan"] };

  const over = new AbortController();
  const seen = new Set<number>();
  const readOn = async () => {
    while (!over.signal.aborted) for (const events of await told()) seen.add(events);
  };
  const readers = Promise.all([readOn(), readOn()]);
  readers.catch(() => undefined);
  const body = { file: fileID, kind: "events", ...columns };
  const begun = LogImport.parse((await service.request("POST", "/console/v1/imports", { body })).body.data);
  const path = `/imports/${begun.id}`;
  await expect
    .poll(async () => LogImport.parse((await get(path)).data).state, { timeout: 20_000, interval: 20 })
    .toBe("stored");
  await count();
  expect(new Set(await told())).toEqual(new Set([kept + added]));
  expect((await service.request("POST", `/console/v1${path}/undo`)).status).toBe(200);
  expect(new Set(await told())).toEqual(new Set([kept]));
  over.abort();
  await readers;
  expect(seen).toEqual(new Set([kept, kept + added]));
});

test.each(["/events", "/events/view"])(
  "a page of %s is of one moment, whatever is stored while it is read",
  async (path) => {
    meanwhile = () => store(10, "late", testNow);
    const { data, pagination } = await get(`${path}?limit=5`);
    const late = Array.isArray(data) ? data.filter((event) => event.source === "late").length : 0;
    expect([late, pagination?.totalItems]).toEqual([0, kept]);
    expect((await get(`${path}?limit=5`)).pagination?.totalItems).toBe(kept + 10);
  },
);
