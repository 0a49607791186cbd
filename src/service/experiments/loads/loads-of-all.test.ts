// The loads of all experiments over the API: the newest ones, and what the next scheduled one will read.
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeEntity } from "#service/database/entities.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { shopExperiment } from "./measured-shop.test-support.ts";
import { endStatement, finishLoad, type LoadState, storeLoad, storeStatement } from "./stored-loads.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const hour = 3_600_000;
const read = async () => Object((await service.request("GET", "/console/v1/warehouse_loads")).body.data);

/** Stores a finished load with one statement. */
async function load(experimentID: string, state: LoadState, bytes: number | null, time: number) {
  const { database } = service;
  const begun = {
    refresh: "full" as const,
    turboMode: false,
    metricIDs: [],
    startedBy: "Schedule",
    provider: "bigquery",
    windowStart: 0,
    windowEnd: 1,
  };
  const number = await database.transaction((transaction) =>
    storeLoad(transaction, experimentID, begun, { owner: "", now: time }),
  );
  const key = { experimentID, number };
  const statement = { number: 1, provider: "bigquery", engineID: "job", startedTime: time, sql: "select 1" };
  await storeStatement(database, key, statement);
  await endStatement(database, key, 1, { ms: 2000, bytes, cached: false });
  await finishLoad(database, key, { state, time: time + 2000 });
}

const schedule = (id: string, next: number) =>
  service.database.query("insert into pulse_schedule (experiment_id, hour, next_time) values ($1, 6, $2)", [
    id,
    next,
  ]);

test("the next load reads what the last good ones of its experiments read, and is told as unknown where one is", async () => {
  expect(await read()).toEqual({ next: null, last: [] });
  for (const id of ["first", "second", "later"])
    await service.database.transaction((transaction) =>
      writeEntity(
        transaction,
        "experiment",
        { document: shopExperiment({ id, name: id }), references: [] },
        testNow,
      ),
    );
  await schedule("first", testNow + hour);
  await schedule("second", testNow + hour);
  await schedule("later", testNow + 2 * hour);
  await load("first", "success", 5e9, testNow - 30 * hour);
  await load("first", "failure", 1e9, testNow - 6 * hour);
  expect(await read()).toMatchObject({
    next: { time: testNow + hour, experiments: 2, bytes: null, seconds: null },
  });
  await load("second", "partial_failure", 7e9, testNow - 5 * hour);
  const { next, last } = await read();
  expect(next).toEqual({ time: testNow + hour, experiments: 2, bytes: 12e9, seconds: 4 });
  expect(last).toMatchObject([
    {
      experimentID: "second",
      number: 1,
      finishedState: "partial_failure",
      bytes: 7e9,
      statements: 1,
      cached: 0,
    },
    { experimentID: "first", experimentName: "first", number: 2, finishedState: "failure", seconds: 2 },
    { experimentID: "first", number: 1, reloadType: "full", startedBy: "Schedule" },
  ]);
});
