// Tests exports: in each format a file has exactly the events that its filter counts, and an incomplete download fails instead of
// looking complete.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventText, matchesEvent, type StoredEvent } from "#contract/event-matches.ts";
import { eventWheres, storedEvents } from "#contract/event-where.test-support.ts";
import { parseField, printWhere } from "#contract/event-where.ts";
import { loadEvents } from "#service/database/logs.ts";
import type { Engine } from "#service/database/database.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

type Service = Awaited<ReturnType<typeof testApp>>;
const start = testNow - 60_000;
let service: Service;

const send = (query: Record<string, string> | [string, string][], signal?: AbortSignal) =>
  service.app.request(`/console/v1/event_export?${new URLSearchParams(query).toString()}`, {
    headers: { "SERVICE-API-KEY": service.keys.read },
    ...(signal ? { signal } : {}),
  });

const recordOf = (event: StoredEvent) => ({
  timestamp: String(event.time),
  name: event.name,
  source: event.source,
  value: event.value,
  userID: event.userID,
  customIDs: event.ids ?? {},
  metadata: event.metadata,
});

describe("of any filter", () => {
  const log = fc.sample(storedEvents(start), { numRuns: 100, seed: 11 });
  const folder = mkdtempSync(join(tmpdir(), "assay-export-"));
  beforeAll(async () => {
    service = await testApp({ environment: { DATA_DIR: folder } });
    await service.database.transaction((transaction) =>
      loadEvents(
        transaction,
        log.map((event) => ({
          name: event.name,
          time: event.time,
          unit: event.userID,
          value: event.value,
          source: event.source,
          metadata: JSON.stringify(event.metadata),
          ...(event.ids && { ids: JSON.stringify(event.ids) }),
          ...(event.attributes && { attributes: JSON.stringify(event.attributes) }),
        })),
      ),
    );
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  test("rows are those of the count, and each is what was logged", async () => {
    await fc.assert(
      fc.asyncProperty(eventWheres, async (where) => {
        const filter = { where, from: start + 1, to: start + 5 };
        const query = { where: printWhere(where), from: String(filter.from), to: String(filter.to) };
        const found = log.filter((event) => matchesEvent(event, filter));
        const counted = await service.request(
          "GET",
          `/console/v1/event_total?${new URLSearchParams(query).toString()}`,
        );
        expect(counted.body.data).toMatchObject({ events: found.length });

        const lines = await send(query);
        expect(lines.headers.get("X-Total-Count")).toBe(String(found.length));
        const rows = (await lines.text()).split("\n");
        expect(rows.pop()).toBe("");
        expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual(found.map(recordOf));

        const table = await (await send({ ...query, format: "csv", fields: "country" })).text();
        const cells: Record<string, string>[] = parse(table, { columns: true });
        expect(cells.map(({ timestamp }) => timestamp)).toEqual(found.map(({ time }) => String(time)));
        const country = parseField("country");
        for (const [index, event] of found.entries()) {
          const { name, value, country: of } = cells[index] ?? {};
          expect([event.name, `'${event.name}`]).toContain(name);
          expect([event.value, `'${event.value}`]).toContain(value);
          const text = eventText(event, country) ?? "";
          expect([text, `'${text}`]).toContain(of);
          expect(JSON.parse(cells[index]?.["metadata"] ?? "")).toEqual(event.metadata);
        }
      }),
      { numRuns: 10 },
    );
  });

  test("a Parquet file has the same, its fields under names of their own, and leaves nothing behind", async () => {
    const answer = await send([
      ["format", "parquet"],
      ["fields", "country"],
      ["fields", "Country"],
      ["fields", "user.plan"],
      ["fields", "value"],
    ]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get("Content-Length")).toBe(String(bytes.length));
    const path = join(folder, "read.parquet");
    writeFileSync(path, bytes);
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const read = await connection.runAndReadAll(
      `select epoch_ms("timestamp")::varchar as "timestamp", * exclude ("timestamp") from read_parquet('${path}')`,
    );
    expect(read.columnNames().slice(7)).toEqual(["country", "Country 2", "user.plan"]);
    const rows = read.getRowObjectsJS();
    expect(rows.map(({ timestamp, name, value, userID }) => [timestamp, name, value, userID])).toEqual(
      log.map((event) => [String(event.time), event.name, event.value, event.userID]),
    );
    // Engines differ in the white space of JSON text.
    const document = (text: unknown): unknown => JSON.parse(typeof text === "string" ? text : "");
    expect(rows.map(({ metadata }) => document(metadata))).toEqual(log.map(({ metadata }) => metadata));
    connection.closeSync();
    instance.closeSync();
    expect(readdirSync(join(folder, "exports"))).toEqual([]);
    expect(await (await send({ format: "parquet", name: "never logged" })).text()).toMatch(/^PAR1/);
  });

  test("an export that nobody takes is not kept", async () => {
    const leaving = new AbortController();
    const answer = await send({ format: "parquet" }, leaving.signal);
    await answer.body?.cancel();
    await expect
      .poll(() => existsSync(join(folder, "exports")) && readdirSync(join(folder, "exports")))
      .toEqual([]);
  });

  test("text that a spreadsheet would run does not begin as a formula, and numbers stay numbers", async () => {
    await service.database.transaction((transaction) =>
      loadEvents(transaction, [
        {
          name: "formula",
          time: testNow,
          unit: "@sum",
          value: "-5",
          source: " =cmd()",
          metadata: JSON.stringify({ note: '+1, "two"\n' }),
        },
      ]),
    );
    const text = await (await send({ format: "csv", name: "formula", fields: "note" })).text();
    const [row] = parse(text, { columns: true }) as Record<string, string>[];
    expect(row).toMatchObject({
      userID: "'@sum",
      value: "-5",
      source: "' =cmd()",
      note: `'+1, "two"\n`,
    });
  });

  test("is refused by the name of what is wrong", async () => {
    const { status, body } = await service.request(
      "GET",
      "/console/v1/event_export?format=xlsx&fields=%22open&where=country",
    );
    expect(status).toBe(400);
    expect(body.errors?.map(({ property }) => property)).toEqual(
      expect.arrayContaining(["format", "fields", "where"]),
    );
  });
});

describe("of a long log", () => {
  const events = 40_000;
  let [stretches, failAt] = [0, Infinity];
  const counting: AbortSignal[] = [];
  const watched = (engine: Engine): Engine => ({
    ...engine,
    snapshot: (work, signal) => {
      counting.push(signal);
      return engine.snapshot(work, signal);
    },
    query: async (sql, values) => {
      if (sql.includes("string_agg")) stretches += 1;
      if (stretches >= failAt) throw new Error("The engine is gone.");
      return engine.query(sql, values);
    },
  });
  beforeAll(async () => {
    service = await testApp({ between: watched });
    await service.database.transaction((transaction) =>
      transaction.query(
        `insert into event (name, time, unit_id, value, source, metadata, seq)
         select 'view', ${start} + n, 'u', '', 'web', '{}'::jsonb, n from generate_series(1, ${events}) as numbers (n)`,
      ),
    );
  });
  afterAll(() => service.close());
  beforeEach(() => {
    [stretches, failAt] = [0, Infinity];
  });

  test("what is logged meanwhile is left out, so that the rows are as many as were said", async () => {
    const answer = await send({});
    await service.database.transaction((transaction) =>
      transaction.query(
        `insert into event (name, time, unit_id, value, source, seq) values ('later', ${start}, 'u', '', 'web', ${events + 1})`,
      ),
    );
    const rows = (await answer.text()).split("\n");
    expect(rows.length - 1).toBe(events);
    expect(answer.headers.get("X-Total-Count")).toBe(String(events));
    expect(new Set(rows).size).toBe(events + 1);
  });

  test("waits for a slow reader, and ends in the database when the reader goes away", async () => {
    const answer = await send({});
    const reader = answer.body?.getReader();
    await reader?.read();
    // The chunk that was read, and at most one that is read ahead.
    expect(stretches).toBeLessThanOrEqual(2);
    await reader?.cancel();
    expect(counting.at(-1)?.aborted).toBe(true);
    const asked = stretches;
    await new Promise((resolve) => setImmediate(resolve));
    expect(stretches).toBe(asked);
  });

  test("is cut off where the database fails or rows are removed meanwhile, and the service says so", async () => {
    failAt = 2;
    await expect((await send({ name: "view" })).text()).rejects.toThrow("The engine is gone.");
    failAt = Infinity;
    const answer = await send({ format: "csv" });
    await service.database.transaction((transaction) =>
      transaction.query(`delete from event where seq > ${events - 10}`),
    );
    await expect(answer.text()).rejects.toThrow("The log changed");
    expect(service.logged).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ error: expect.stringContaining("The engine is gone.") }),
      ]),
    );
  });
});
