// Stores events in a table of an engine and evaluates them in memory too: rows, counts and histogram of every filter must agree.
import pLimit from "p-limit";
import { expect } from "vitest";
import { eventText, matchesEvent, type StoredEvent } from "#contract/event-matches.ts";
import { parseWhere } from "#contract/event-where.ts";
import type { EventFilter } from "#contract/event-query.ts";
import type { EventRecord } from "#contract/event.ts";
import type { MetricSource } from "#contract/warehouse-source.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { TestColumn } from "#service/analysis/warehouse/source-rows.test-support.ts";
import type { TestedEngine } from "#service/analysis/warehouse/warehouse-oracle.test-support.ts";
import { binsOf } from "#service/events/event-bins.ts";
import { countsStatement } from "./event-counts-statement.ts";
import { pageStatement } from "./event-page-statement.ts";
import { eventTable, type EventTable } from "./event-table.ts";

const hour = 3_600_000;
export const sameDay = { from: Date.UTC(2026, 9, 31), to: Date.UTC(2026, 10, 1) };

const names = ["visit", "order", 'it\'s "odd"'];
const countries = ["DE", "SE", "", "O'Brien \\ 100%", "snow ☃"];
const amounts = ["", "0", "12.5", "-3", "200000"];

/** Pairs of events have the same time; some events are before the day, some after it. */
export const sameEvents: readonly StoredEvent[] = Array.from({ length: 240 }, (_, index) => ({
  name: names[index % 3] ?? "",
  time: sameDay.from - hour + Math.floor(index / 2) * 800_000,
  userID: index % 7 === 0 ? "" : `user-${index % 23}`,
  ids: { stableID: `device-${index % 11}` },
  value: amounts[index % 5] ?? "",
  source: index % 4 ? "web" : "app",
  metadata: {
    ...(countries[index % 5] && { country: countries[index % 5] }),
    channel: index % 2 ? "mail" : "search",
    "page title": `Offer ${index % 6}`,
  },
  attributes: null,
}));

const column = (
  name: string,
  type: TestColumn["type"],
  of: (event: StoredEvent) => string | number | undefined,
): TestColumn => ({
  name,
  type,
  values: sameEvents.map((event) => {
    const value = of(event);
    return value === "" || value === undefined ? null : value;
  }),
});

/** The field `country` has a column of its own; the other metadata fields are in a JSON column. */
export const sameColumns = (timeType: "timestamp" | "timestamp with time zone"): TestColumn[] => [
  column("ts", timeType, ({ time }) => time),
  column("event", "text", ({ name }) => name),
  column("user_id", "text", ({ userID }) => userID),
  column("device_id", "text", ({ ids }) => ids?.["stableID"]),
  column("amount", "number", ({ value }) => value && Number(value)),
  column("source", "text", ({ source }) => source),
  column("country", "text", (event) => eventText(event, { part: "metadata", key: "country" })),
  column("fields", "text", ({ metadata }) => {
    const { country: _, ...rest } = { ...metadata };
    return JSON.stringify(rest);
  }),
];

export const sameSource = (sql: string, timestampType: string): MetricSource => ({
  id: "events",
  name: "events",
  sql,
  timestampColumn: "ts",
  timestampType,
  idTypeMapping: [
    { statsigUnitID: "userID", column: "user_id" },
    { statsigUnitID: "stableID", column: "device_id" },
  ],
  eventColumn: "event",
  valueColumn: "amount",
  fieldsColumn: "fields",
  columns: sameColumns("timestamp").map(({ name, type }) => ({
    name,
    type: type === "timestamp" ? "time" : type,
    engineType: type === "number" ? "double" : type,
  })),
});

/** Filters with every condition, and on every part of an event that a metric source can have. */
export const sameFilters: readonly Omit<EventFilter, "from" | "to">[] = [
  "",
  "name is order, visit",
  `name is not "it's \\"odd\\""`,
  "country is DE, SE",
  `country is "O'Brien \\\\ 100%"`,
  "country is not DE",
  "country exists",
  "country is empty",
  "country contains O'Br, ☃",
  "country does not contain E",
  "channel is mail and value > 12",
  "value <= 12.5",
  "value is 12.5",
  "value is not 200000",
  "value is empty",
  '"page title" contains "er 3"',
  '"page title" is "Offer 1", "Offer 2" and userID contains user-1',
  "source is app and id.stableID is device-4",
  "missing is empty",
]
  .map((text): Omit<EventFilter, "from" | "to"> => ({ where: parseWhere(text) }))
  .concat([
    { names: ["order"], sources: ["web"], where: [] },
    {
      units: [
        { type: "userID", id: "user-3" },
        { type: "stableID", id: "device-5" },
      ],
      where: [],
    },
    { names: [], where: [] },
  ]);

const plain = ({ timestamp, name, userID, value, source, customIDs, metadata }: EventRecord) =>
  JSON.stringify([
    timestamp,
    name,
    userID,
    value,
    source,
    customIDs,
    Object.entries(metadata ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);

const recordOf = ({ time, name, userID, value, source, ids, metadata }: StoredEvent): EventRecord => ({
  timestamp: String(time),
  name,
  userID,
  value,
  source,
  customIDs: { ...ids },
  metadata: { ...metadata },
});

/** Reads all pages of a filter, with `limit` rows each. */
async function pagesOf(
  engine: TestedEngine,
  table: EventTable,
  filter: Omit<EventFilter, "from" | "to">,
  limit: number,
) {
  const pages: EventRecord[][] = [];
  let cursor: { time: number; number: number; before: number } | undefined;
  for (;;) {
    const { text, read } = pageStatement(table, { ...filter, ...sameDay }, { limit, cursor }, engine.dialect);
    const { events, next } = read(await engine.run(text, "test"));
    pages.push(events);
    if (next === null) return pages;
    const [time = 0, number = 0, before = 0] = next.split(".").map(Number);
    cursor = { time, number, before };
  }
}

/** Expects the pages and counts of each filter on the engine to equal those computed in memory. */
export async function expectSameEvents(
  engine: TestedEngine,
  provider: WarehouseProvider,
  timeType: "timestamp" | "timestamp with time zone" = "timestamp",
  filters = sameFilters,
) {
  const sql = await engine.table("same_events", sameColumns(timeType));
  const table = eventTable(sameSource(sql, timeType), provider);
  const expectSame = async (filter: Omit<EventFilter, "from" | "to">) => {
    const what = JSON.stringify(filter);
    const found = sameEvents.filter((event) => matchesEvent(event, { ...filter, ...sameDay }));
    const rows = (await pagesOf(engine, table, filter, filter === filters[0] ? 37 : 100)).flat();
    const times = rows.map(({ timestamp }) => Number(timestamp));
    expect(times, what).toEqual(times.toSorted((a, b) => b - a));
    expect(rows.map(plain).sort(), what).toEqual(found.map(recordOf).map(plain).sort());

    const { text, read } = countsStatement(table, { ...filter, ...sameDay }, 60, engine.dialect);
    const counts = read(await engine.run(text, "test"));
    const { width, times: bins } = binsOf(sameDay, 60);
    const inBin = (begin: number) => found.filter(({ time }) => time >= begin && time < begin + width);
    const unitsOf = (events: readonly StoredEvent[]) =>
      new Set(events.map(({ userID }) => userID).filter(Boolean)).size;
    expect(counts, what).toEqual({
      ...sameDay,
      events: found.length,
      units: unitsOf(found),
      unitType: "userID",
      firstTime: found.length ? Math.min(...found.map(({ time }) => time)) : null,
      lastTime: found.length ? Math.max(...found.map(({ time }) => time)) : null,
      width,
      times: bins,
      eventsByBin: bins.map((begin) => inBin(begin).length),
      unitsByBin: bins.map((begin) => unitsOf(inBin(begin))),
    });
  };
  const turn = pLimit(3);
  await Promise.all(filters.map((filter) => turn(() => expectSame(filter))));
}
