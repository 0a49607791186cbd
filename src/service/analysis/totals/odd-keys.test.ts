// Properties and metadata are found under any name they were logged with, even one that an engine would interpret as a path.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#service/database/database.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import { measureExperiment } from "./measure-experiment.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const start = Date.UTC(2026, 9, 20);

test.each(["$city", "$.city", "$", "$['city']", "/city", "a/b~1", "*", "a.b", "0", "\\", '"q"', "it's", ""])(
  "what was logged under %j",
  async (key) => {
    await database.transaction(async (transaction) => {
      await transaction.query("delete from exposure");
      await transaction.query("delete from event");
      const one = { unit: "u", time: start };
      const properties = JSON.stringify({ [key]: "gold" });
      await loadExposures(transaction, [{ ...one, experiment: "form", group: "a", properties }]);
      const metadata = JSON.stringify({ [key]: "7" });
      await loadEvents(transaction, [{ ...one, name: "order", value: "", source: "", metadata }]);
    });
    const settings = {
      window: { experimentID: "form", start, end: start + 1 },
      inputs: [
        {
          id: "sum",
          measure: "total" as const,
          amounts: [{ event: "order", adds: "its number" as const, key }],
        },
      ],
      winsorization: null,
      cuped: false,
      dimensions: [
        { key, type: "user" as const },
        { key, type: "event" as const },
      ],
    };
    const { metrics } = await database.snapshot(
      (snapshot) => measureExperiment(snapshot, settings),
      new AbortController().signal,
    );
    const { sum } = metrics;
    expect(sum?.slices.map(({ value }) => value)).toEqual(["gold", "7"]);
    expect(sum?.kind === "mean" && sum.groups["a"]?.meanX).toBe(7);
  },
);
