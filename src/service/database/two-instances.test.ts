// Only on PostgreSQL: two instances of the service count the same log, and fill its columns, at the same time.
import { afterEach, expect, test } from "vitest";
import type { Database } from "./database.ts";
import { fillColumns } from "./event-columns.ts";
import { countPart } from "./event-counter.ts";
import { countValues } from "./event-value-hours.ts";
import { loadEvents } from "./logs.ts";
import { openDatabase } from "./open-database.ts";
import { takeSchema } from "./test-schemas.test-support.ts";

const server = process.env["TEST_DATABASE_URL"];
const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

const events = Array.from({ length: 60 }, (_, number) => ({
  name: number % 3 === 0 ? "order" : "view",
  time: number * 500_000,
  unit: `u${number % 7}`,
  value: "",
  source: "web",
  metadata: JSON.stringify(number % 2 ? { plan: "paid" } : { country: "SE" }),
}));

/** Does all background work, in small parts. */
async function work(database: Database) {
  while (await database.transaction((transaction) => countPart(transaction, 9)));
  while (await database.transaction((transaction) => fillColumns(transaction, 7)));
  while (await database.transaction((transaction) => countValues(transaction, 5)));
}

test.skipIf(!server)("two instances count each event once, and give it its columns once", async () => {
  const schema = await takeSchema(server ?? "");
  opened.push(schema);
  const open = async () => {
    const database = await openDatabase({ url: schema.url });
    opened.push(database);
    return database;
  };
  const [first, second] = [await open(), await open()];
  await first.transaction((transaction) => loadEvents(transaction, events));
  await Promise.all([work(first), work(second)]);
  // One instance may end while the other is still at the last part.
  await work(first);
  const count = async (sql: string) => (await second.query<{ events: number }>(sql))[0]?.events;
  const ofLog = [
    "select count(*) as events from event_column",
    "select count(distinct seq) as events from event_column",
    "select cast(sum(logged) as bigint) as events from event_hour",
    "select cast(sum(logged) as bigint) as events from event_part where kind = 'source'",
    "select cast(sum(logged) as bigint) as events from event_value_hour where value is null",
    "select cast(sum(logged) as bigint) as events from event_value_hour where value is not null",
  ];
  expect(await Promise.all(ofLog.map(count))).toEqual(ofLog.map(() => events.length));
  const fields = await second.query("select field, place from event_field order by place");
  expect(new Set(fields.map(({ place }) => place)).size).toBe(2);
});
