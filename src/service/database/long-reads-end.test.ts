// Work in the background leaves the processors to long reads.
import { expect, test } from "vitest";
import { countedShare, eventCounter } from "./event-counter.ts";
import { examine } from "./examine.ts";
import { loadEvents } from "./logs.ts";
import { openDatabase } from "./open-database.ts";

test("events are counted and examined once a long read of the embedded engine has ended", async () => {
  const database = await openDatabase({ memory: true });
  const event = { name: "view", time: 0, unit: "a", value: "", source: "web", metadata: "{}" };
  await database.transaction((transaction) => loadEvents(transaction, [event]));
  let [start, end] = [() => {}, () => {}];
  const [started, ended] = [new Promise<void>((go) => (start = go)), new Promise<void>((go) => (end = go))];
  const read = database.snapshot(() => {
    start();
    return ended;
  }, new AbortController().signal);
  await started;
  const counting = eventCounter(database, undefined)();
  let isExamined = false;
  const examining = examine(database, new AbortController().signal).then(() => (isExamined = true));
  await new Promise((passed) => setTimeout(passed, 300));
  expect([await countedShare(database), isExamined]).toEqual([0, false]);
  end();
  await Promise.all([read, counting, examining]);
  expect([await countedShare(database), isExamined]).toEqual([1, true]);
  await database.close();
});
