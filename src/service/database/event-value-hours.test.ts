// The counts of field values agree with a scan of all events, however far they are counted, and whatever was removed.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "./database.ts";
import { fillColumns } from "./event-columns.ts";
import { hour } from "./event-hours.ts";
import { countValues, sumValues, hourlyValueCountsTable } from "./event-value-hours.ts";
import { forgetUnit } from "./forget-unit.ts";
import { loadEvents, raiseLogCounters } from "./logs.ts";
import { openTestDatabase } from "./test-database.test-support.ts";

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const Logged = fc.record({
  name: fc.constantFrom("view", "order"),
  time: fc.integer({ min: -3 * hour, max: 3 * hour }),
  unit: fc.constantFrom("a", "b", "c"),
  metadata: fc.record(
    {
      country: fc.constantFrom<unknown>("SE", "it's 🎈", "", null, 1, true),
      "a.b": fc.constantFrom("x", "y"),
      session: fc.integer(),
    },
    { requiredKeys: [] },
  ),
});
const Some = fc.array(Logged, { minLength: 4, maxLength: 12 });
const Step = fc.oneof(
  { weight: 3, arbitrary: Some },
  { weight: 2, arbitrary: fc.constant("fill" as const) },
  { weight: 3, arbitrary: fc.constant("count" as const) },
  { weight: 1, arbitrary: fc.constantFrom("sum" as const, "forget a" as const, "forget b" as const) },
);

const store = (events: readonly { name: string; time: number; unit: string; metadata: object }[]) =>
  database.transaction((transaction) =>
    loadEvents(
      transaction,
      events.map((event) => ({
        ...event,
        value: "",
        source: "web",
        metadata: JSON.stringify(event.metadata),
      })),
    ),
  );
const fill = (events: number) => database.transaction((transaction) => fillColumns(transaction, events));
const count = (events: number) => database.transaction((transaction) => countValues(transaction, events, 6));

/** The number of events by name, value and hour. */
async function countedIn(table: string, text: string, logged: string) {
  const rows = await database.query<{ name: string; value: string | null; hour: number; logged: number }>(
    `select name, nullif(${text}, '') as value, cast(floor(time / ${hour}.0) as bigint) as hour, cast(sum(${logged}) as bigint) as logged
     from ${table} group by 1, 2, 3 having sum(${logged}) <> 0`,
  );
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

test("values by hour are those of the events of any time", { timeout: 60_000 }, async () => {
  const times: { from?: number; to?: number }[] = [
    {},
    { from: -2 * hour },
    { from: -90, to: 2 * hour + 5 },
    { from: 1, to: 90 },
    { to: hour },
  ];
  await fc.assert(
    fc.asyncProperty(Some, fc.array(Step, { minLength: 4, maxLength: 10 }), async (first, steps) => {
      for (const step of [first, "fill", "count", ...steps, "forget b"] as const) {
        if (typeof step === "object") await store(step);
        else if (step === "fill") await fill(9);
        else if (step === "count") await count(7);
        else if (step === "sum") await sumValues(database);
        else await forgetUnit(database, step.replace("forget ", ""));
      }
      for (const field of ["country", "a.b"])
        for (const time of times) {
          const source = await hourlyValueCountsTable(database, field, time);
          if (!source) continue;
          const column = source.columns.get(field) ?? "";
          const { from = -9 * hour, to = 9 * hour } = time;
          const plain = `(select * from event where time >= ${from} and time < ${to}) as event`;
          expect(await countedIn(source.table, column, "logged"), `${field} ${from} ${to}`).toEqual(
            await countedIn(plain, `text_at(metadata, '${field}')`, "1"),
          );
        }
      for (const unit of ["a", "b", "c"]) await forgetUnit(database, unit);
    }),
    { numRuns: 8 },
  );
});

const event = (session: number) => ({
  name: "view",
  time: session * 1000,
  unit: "a",
  metadata: { country: "SE", session },
});

test("a field of many values is not counted, and counts are made anew where events were removed without them", async () => {
  await store(Array.from({ length: 9 }, (_, session) => event(session)));
  await fill(9);
  await count(9);
  const source = async (field: string) => hourlyValueCountsTable(database, field, {});
  expect(await source("session")).toBeUndefined();
  expect(await source("country")).toBeDefined();
  // Removes events as an earlier version of the service does.
  await database.transaction(async (transaction) => {
    await transaction.query("delete from event_column where time > 5000");
    await transaction.query("delete from event where time > 5000");
    await raiseLogCounters(transaction, "undone", new Map([["", 1]]));
  });
  expect(await source("country")).toBeUndefined();
  await database.transaction((transaction) => countValues(transaction, 100));
  const counted = await source("country");
  expect(await countedIn(counted?.table ?? "", counted?.columns.get("country") ?? "", "logged")).toEqual([
    JSON.stringify({ name: "view", value: "SE", hour: 0, logged: 6 }),
  ]);
});
