// Scheduled loads with a controlled clock: each runs once, also after a restart and with two processes.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LoadPulseRequest } from "#contract/pulse-load-update.ts";
import { writeEntity } from "#service/database/entities.ts";
import { openDatabase } from "#service/database/open-database.ts";
import type { Database, Transaction } from "#service/database/database.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import { HttpError } from "#service/http/errors.ts";
import type { Subject } from "#service/experiments/experiment-results.ts";
import { loadSchedules, nextScheduledTime, readSchedules } from "./load-schedules.ts";
import { readLoads, storeRefused } from "./stored-loads.ts";

const hour = 3_600_000;
const day = 24 * hour;
const midnight = Date.UTC(2026, 10, 10);

let database: Database;
let now: number;
let begun: string[];
let refusal: HttpError | undefined;
beforeEach(async () => {
  database = await openTestDatabase();
  now = midnight + 2 * hour;
  begun = [];
  refusal = undefined;
  await write({});
});
afterEach(() => database.close());

const document = {
  id: "trial",
  name: "Trial",
  status: "active",
  groups: [],
  version: 1,
  startTime: midnight - 5 * day,
  assignmentSourceName: "exposures",
  scheduledReloadHour: 6,
  scheduledReloadType: "full",
};
const write = (changes: object) =>
  database.transaction((transaction) =>
    writeEntity(transaction, "experiment", { document: { ...document, ...changes }, references: [] }, now),
  );

/** A scheduler as a process creates it at its start; its loads only record that they were started. */
const scheduler = (on = database) =>
  loadSchedules({
    database: on,
    log: { warn: (line: unknown) => expect(line).toBeUndefined() },
    now: () => now,
    loads: {
      start: async (
        { experiment }: Subject,
        { refresh }: LoadPulseRequest,
        by: string,
        also?: (transaction: Transaction) => Promise<boolean>,
      ) => {
        if (refusal) throw refusal;
        const isFirst = await on.transaction(async (transaction) => also?.(transaction) ?? true);
        if (isFirst) begun.push(`${experiment.id} ${refresh} ${by}`);
        return isFirst ? 1 : undefined;
      },
    },
    subjectOf: async (experiment) => ({ experiment, metrics: [], now }),
    refused: storeRefused(on, { owner: "here", now: () => now }),
  });

test("the next hour of a day is later than now", () => {
  expect(nextScheduledTime(6, midnight)).toBe(midnight + 6 * hour);
  expect(nextScheduledTime(6, midnight + 6 * hour)).toBe(midnight + day + 6 * hour);
  expect(nextScheduledTime(0, midnight + 1)).toBe(midnight + day);
});

test("a load begins at its hour once, the next day again, and after a restart that missed it", async () => {
  await scheduler()();
  now = midnight + 6 * hour - 1;
  await scheduler()();
  expect(begun).toEqual([]);
  now = midnight + 6 * hour;
  for (let look = 0; look < 3; look += 1) await scheduler()();
  expect(begun).toEqual(["trial full Schedule"]);
  now = midnight + day + 11 * hour;
  await scheduler()();
  await scheduler()();
  expect(begun).toHaveLength(2);
  expect(await readSchedules(database)).toEqual([
    { id: "trial", hour: 6, next: midnight + 2 * day + 6 * hour },
  ]);
});

test("a schedule that is set, moved or taken up again is not due for the hours of before", async () => {
  await scheduler()();
  await write({ scheduledReloadHour: 1 });
  await scheduler()();
  await write({ scheduledReloadHour: null });
  now += 3 * day;
  await scheduler()();
  expect(await readSchedules(database)).toEqual([]);
  await write({ scheduledReloadHour: 1 });
  await scheduler()();
  await scheduler()();
  expect(begun).toEqual([]);
});

test("of two processes that look at the same moment one begins the load", async () => {
  await scheduler()();
  let other = database;
  const server = process.env["TEST_DATABASE_URL"];
  if (server) {
    const [row] = await database.query<{ schema: string }>("select current_schema() as schema");
    const url = new URL(server);
    url.searchParams.set("options", `-c search_path=${row?.schema}`);
    other = await openDatabase({ url: url.href });
  }
  now = midnight + 6 * hour;
  await Promise.all([scheduler(), scheduler(other), scheduler(other), scheduler()].map((look) => look()));
  expect(begun).toEqual(["trial full Schedule"]);
  if (other !== database) await other.close();
});

test("why a scheduled load could not begin is in the history, once a day; one that meets another load waits for it", async () => {
  await scheduler()();
  now = midnight + 6 * hour;
  refusal = new HttpError(409, "Another load runs");
  await scheduler()();
  expect(await readLoads(database, "true", [])).toEqual([]);
  refusal = new HttpError(400, "No warehouse is in use.");
  await scheduler()();
  await scheduler()();
  expect(await readLoads(database, "true", [])).toMatchObject([
    { number: 1, finishedState: "failure", message: "No warehouse is in use.", startedBy: "Schedule" },
  ]);
});
