// The list of open experiments: those that need attention come first.
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { writeEntity } from "#service/database/entities.ts";
import { loadExposures } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const day = 86_400_000;
const start = testNow - 10 * day;
let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const Ids = z.array(z.looseObject({ id: z.string() }));
const get = async (path: string) => {
  const { status, body } = await service.request("GET", `/console/v1/${path}`, { key: "read" });
  expect(status).toBe(200);
  return body;
};

test("what is to be decided comes first, then failed checks, then what runs, each by its planned end", async () => {
  await service.database.transaction(async (transaction) => {
    const store = (id: string, settings: object) => {
      const groups = ["a", "b"].map((group) => ({ id: group, name: group, size: 50 }));
      const document = {
        id,
        name: id,
        status: "active",
        groups,
        startTime: start,
        duration: 28,
        ...settings,
      };
      return writeEntity(transaction, "experiment", { document, references: [] }, testNow);
    };
    await store("runs_long", { duration: 60 });
    await store("runs", {});
    await store("unbalanced", { duration: 90 });
    await store("stopped", { status: "experiment_stopped", endTime: testNow - 2 * day });
    await store("overdue", { duration: 6 });
    await store("planned", { status: "setup" });
    await store("decided", { status: "decision_made", launchedGroupID: "a" });
    await store("archived", { status: "archived" });
    await loadExposures(
      transaction,
      Array.from({ length: 500 }, (_, index) => ({
        experiment: "unbalanced",
        unit: `u${index}`,
        group: index % 5 ? "a" : "b",
        time: start + day,
        properties: "{}",
      })),
    );
  });
  // Computes the checks, since lists show the last computed ones.
  await get("experiments/unbalanced");
  const { data, ...rest } = await get("open_experiments");
  const ids = Ids.parse(data).map(({ id }) => id);
  expect(ids).toEqual(["overdue", "stopped", "unbalanced", "runs", "runs_long"]);
  expect(rest).toMatchObject({
    pagination: { totalItems: 5 },
    counts: {
      values: [
        {
          field: "need",
          values: [
            { value: "decide", count: 2 },
            { value: "fix", count: 1 },
          ],
        },
      ],
    },
  });
  expect(Ids.parse((await get("open_experiments?limit=2&page=2")).data).map(({ id }) => id)).toEqual([
    "unbalanced",
    "runs",
  ]);
});
