// Old events are removed from the log by whole days, and the counts of the log stay right.
import { afterEach, expect, test } from "vitest";
import { EventCounts, EventTotal } from "#contract/event-answers.ts";
import type { Engine } from "./database.ts";
import { writeEntity } from "./entities.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { countPart } from "./event-counter.ts";
import { eventRemover } from "./event-retention.ts";
import { loadEvents, logFingerprint } from "./logs.ts";

let service: Awaited<ReturnType<typeof testApp>>;
afterEach(() => service.close());

const day = 86_400_000;
const today = Math.floor(testNow / day) * day;
const event = (name: string, time: number, plan: string) => ({
  name,
  time,
  unit: "u1",
  value: "",
  source: "web",
  metadata: JSON.stringify({ plan }),
});

test("events of days that are over are removed, and lists, counts and the catalogue say so", async () => {
  service = await testApp({ environment: { EVENT_RETENTION_DAYS: "30" } });
  const { database } = service;
  const log = (events: ReturnType<typeof event>[]) =>
    database.transaction((transaction) => loadEvents(transaction, events));
  const edge = today - 30 * day;
  await log([
    event("visit", edge - 90 * day, "old"),
    ...Array.from({ length: 30 }, (_, place) => event("visit", edge - 1 - place * 7_200_000, "old")),
    event("gone", edge - 5 * day, "old"),
    event("visit", edge, "new"),
    event("visit", testNow - 1000, "new"),
  ]);
  while (await database.transaction(countPart));
  // These events arrive late, and are not counted yet.
  await log([event("visit", edge - 40 * day, "late"), event("visit", testNow - 10, "new")]);
  const retention = async () =>
    (await service.request("GET", "/console/v1/event_retention", { key: "read" })).body.data;
  expect(await retention()).toEqual({ days: 30, removedBefore: null });
  const experiment = (id: string, startTime: number) => ({
    document: { id, name: id, status: "active", startTime, groups: [], idType: "userID" },
    references: [],
  });
  await database.transaction(async (transaction) => {
    await writeEntity(transaction, "experiment", experiment("early", edge - day), testNow);
    await writeEntity(transaction, "experiment", experiment("late", edge), testNow);
  });
  const state = await logFingerprint(database, "form", ["visit"]);

  const remove = eventRemover(database, { days: 30, now: () => testNow, stop: undefined });
  await remove();
  expect(await retention()).toEqual({ days: 30, removedBefore: edge });
  const left = await database.query("select name, time from event order by time");
  expect(left.map(({ time }) => time)).toEqual([edge, testNow - 1000, testNow - 10]);
  expect(await logFingerprint(database, "form", ["visit"])).not.toBe(state);
  const list = async (path: string) => service.request("GET", `/console/v1${path}`, { key: "read" });
  const charts = async (id: string) => (await list(`/experiments/${id}/summary_charts`)).body.data;
  expect(await charts("early")).toMatchObject({ eventsRemovedBefore: edge });
  expect(await charts("late")).not.toHaveProperty("eventsRemovedBefore");
  expect((await list("/events")).body).toMatchObject({ pagination: { totalItems: 3 } });
  expect((await list("/events?limit=2&page=2")).body.data).toMatchObject([{ timestamp: String(edge) }]);
  expect((await list("/event_total")).body.data).toMatchObject({ events: 3 });
  const catalogue = async () => (await list("/event_catalogue")).body.data;
  const expected = [
    {
      name: "visit",
      events: 3,
      firstTime: edge - 90 * day,
      lastTime: testNow - 10,
      fields: [{ name: "plan", examples: ["new"] }],
    },
  ];
  expect(await catalogue()).toMatchObject(expected);
  while (await database.transaction(countPart));
  expect(await catalogue()).toMatchObject(expected);

  // Nothing more is removed on this day; on the next day, one day less is kept.
  const before = await logFingerprint(database, "form", ["visit"]);
  await remove();
  expect(await logFingerprint(database, "form", ["visit"])).toBe(before);
  await eventRemover(database, { days: 30, now: () => testNow + day, stop: undefined })();
  expect(await retention()).toEqual({ days: 30, removedBefore: edge + day });
  expect((await list("/events")).body).toMatchObject({ pagination: { totalItems: 2 } });
});

test("nobody who reads waits while old events are removed, and everybody is told of all of them or of none", async () => {
  /** Runs once, while a part is removed but not committed yet. */
  let meanwhile: (() => Promise<void>) | undefined;
  const between = (engine: Engine): Engine => ({
    ...engine,
    transaction: (work, options) =>
      engine.transaction(async (statements) => {
        const result = await work(statements);
        const asked = meanwhile;
        meanwhile = undefined;
        await asked?.();
        return result;
      }, options),
  });
  service = await testApp({ environment: { EVENT_RETENTION_DAYS: "30" }, between });
  const { database } = service;
  const edge = today - 30 * day;
  await database.transaction((transaction) =>
    loadEvents(transaction, [
      ...[1, 2, 3].map((place) => event("visit", edge - place, "old")),
      ...[0, 1].map((place) => event("visit", edge + place, "new")),
    ]),
  );
  while (await database.transaction(countPart));
  const read = async (path: string) =>
    (await service.request("GET", `/console/v1${path}`, { key: "read" })).body;
  const told = async () => [
    (await read("/events?limit=1")).pagination?.totalItems,
    (await read("/events?limit=1&where=plan%20exists")).pagination?.totalItems,
    EventTotal.parse((await read("/event_total?where=plan%20exists")).data).events,
    EventCounts.parse((await read("/event_counts")).data).series[0]?.total,
  ];
  let before: unknown;
  meanwhile = async () => {
    before = await told();
  };
  await eventRemover(database, { days: 30, now: () => testNow, stop: undefined })();
  expect(before).toEqual([5, 5, 5, 5]);
  expect(await told()).toEqual([2, 2, 2, 2]);
});
