// Tests that questions to a copy of the events give the answers of PostgreSQL, whatever is logged and deleted meanwhile.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StoredEvent } from "#contract/event-matches.ts";
import { eventWheres, storedEvents } from "#contract/event-where.test-support.ts";
import { parseField } from "#contract/event-where.ts";
import type { EventFilter } from "#contract/event-query.ts";
import type { Database, Snapshot } from "#service/database/database.ts";
import { fileName } from "#service/database/data-files.ts";
import { eventCopy, type EventCopy, type EventReader } from "#service/database/event-copy.ts";
import { forgetUnit } from "#service/database/forget-unit.ts";
import { loadEvents } from "#service/database/logs.ts";
import { openDatabase } from "#service/database/open-database.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import { eventCounts, eventTotal } from "./event-counts.ts";
import { eventValues } from "./event-values.ts";

const start = 1_790_000_000_000;
const log = fc.sample(storedEvents(start), { numRuns: 120, seed: 11 });
/** Holds the file of a database until it is killed. */
const holding = `require("@duckdb/node-api").DuckDBInstance.create(process.argv[1])
  .then((held) => { globalThis.held = held; console.log("held"); setInterval(() => {}, 1000); })`;
const never = new AbortController().signal;
const everything: EventFilter = { where: [] };
const fields = ["country", "a.b", "missing", "value", "source", "userID"].map(parseField);

const store = (database: Database, events: readonly StoredEvent[]) =>
  database.transaction((transaction) =>
    loadEvents(
      transaction,
      events.map(({ name, time, userID, value, source, metadata, ids, attributes }) => ({
        name,
        time,
        unit: userID,
        value,
        source,
        metadata: JSON.stringify(metadata),
        ...(ids && { ids: JSON.stringify(ids) }),
        ...(attributes && { attributes: JSON.stringify(attributes) }),
      })),
    ),
  );

/** All that the console asks about a filter. */
async function answers(reader: EventReader, filter: EventFilter) {
  const told: unknown[] = [await eventTotal(reader, filter, undefined)];
  for (const measure of ["events", "units"] as const)
    for (const split of [undefined, parseField("country"), parseField("name")])
      told.push(
        await eventCounts(reader, filter, { split, top: 100, measure, bins: 30 }, undefined, start + 100),
      );
  return told;
}

describe.skipIf(!process.env["TEST_DATABASE_URL"])("a copy of the events", () => {
  let [database, folder] = [{} as Database, ""];
  let copy: EventCopy;
  const warnings: unknown[] = [];
  const begin = ({ of = database, fewest = 1 } = {}) => {
    const warn = (error: unknown) => warnings.push(error);
    return eventCopy(of, { folder, memoryLimit: 200, stop: undefined, warn, fewest });
  };
  const isCopied = () => copy.snapshot(async ({ copied }) => copied !== undefined, never);
  async function follow() {
    await copy.snapshot(async () => undefined, never);
    for (let calls = 0; calls < 5; calls += 1) await copy.follow();
  }

  beforeEach(async () => {
    database = await openTestDatabase();
    folder = join(mkdtempSync(join(tmpdir(), "assay-copy-")), "event-copy");
    copy = begin();
    warnings.length = 0;
  });
  afterEach(async () => {
    await copy.close();
    await database.close();
    rmSync(join(folder, ".."), { recursive: true, force: true });
  });

  test("answers any filter as PostgreSQL does, with events that were logged since", async () => {
    await store(database, log.slice(0, 80));
    await follow();
    expect(await isCopied()).toBe(true);
    await store(database, log.slice(80));
    await fc.assert(
      fc.asyncProperty(eventWheres, fc.boolean(), async (where, isWithin) => {
        const filter = { where, ...(isWithin && { from: start + 1, to: start + 5 }) };
        const asked = (reader: EventReader) => answers(reader, filter);
        expect(await copy.snapshot(asked, never)).toEqual(await database.snapshot(asked, never));
      }),
      { numRuns: 25 },
    );
    for (const field of fields) {
      const asked = (reader: EventReader) => eventValues(reader, everything, field, 100);
      expect(await copy.snapshot(asked, never)).toEqual(await database.snapshot(asked, never));
    }
    expect(await isCopied()).toBe(true);
    expect(warnings).toEqual([]);
  });

  test("has the texts of PostgreSQL for values that the engines write in different ways", async () => {
    const texts = [
      '{"a": {"b": [1, "x"]}}',
      '{"a": 1e400}',
      '{"a": 123456789012345678901234567890}',
      '{"a": 1.50}',
      '{"a": 0.1}',
      '{"a": "ü😀\\n\\"\\\\"}',
      '{"a": true}',
      '{"a": null}',
    ];
    await database.transaction((transaction) =>
      loadEvents(
        transaction,
        texts.map((metadata) => ({ name: "n", time: start, unit: "u", value: "", source: "s", metadata })),
      ),
    );
    await follow();
    const field = parseField("a");
    const asked = (reader: EventReader) => eventValues(reader, everything, field, 100);
    const told = await copy.snapshot(asked, never);
    expect(told.values.length).toBeGreaterThan(5);
    expect(told).toEqual(await database.snapshot(asked, never));
  });

  test("never has deleted events, and is made anew", async () => {
    await store(database, log);
    await follow();
    const unit = log.find(({ userID }) => userID !== "")?.userID ?? "";
    await forgetUnit(database, unit);
    expect(await isCopied()).toBe(false);
    await follow();
    expect(await isCopied()).toBe(true);
    const units = (reader: EventReader) => eventValues(reader, everything, parseField("userID"), 100);
    const told = await copy.snapshot(units, never);
    expect(told.values.map(({ value }) => value)).not.toContain(unit);
    expect(told).toEqual(await database.snapshot(units, never));
  });

  test("shows a snapshot nothing that was copied or deleted after it", async () => {
    await store(database, log.slice(0, 100));
    let after: (() => Promise<void>) | undefined;
    // Runs `after` once a snapshot has begun.
    const query =
      (reader: Snapshot): Snapshot["query"] =>
      async (sql, values) => {
        const rows = await reader.query<never>(sql, values);
        const run = after;
        after = undefined;
        await run?.();
        return rows;
      };
    copy = begin({
      of: {
        ...database,
        snapshot: (work, signal) =>
          database.snapshot((reader) => work({ ...reader, query: query(reader) }), signal),
      },
    });
    await follow();
    after = async () => {
      await store(database, log.slice(100));
      await copy.follow();
    };
    const all = (reader: EventReader) => eventValues(reader, everything, parseField("userID"), 100);
    const asked = await copy.snapshot(async (reader) => {
      expect(reader.copied?.last).toBe(100);
      return (await all(reader)).events;
    }, never);
    expect(asked).toBe(100);
    expect((await copy.snapshot(all, never)).events).toBe(log.length);
    after = async () => {
      await forgetUnit(database, log.find(({ userID }) => userID !== "")?.userID ?? "");
      await copy.follow();
    };
    const events = async (reader: EventReader) => (await all(reader)).events;
    expect(await copy.snapshot(events, never)).toBe(log.length);
    expect(await copy.snapshot(events, never)).toBeLessThan(log.length);
  });

  test("is not made for a small log, nor before anybody asks", async () => {
    copy = begin({ fewest: log.length + 1 });
    await store(database, log);
    await follow();
    expect(existsSync(folder)).toBe(false);
    copy = begin();
    await copy.follow();
    expect(existsSync(folder)).toBe(false);
    expect(copy.share()).toBeUndefined();
  });

  test("that a crash has damaged is made anew", async () => {
    await store(database, log);
    mkdirSync(folder);
    writeFileSync(join(folder, fileName), "half a copy");
    await follow();
    expect(await isCopied()).toBe(true);
    expect(warnings).toEqual([]);
  });

  test("of a stopped service is emptied at the next start", async () => {
    await store(database, log);
    await follow();
    expect(await isCopied()).toBe(true);
    await copy.close();
    const onTheirWay = join(folder, "events.jsonl");
    writeFileSync(onTheirWay, "{}");
    copy = begin();
    await copy.follow();
    await copy.close();
    expect(existsSync(onTheirWay)).toBe(false);
    const left = await openDatabase({ dataDir: folder });
    expect(await left.query("select * from event_column")).toEqual([]);
    await left.close();
  });

  test("leaves the answers to PostgreSQL where another process has the folder, or the copy breaks", async () => {
    await store(database, log);
    const total = (reader: EventReader) => eventTotal(reader, everything, undefined);
    mkdirSync(folder);
    const other = spawn(process.execPath, ["-e", holding, join(folder, fileName)]);
    await once(other.stdout, "data");
    await follow();
    expect(warnings.map(String)).toEqual([expect.stringContaining("in use by another process")]);
    expect(await isCopied()).toBe(false);
    expect((await copy.snapshot(total, never)).events).toBe(log.length);
    other.kill("SIGKILL");
    await once(other, "exit");

    copy = begin();
    await follow();
    const asked = await copy.snapshot(async (reader) => {
      await reader.copied?.reader.query("select nothing from nowhere");
      return total(reader);
    }, never);
    expect(asked.events).toBe(log.length);
    expect(warnings.map(String)).toEqual([expect.anything(), expect.stringContaining("nowhere")]);
  });
});
