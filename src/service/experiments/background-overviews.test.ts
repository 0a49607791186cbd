// Reading a list of experiments triggers the computation of missing results, which stops with the service.
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod/mini";
import { writeEntity } from "#service/database/entities.ts";
import { loadExposures } from "#service/database/logs.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { backgroundOverviews } from "./background-overviews.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const groups = [
  { id: "old", name: "Old", size: 50 },
  { id: "new", name: "New", size: 50 },
];
const Listed = z.array(z.object({ id: z.string(), healthCheckStatus: z.string() }));

async function serviceWith(stop: AbortSignal, now = () => testNow) {
  const service = await testApp({ stop, now });
  await service.database.transaction(async (transaction) => {
    for (const [id, status] of [
      ["ended", "decision_made"],
      ["running", "active"],
      ["planned", "setup"],
    ] as const) {
      const document = {
        id,
        name: id,
        status,
        groups,
        startTime: testNow - 1e9,
        primaryMetrics: [{ name: "Orders", type: "event_count" }],
      };
      await writeEntity(transaction, "experiment", { document, references: [] }, testNow);
    }
    await writeMetrics(transaction, [
      {
        id: "Orders::event_count",
        name: "Orders",
        type: "event_count",
        directionality: "increase",
        lineage: { events: ["order"], metrics: [] },
      },
    ]);
    await loadExposures(transaction, [
      { experiment: "running", group: "old", unit: "u1", time: testNow - 1e8, properties: "{}" },
    ]);
  });
  const waiting = async () =>
    Listed.parse((await service.request("GET", "/console/v1/experiments")).body.data)
      .filter(({ healthCheckStatus }) => healthCheckStatus === "WAITING")
      .map(({ id }) => id);
  const computed = () =>
    service.database
      .query<{ id: string }>("select experiment_id as id from kept_result where part = 'health' order by id")
      .then((rows) => rows.map(({ id }) => id));
  return { ...service, waiting, computed };
}

test("after the list was read, those without results have them, and setups have none", async () => {
  const { waiting, computed } = await serviceWith(new AbortController().signal);
  expect((await waiting()).length).toBe(2);
  await vi.waitFor(async () => expect(await computed()).toEqual(["ended", "running"]), 20_000);
});

test("after the experiments of a metric were read, those without a result have one", async () => {
  const service = await serviceWith(new AbortController().signal);
  const path = `/console/v1/metrics/${encodeURIComponent("Orders::event_count")}/experiments`;
  expect((await service.request("GET", path)).body.data).toMatchObject([
    { result: null },
    { result: null },
    { result: null },
  ]);
  await vi.waitFor(async () => expect(await service.computed()).toEqual(["ended", "running"]), 20_000);
});

test("while the list is read again and again, as by a search, nothing is computed; then it is", async () => {
  const stop = new AbortController().signal;
  const { database } = await serviceWith(stop);
  const computed: string[] = [];
  const onRead = backgroundOverviews({
    database,
    log: { warn: () => {} },
    now: () => testNow,
    stop,
    compute: (id) => Promise.resolve(computed.push(id)),
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  for (let reading = 0; reading < 20; reading += 1) {
    onRead();
    await database.query("select 1 as one");
  }
  expect(computed).toEqual([]);
  await expect
    .poll(
      () => {
        vi.runAllTimers();
        return computed;
      },
      { timeout: 20_000 },
    )
    .toEqual(["running", "ended"]);
});

test("nothing is computed after the stop, nor without being told to", async () => {
  const controller = new AbortController();
  const stopped = await serviceWith(controller.signal);
  controller.abort();
  await stopped.waiting();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await stopped.computed()).toEqual([]);
});

test("a failure is logged once, and tried again after an hour", async () => {
  let now = testNow;
  const { waiting, database, logged } = await serviceWith(new AbortController().signal, () => now);
  await database.query("alter table exposure rename to exposure_away");
  const warnings = () => logged.filter((line) => JSON.stringify(line).includes("in the background"));
  await waiting();
  await vi.waitFor(() => expect(warnings()).toHaveLength(2), 20_000);
  await database.query("alter table exposure_away rename to exposure");
  now += 3_700_000;
  const rows = () => database.query("select 1 as one from kept_result where part = 'health'");
  await waiting();
  await vi.waitFor(async () => expect(await rows()).toHaveLength(2), 20_000);
  expect(warnings()).toHaveLength(2);
});
