// Pages of the log and the counts by hour agree with a scan of the whole log, however far it is counted, and whatever was removed.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "./database.ts";
import { countPart } from "./event-counter.ts";
import { eventColumns, fillColumns } from "./event-columns.ts";
import { fillRun } from "./event-runs.ts";
import { eventHours, hour, readLastCounted, sumHours, hourlyCountsSql } from "./event-hours.ts";
import { readEventPage } from "./event-pages.ts";
import { day, readParts, sumParts } from "./event-parts.ts";
import { forgetUnit } from "./forget-unit.ts";
import { loadEvents } from "./logs.ts";
import { openTestDatabase } from "./test-database.test-support.ts";

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const keys = ["country", "a.b", "it's", "a/b~1", "$x", "Größe 🎈", "0"];
const Logged = fc.record({
  name: fc.constantFrom("view", "order", "Ünïcode 🎈"),
  time: fc.integer({ min: -3 * hour, max: 3 * hour }),
  unit: fc.constantFrom("a", "b", "c"),
  metadata: fc.dictionary(
    fc.constantFrom(...keys),
    fc.constantFrom<unknown>("SE", "it's 🎈", "", 1, -2.5, 1e300, true, null, [1], { a: 1 }),
  ),
});
const Step = fc.oneof(
  { weight: 3, arbitrary: fc.array(Logged, { minLength: 1, maxLength: 12 }) },
  { weight: 3, arbitrary: fc.constant("count" as const) },
  { weight: 3, arbitrary: fc.constantFrom("fill" as const, "fill a run beside removals" as const) },
  { weight: 1, arbitrary: fc.constant("sum" as const) },
  { weight: 1, arbitrary: fc.constantFrom("forget a", "forget b") },
);

const typeOf = (value: unknown) => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  return typeof value === "string" ? "text" : typeof value;
};

/** The fields and sources counted from every single event. */
async function plainParts() {
  const events = await database.query<{ name: string; time: number; source: string; metadata: object }>(
    "select name, time, source, metadata from event",
  );
  return events.flatMap(({ name, time, source, metadata }) => {
    const of = { name, day: Math.floor(time / day), logged: 1 };
    return [
      { ...of, kind: "source", part: source, type: "" },
      ...Object.entries(metadata).map(([part, value]) => ({
        ...of,
        kind: "field",
        part,
        type: typeOf(value),
      })),
    ];
  });
}

type Part = { name: string; day: number; kind: string; part: string; type: string; logged: number };

function sums(parts: readonly Part[]) {
  const counted = new Map<string, number>();
  for (const part of parts) {
    const key = JSON.stringify([part.name, part.day, part.kind, part.part, part.type]);
    counted.set(key, (counted.get(key) ?? 0) + part.logged);
  }
  return new Map([...counted].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** Expects the columns to hold the texts of the documents, whatever part of the log has columns. */
async function expectColumns() {
  const asked = [...keys, "never logged"];
  const source = await eventColumns(database, asked);
  if (!source) return;
  const shared = "seq, time, name, unit_id, unit_chance(unit_id) as chance, value, source";
  const read = (table: string, fields: readonly string[]) =>
    database.query(
      `select ${shared}, ${fields.map((sql, index) => `${sql} as text_${index}`).join(", ")} from ${table} order by seq`,
    );
  const ofDocument = asked.map((key) => `text_at(metadata, '${key.replaceAll("'", "''")}')`);
  expect(
    await read(
      source.table,
      asked.map((key) => source.columns.get(key) ?? ""),
    ),
  ).toEqual(await read("event", ofDocument));
}

/** Expects correct counts between any two times; those of whole hours come from the tables. */
async function expectTallied(all: readonly { name: string; time: number }[]) {
  const [row] = await database.query<{ seq: number }>("select seq from event_counted");
  const edges = [undefined, -2 * hour, -90, 0, 1, hour, 2 * hour + 5];
  for (const from of edges)
    for (const to of edges) {
      const [sum] = await database.query<{ logged: number; first: number | null; last: number | null }>(
        `select cast(coalesce(sum(logged), 0) as bigint) as logged, min(first_time) as first, max(last_time) as last
         from ${hourlyCountsSql({ from, to }, row?.seq ?? 0)}`,
      );
      const times = all
        .map(({ time }) => time)
        .filter((time) => time >= (from ?? -Infinity) && time < (to ?? Infinity));
      const [first = null, last = null] = times.length > 0 ? [Math.min(...times), Math.max(...times)] : [];
      expect(sum, `${from} to ${to}`).toEqual({ logged: times.length, first, last });
    }
}

test("pages, hours and fields are those of the log", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 4, maxLength: 9 }), async (steps) => {
      for (const step of steps) {
        if (typeof step === "object")
          await database.transaction((transaction) =>
            loadEvents(
              transaction,
              step.map((event) => ({
                ...event,
                value: "",
                source: `web ${event.unit}`,
                metadata: JSON.stringify(event.metadata),
              })),
            ),
          );
        else if (step === "count") await database.transaction(countPart);
        else if (step === "fill") await database.transaction((transaction) => fillColumns(transaction, 3));
        else if (step === "fill a run beside removals") {
          // Events that are removed while a run is filled must not come back.
          if (database.engine === "duckdb")
            await Promise.all([fillRun(database, 2), forgetUnit(database, "a")]);
        } else if (step === "sum")
          await database.transaction(async (transaction) => {
            await sumHours(transaction);
            await sumParts(transaction);
          });
        else await forgetUnit(database, step.replace("forget ", ""));
      }
      const all = await database.query<{ name: string; time: number; seq: number }>(
        "select name, time, seq from event order by time desc, seq desc",
      );
      expect(sums(await readParts(database, await readLastCounted(database)))).toEqual(
        sums(await plainParts()),
      );
      await expectColumns();
      await expectTallied(all);
      const limit = 3;
      for (const name of [undefined, "order"]) {
        const own = all.filter((event) => name === undefined || event.name === name);
        for (let page = 1; page <= Math.ceil(own.length / limit) + 1; page += 1) {
          const { items, total } = await readEventPage(database, "name, time, seq", name, { limit, page });
          expect(total).toBe(own.length);
          expect(items).toEqual(own.slice((page - 1) * limit, page * limit));
        }
      }
      const hours = await database.query<{ hour: number; logged: number; first: number; last: number }>(
        `select hour, cast(sum(logged) as bigint) as logged, min(first_time) as first, max(last_time) as last
         from ${eventHours(await readLastCounted(database))} group by hour order by hour`,
      );
      const counted = new Map<number, number[]>();
      for (const { time } of all.toReversed())
        counted.set(Math.floor(time / hour), [...(counted.get(Math.floor(time / hour)) ?? []), time]);
      expect(hours).toEqual(
        [...counted].map(([at, times]) => ({
          hour: at,
          logged: times.length,
          first: times[0],
          last: times.at(-1),
        })),
      );
      await forgetUnit(database, "a");
      await forgetUnit(database, "b");
      await forgetUnit(database, "c");
    }),
    { numRuns: 8 },
  );
});
