import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "./database.ts";
import { loadEvents, logFingerprint } from "./logs.ts";
import { migrate } from "./migrations.ts";
import { openTestDatabase } from "./test-database.test-support.ts";

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const never = new AbortController().signal;
const event = (name: string) => ({ name, time: 1, unit: "u", value: "", source: "", metadata: "{}" });
const load = (...names: string[]) =>
  database.transaction((transaction) => loadEvents(transaction, names.map(event)));
const slow = () =>
  database.engine === "postgres"
    ? "select pg_sleep(60)"
    : "select count(*) as n from range(1000000) a, range(1000000) b where hash(a.range, b.range) = 1";

test("A snapshot does not see what is written while it is read", async () => {
  await load("order");
  const count = "select count(*) as n from event";
  await database.snapshot(async (snapshot) => {
    expect(await snapshot.query(count)).toEqual([{ n: 1 }]);
    await load("order");
    expect(await snapshot.query(count)).toEqual([{ n: 1 }]);
  }, never);
  expect(await database.query(count)).toEqual([{ n: 2 }]);
});

test("Temporary tables stay when the data are left, and an abort still stops what is done with them", async () => {
  const controller = new AbortController();
  const running = database.snapshot(async (snapshot) => {
    await snapshot.query("create temp table picked (n integer)");
    await snapshot.query("insert into picked select 7");
    await snapshot.leaveData();
    expect(await snapshot.query("select n from picked")).toEqual([{ n: 7 }]);
    setTimeout(() => controller.abort(new Error("left")), 100);
    return snapshot.query(slow());
  }, controller.signal);
  await expect(running).rejects.toThrow("left");
  await database.snapshot(async (snapshot) => {
    await expect(snapshot.query("select n from picked")).rejects.toThrow("picked");
  }, never);
});

test("An abort stops the running statement, starts no other, and leaves the database usable", async () => {
  const controller = new AbortController();
  const running = database.snapshot((snapshot) => snapshot.query(slow()), controller.signal);
  setTimeout(() => controller.abort(new Error("left")), 100);
  const started = performance.now();
  await expect(running).rejects.toThrow("left");
  expect(performance.now() - started).toBeLessThan(5000);
  await expect(database.snapshot((snapshot) => snapshot.query(slow()), controller.signal)).rejects.toThrow(
    "left",
  );
  expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
  expect(await database.snapshot((snapshot) => snapshot.query("select 1 as one"), never)).toEqual([
    { one: 1 },
  ]);
});

test("An abort stops a statement that is no part of a snapshot, and neither the next one nor those of others", async () => {
  const controller = new AbortController();
  const running = database.query(slow(), [], controller.signal);
  setTimeout(() => controller.abort(new Error("left")), 100);
  const started = performance.now();
  await expect(running).rejects.toThrow("left");
  expect(performance.now() - started).toBeLessThan(5000);
  await expect(database.query(slow(), [], controller.signal)).rejects.toThrow("left");
  const others = Array.from({ length: 8 }, () => database.query("select 1 as one", [], never));
  expect(await Promise.all(others)).toEqual(others.map(() => [{ one: 1 }]));
});

test("Other reads are answered while a snapshot is busy", async () => {
  const controller = new AbortController();
  const running = database.snapshot((snapshot) => snapshot.query(slow()), controller.signal);
  running.catch(() => undefined);
  for (let turn = 0; turn < 10; turn += 1)
    expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
  controller.abort(new Error("left"));
  await expect(running).rejects.toThrow("left");
});

test("A write does not wait for the end of long reads, however many there are", async () => {
  const controller = new AbortController();
  const running = Array.from({ length: 6 }, () =>
    database.snapshot((snapshot) => snapshot.query(slow()), controller.signal),
  );
  const ended = Promise.allSettled(running);
  setTimeout(() => controller.abort(new Error("left")), 10_000);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await load("order");
  expect(controller.signal.aborted).toBe(false);
  controller.abort(new Error("left"));
  expect((await ended).map(({ status }) => status)).toEqual(running.map(() => "rejected"));
});

test("The state of the log changes with rows of the names asked for, and with no others", async () => {
  const state = () => logFingerprint(database, "form", ["order"]);
  const empty = await state();
  await load("visit");
  expect(await state()).toBe(empty);
  await load("order", "visit");
  const one = await state();
  expect(one).not.toBe(empty);
  await load("order");
  expect(await state()).not.toBe(one);
});

test("A database from before the counters starts with the rows it holds", async () => {
  await load("order", "order", "visit");
  const before = await logFingerprint(database, "form", ["order", "visit"]);
  await database.query("drop table log_state");
  await database.query("drop table log_addition");
  await database.query("drop table kept_result");
  await database.query(
    "delete from migration where name in ('005 kept results', '027 additions to the log')",
  );
  await migrate(database);
  expect(await logFingerprint(database, "form", ["order", "visit"])).toBe(before);
});
