// Tests queries of the event log: rows, counts, chart and values of a filter agree with an evaluation of the events in memory.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EventCounts, EventTotal, EventValues, EventView } from "#contract/event-answers.ts";
import { eventText, matchesEvent, type StoredEvent } from "#contract/event-matches.ts";
import { eventWheres, storedEvents } from "#contract/event-where.test-support.ts";
import { parseField, parseWhere, printWhere } from "#contract/event-where.ts";
import { countPart } from "#service/database/event-counter.ts";
import { fillColumns } from "#service/database/event-columns.ts";
import { countValues } from "#service/database/event-value-hours.ts";
import { loadEvents, removeFromLog } from "#service/database/logs.ts";
import { binding, conditionSql, sourceOf } from "./event-condition.ts";
import { sequenceNumbersOfPage } from "./event-list.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
const start = testNow - 60_000;
const log = fc.sample(storedEvents(start), { numRuns: 100, seed: 7 });
const json = (fields: object | null) => (fields === null ? undefined : JSON.stringify(fields));

const store = (events: readonly StoredEvent[]) =>
  service.database.transaction((transaction) =>
    loadEvents(
      transaction,
      events.map((event) => ({
        name: event.name,
        time: event.time,
        unit: event.userID,
        value: event.value,
        source: event.source,
        metadata: JSON.stringify(event.metadata),
        ...(event.ids && { ids: JSON.stringify(event.ids) }),
        ...(event.attributes && { attributes: json(event.attributes) ?? "" }),
      })),
    ),
  );

/** Stores 100 events at all stages of preparation: the first 70 are counted, 40 of these have columns, and the values of 25 of
 *  these are counted; for the last 30 nothing is prepared. */
beforeAll(async () => {
  service = await testApp();
  const { database } = service;
  await store(log.slice(0, 70));
  await database.transaction(countPart);
  await database.transaction((transaction) => fillColumns(transaction, 40));
  await database.transaction((transaction) => countValues(transaction, 25));
  await store(log.slice(70));
});
afterAll(() => service.close());

const get = (path: string, query: Record<string, string>) =>
  service.request("GET", `/console/v1${path}?${new URLSearchParams(query).toString()}`, { key: "read" });

const plain = (event: StoredEvent) => [
  String(event.time),
  event.name,
  event.userID,
  event.value,
  event.source,
];
/** Sorts events newest first; those of the same time in reverse order of storing. */
const inOrder = (events: readonly StoredEvent[]) =>
  events.toReversed().toSorted((one, other) => other.time - one.time);
const unitsOf = (events: readonly StoredEvent[]) =>
  new Set(events.map(({ userID }) => userID).filter(Boolean)).size;
const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

async function rowsOf(query: Record<string, string>) {
  const rows: unknown[] = [];
  let path: string | null | undefined = `/console/v1/events?${new URLSearchParams(query).toString()}`;
  while (path) {
    const { body } = await service.request("GET", path);
    rows.push(...(body.data as unknown[]));
    path = body.pagination?.nextPage;
  }
  return rows;
}

test("SQL takes exactly the events that the plain evaluator takes", async () => {
  await fc.assert(
    fc.asyncProperty(eventWheres, async (where) => {
      const numbers = log.flatMap((event, index) => (matchesEvent(event, { where }) ? [index + 1] : []));
      for (const source of [undefined, await sourceOf(service.database, { where })]) {
        const { values, bind } = binding();
        const rows = await service.database.query<{ seq: number }>(
          `select seq from ${source?.table ?? "event"} where ${conditionSql({ where }, bind, source)} order by seq`,
          values,
        );
        expect(rows.map(({ seq }) => seq)).toEqual(numbers);
      }
    }),
    { numRuns: 200 },
  );
});

test("rows, total, chart and values of any filter are those of the events it means", async () => {
  const fieldNames = fc.constantFrom(
    "country",
    "a.b",
    "missing",
    "name",
    "value",
    "user.plan",
    '"user.plan"',
    "id.stableID",
    "userID",
  );
  await fc.assert(
    fc.asyncProperty(eventWheres, fieldNames, async (where, fieldName) => {
      const filter = { where, from: start + 1, to: start + 5 };
      const query = { where: printWhere(where), from: String(filter.from), to: String(filter.to) };
      const found = log.filter((event) => matchesEvent(event, filter));
      const field = parseField(fieldName);
      const texts = found.map((event) => eventText(event, field));

      const rows = await rowsOf({ ...query, limit: "60" });
      expect(rows).toMatchObject(
        inOrder(found).map((event) => ({
          timestamp: String(event.time),
          name: event.name,
          userID: event.userID,
          value: event.value,
        })),
      );

      const file = await service.app.request(
        `/console/v1/event_export?${new URLSearchParams(query).toString()}`,
        { headers: { "SERVICE-API-KEY": service.keys.read } },
      );
      const lines = (await file.text()).split("\n").filter(Boolean);
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
        found.map((event) => expect.objectContaining({ timestamp: String(event.time), name: event.name })),
      );

      const total = EventTotal.parse((await get("/event_total", query)).body.data);
      expect(total).toMatchObject({ events: found.length, units: unitsOf(found) });

      const counts = EventCounts.parse(
        (await get("/event_counts", { ...query, split: fieldName, top: "2" })).body.data,
      );
      const [all, ...parts] = counts.series;
      expect(all).toMatchObject({ total: found.length });
      expect(sum(all?.counts ?? [])).toBe(found.length);
      expect(sum(parts.map((one) => one.total))).toBe(found.length);
      for (const { kind, value, total: ofPart } of parts)
        if (kind === "value") expect(ofPart).toBe(texts.filter((text) => (text ?? null) === value).length);

      const values = EventValues.parse(
        (await get("/event_values", { ...query, field: fieldName })).body.data,
      );
      const filled = texts.filter((text) => text !== undefined);
      expect(values).toMatchObject({
        events: found.length,
        empty: found.length - filled.length,
        distinct: new Set(filled).size,
      });
      for (const { value, events, units } of values.values) {
        const own = found.filter((event) => eventText(event, field) === value);
        expect([events, units]).toEqual([own.length, unitsOf(own)]);
      }
      expect(sum(values.numbers?.bins.map(({ events }) => events) ?? [])).toBe(values.numbers?.events ?? 0);
    }),
    { numRuns: 10 },
  );
});

test("a cursor leads through the rows whatever the page size, and counts only where it is asked to", async () => {
  const where = "name is order, view";
  const found = inOrder(log.filter((event) => matchesEvent(event, { where: parseWhere(where) })));
  expect(await rowsOf({ where, limit: "7" })).toHaveLength(found.length);
  const { body } = await get("/events", { where, limit: "7", total: "false" });
  expect(body.pagination).toMatchObject({ totalItems: 7 });
  expect(body.pagination?.nextPage).toContain("cursor=");
  expect((await get("/events", { where, limit: "7" })).body.pagination).toMatchObject({
    totalItems: found.length,
  });
  const ofOne = await get("/events/order", { from: String(start), limit: "100" });
  expect(ofOne.body.data).toMatchObject(
    inOrder(log.filter(({ name }) => name === "order")).map((event) => ({ value: plain(event)[3] })),
  );
});

test("units, sources and names are those of the parameters", async () => {
  const total = async (query: Record<string, string>) =>
    EventTotal.parse((await get("/event_total", query)).body.data).events;
  const many = (filter: Parameters<typeof matchesEvent>[1]) =>
    log.filter((event) => matchesEvent(event, filter)).length;
  expect(await total({ userID: "u1", unit: "stableID:d1" })).toBe(
    many({
      where: [],
      units: [
        { type: "userID", id: "u1" },
        { type: "stableID", id: "d1" },
      ],
    }),
  );
  expect(await total({ name: "it's", source: "ios" })).toBe(
    many({ where: [], names: ["it's"], sources: ["ios"] }),
  );
});

describe("the period before", () => {
  test("is of the same length, and its bins stand beside those of now", async () => {
    const query = { from: String(start + 3), to: String(start + 6), compare: "true", split: "name" };
    const { data } = (await get("/event_counts", query)).body;
    const { series } = EventCounts.parse(data);
    const between = (from: number, to: number) => log.filter(({ time }) => time >= from && time < to).length;
    expect(series[0]).toMatchObject({
      total: between(start + 3, start + 6),
      totalBefore: between(start, start + 3),
    });
    expect(sum(series[0]?.before ?? [])).toBe(series[0]?.totalBefore);
  });

  test("needs a beginning", async () => {
    const { status, body } = await get("/event_total", { compare: "true" });
    expect([status, body.errors]).toMatchObject([400, [{ property: "from" }]]);
  });
});

test("units are counted once in a bin, once in a series and once in all", async () => {
  const { series } = EventCounts.parse(
    (await get("/event_counts", { measure: "units", split: "name" })).body.data,
  );
  expect(series[0]?.total).toBe(unitsOf(log));
  expect(series.find(({ value }) => value === "order")?.total).toBe(
    unitsOf(log.filter(({ name }) => name === "order")),
  );
});

test("readiness tells the share of the log that is counted, until all of it is", async () => {
  const answer = await service.app.request("/readyz");
  const eventsCounted = service.database.engine === "postgres" ? 0.25 : 0.4;
  expect(await answer.json()).toEqual({ status: "ready", eventsCounted });
});

test("units of a chart of many bins are counted once in each, whatever series they are in", async () => {
  const far = log.slice(0, 40).map((event, place) => ({ ...event, time: start + 10_000 + place * 1000 }));
  await store(far);
  const query = { measure: "units", split: "name", top: "1", bins: "200", from: String(start + 9_500) };
  const { data } = (await get("/event_counts", { ...query, to: String(start + 140_000) })).body;
  const { series, times, width } = EventCounts.parse(data);
  expect(times.length).toBeGreaterThan(124);
  const top = series.find(({ kind }) => kind === "value")?.value;
  for (const { kind, counts, total } of series) {
    const own = far.filter(({ name }) => kind === "all" || (kind === "value" ? name === top : name !== top));
    expect(total).toBe(unitsOf(own));
    expect(counts).toEqual(
      times.map((time) => unitsOf(own.filter((event) => event.time >= time && event.time < time + width))),
    );
  }
  await service.database.transaction((transaction) =>
    removeFromLog(transaction, "event", "time >= $1", [start + 9_500]),
  );
});

describe("events of many hours", () => {
  const long = log.slice(0, 40).map((event, place) => ({ ...event, time: start - place * 7_000_000 - 1 }));
  const where = parseWhere("name is order, view");
  const own = long.filter((event) => matchesEvent(event, { where }));
  beforeAll(() => store(long));
  afterAll(() =>
    service.database.transaction((transaction) => removeFromLog(transaction, "event", "time < $1", [start])),
  );

  test("a chart of a field begins with its first event, and each bin has its events", async () => {
    const { data } = (await get("/event_counts", { where: printWhere(where), to: String(start) })).body;
    const { series, times, width, from } = EventCounts.parse(data);
    expect(width % 3_600_000).toBe(0);
    expect(from).toBe(Math.min(...own.map(({ time }) => time)));
    expect(series[0]?.total).toBe(own.length);
    expect(series[0]?.counts).toEqual(
      times.map((time) => own.filter((event) => event.time >= time && event.time < time + width).length),
    );
  });

  test("a chart and the values of a field whose values are counted are those of the events", async () => {
    const { database } = service;
    while (await database.transaction((transaction) => fillColumns(transaction, 100)));
    while (await database.transaction((transaction) => countValues(transaction, 100)));
    const [from, to] = [start - 200_000_000, start - 20_000_000];
    const field = parseField("country");
    const query = { from: String(from), to: String(to) };
    const texts = long
      .filter(({ time }) => time >= from && time < to)
      .map((event) => eventText(event, field) ?? null);
    const told = async (path: string, more: Record<string, string>) =>
      (await get(path, { ...query, ...more })).body.data;
    const { series } = EventCounts.parse(await told("/event_counts", { split: "country", top: "3" }));
    expect(series[0]?.total).toBe(texts.length);
    for (const { kind, value, total } of series)
      if (kind === "value") expect(total).toBe(texts.filter((text) => text === value).length);
    const values = EventValues.parse(await told("/event_values", { field: "country" }));
    for (const { value, events } of values.values)
      expect(events).toBe(texts.filter((text) => text === value).length);
    expect(values.empty).toBe(texts.filter((text) => text === null).length);
    for (const value of new Set(texts))
      if (value !== null) {
        const where = printWhere([{ field, condition: "is", values: [value] }]);
        const { body } = await get("/events", { where, limit: "1" });
        expect(body.pagination?.totalItems).toBe(
          [...log, ...long].filter((event) => eventText(event, field) === value).length,
        );
      }
  });

  test("a page is the same, however many events are looked through before all", async () => {
    const filter = { where, to: start };
    const numbersOf = (near: number) =>
      service.database.snapshot(
        (reader) => sequenceNumbersOfPage(reader, filter, { limit: 5, offset: 2 }, near),
        new AbortController().signal,
      );
    const rows = await service.database.query<{ seq: number; time: number }>("select seq, time from event");
    const times = new Map(rows.map(({ seq, time }) => [seq, time]));
    const expected = inOrder(own).map(({ time }) => time);
    for (const near of [1, 5, 10, 30, 1000])
      expect((await numbersOf(near)).map((number) => times.get(number))).toEqual(expected.slice(2, 7));
  });
});

test.each<[string, Record<string, string>, string]>([
  ["/events", { where: "country is" }, "where"],
  ["/events/order", { from: "yesterday" }, "from"],
  ["/event_counts", { split: "a b" }, "split"],
  ["/event_values", {}, "field"],
  ["/event_total", { unit: "d1" }, "unit"],
  ["/events", { cursor: "1" }, "cursor"],
])("%s with %o is refused by the name of the parameter", async (path, query, property) => {
  const { status, body } = await get(path, query);
  expect([status, body.errors?.map((one) => one.property)]).toEqual([400, [property]]);
});

test("a view is saved for everybody, renamed, and deleted, and two changes at once are a conflict", async () => {
  const path = "/console/v1/event_views";
  const view = { name: "Big baskets", query: { where: "value >= 50", name: ["order"], columns: "country" } };
  const created = await service.request("POST", path, { body: view });
  expect(created).toMatchObject({
    status: 201,
    body: { data: { ...view, id: "big_baskets", creatorName: "Test writer" } },
  });
  expect(await service.request("POST", path, { body: { ...view, name: "big BASKETS" } })).toMatchObject({
    status: 400,
  });
  const wrong = await service.request("POST", path, { body: { name: "x", query: { where: "value >" } } });
  expect(wrong.body.errors).toMatchObject([{ property: "query.where" }]);
  expect(await service.request("POST", path, { body: view, key: "read" })).toMatchObject({ status: 403 });

  const tag = created.headers.get("etag") ?? "";
  const rename = (headers: Record<string, string>) =>
    service.request("PATCH", `${path}/big_baskets`, { body: { name: "Large baskets" }, headers });
  expect((await rename({ "If-Match": tag })).body.data).toMatchObject({
    name: "Large baskets",
    version: 2,
    query: view.query,
  });
  expect(await rename({ "If-Match": tag })).toMatchObject({ status: 412 });
  const listed = await service.request("GET", path, { key: "read" });
  expect(listed.body.data).toMatchObject([{ id: "big_baskets", name: "Large baskets" }]);
  expect(EventView.parse((await service.request("GET", `${path}/big_baskets`)).body.data).version).toBe(2);
  expect(await service.request("DELETE", `${path}/big_baskets`)).toMatchObject({ status: 200 });
  expect(await service.request("GET", `${path}/big_baskets`)).toMatchObject({ status: 404 });
});
