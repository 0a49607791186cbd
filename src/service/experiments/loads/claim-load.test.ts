// The end of a load, however long it waits for its turn to write.
import { afterAll, expect, test, vi } from "vitest";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import { claimLoad, endLoad } from "./claim-load.ts";
import { readLoads } from "./stored-loads.ts";

const database = await openTestDatabase();
afterAll(async () => {
  vi.useRealTimers();
  await database.close();
});

test("a load that ends while an import writes for minutes is stored after it", async () => {
  const begun = {
    refresh: "full" as const,
    turboMode: false,
    metricIDs: [],
    startedBy: "Aino",
    provider: "postgres",
    windowStart: 0,
    windowEnd: 1,
  };
  const { number } = await database.transaction((transaction) =>
    claimLoad(transaction, "trial", begun, { owner: "here", now: 1 }),
  );
  let finishImport = () => {};
  const finished = new Promise<void>((resolve) => (finishImport = resolve));
  const imported = database.transaction(() => finished, { isLong: true });
  const ended = endLoad(database, { experimentID: "trial", number }, { state: "success", time: 2 });
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 180_000);
  finishImport();
  await imported;
  expect(await ended).toBe(true);
  expect(await readLoads(database, "number = $1", [number])).toMatchObject([{ finishedState: "success" }]);
});
