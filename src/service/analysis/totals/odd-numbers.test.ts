// Which texts count as numbers, and that no single event can prevent an experiment from being measured.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#service/database/database.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { measureExperiment } from "./measure-experiment.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const start = Date.UTC(2026, 9, 20);
const inputs: MetricInput[] = [
  { id: "value", measure: "total", amounts: [{ event: "order", adds: "its number" }] },
  { id: "field", measure: "total", amounts: [{ event: "order", adds: "its number", key: "price" }] },
];

/** Returns the sums of one unit with one event that has this text as its value and as a field. */
async function measured(text: string) {
  await database.transaction(async (transaction) => {
    await transaction.query("delete from exposure");
    await transaction.query("delete from event");
    const one = { unit: "u", time: start };
    await loadExposures(transaction, [{ ...one, experiment: "form", group: "a", properties: "{}" }]);
    const metadata = JSON.stringify({ price: text });
    await loadEvents(transaction, [{ ...one, name: "order", value: text, source: "", metadata }]);
  });
  const settings = {
    window: { experimentID: "form", start, end: start + 1 },
    inputs,
    winsorization: null,
    cuped: false,
    dimensions: [],
  };
  const { metrics } = await database.snapshot(
    (snapshot) => measureExperiment(snapshot, settings),
    new AbortController().signal,
  );
  return inputs.map(({ id }) =>
    metrics[id]?.nonNumericEvents ? "none" : metrics[id]?.kind === "mean" && metrics[id].groups["a"]?.meanX,
  );
}

test.each([
  ["12", 12],
  ["+5", 5],
  ["-0.5", -0.5],
  [".5", 0.5],
  ["5.", 5],
  ["1E-3", 0.001],
  ["1e99", 1e99],
  [" 7 ", 7],
])("%s is a number, as a value and as a field", async (text, number) => {
  expect(await measured(text)).toEqual([number, number]);
});

test.each([
  "",
  " ",
  "free",
  "0x10",
  "0b1",
  "1,5",
  "1_000",
  "1 2",
  "1e",
  "NaN",
  "Infinity",
  "-inf",
  "٣",
  "7\n",
])("%j is none", async (text) => {
  expect(await measured(text)).toEqual(["none", "none"]);
});

test.each(["1e300", "-1e160", "9".repeat(200), "9".repeat(400)])(
  "%s, too large to be squared, is none",
  async (text) => {
    expect(await measured(text)).toEqual(["none", "none"]);
  },
);
