// Staged tables are dropped after an experiment has ended; if the warehouse fails, that only leaves a line in the log.
import { afterEach, beforeEach, expect, test } from "vitest";
import { dialects } from "#service/analysis/warehouse/dialects.ts";
import { stagedTable } from "#service/analysis/warehouse/staged-tables.ts";
import type { Database } from "#service/database/database.ts";
import { writeEntity } from "#service/database/entities.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import { defaultLimits } from "#contract/warehouse-connection.ts";
import { WarehouseError } from "#service/warehouse/statement.ts";
import { stagedDrops } from "./drop-staged.ts";
import { shopExperiment } from "./measured-shop.test-support.ts";
import { finishLoad, storeLoad } from "./stored-loads.ts";

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const place = { names: ["own"] };
const tableOf = (experimentID: string) =>
  stagedTable(dialects.trino, { place, experimentID, now: 1 }, "all", "units");

/** Loads an experiment, puts it into a state or deletes it, and returns what is dropped after that write. */
async function droppedOf(status: string | undefined, { isEnded = true, refuses = false } = {}) {
  await database.transaction(async (transaction) => {
    const document = shopExperiment({ status });
    if (status) await writeEntity(transaction, "experiment", { document, references: [] }, 1);
    const begun = { refresh: "full" as const, turboMode: false, metricIDs: [], startedBy: "me" };
    const window = { provider: "trino", windowStart: 1, windowEnd: 2 };
    const number = await storeLoad(
      transaction,
      "checkout",
      { ...begun, ...window },
      { owner: "here", now: 1 },
    );
    if (isEnded)
      await finishLoad(transaction, { experimentID: "checkout", number }, { state: "success", time: 2 });
  });
  const texts: string[] = [];
  const lines: unknown[] = [];
  const warehouse: ActiveWarehouse = {
    provider: "trino",
    limits: defaultLimits,
    staging: place,
    run: async ({ text, mayWrite }) => {
      if (refuses) throw new WarehouseError("Nobody answers.", "ECONNREFUSED");
      if (mayWrite) texts.push(text);
      const names = [tableOf("checkout"), tableOf("checkout 2")].map((name) => name.split(".").at(-1) ?? "");
      const rows = mayWrite ? [] : names.map((name) => ({ table_name: name }));
      return { columns: [], rows, bytes: null, ms: 1, id: "1", cached: false };
    },
    cancel: async () => undefined,
  };
  const drop = stagedDrops({
    database,
    log: { warn: (line: unknown) => void lines.push(line) },
    warehouse: async () => warehouse,
    stopLoads: async () => undefined,
  });
  await drop("checkout");
  return { texts, lines };
}

test.each([
  ["archived", "archived"],
  ["reset", "setup"],
  ["deleted", undefined],
])("of an experiment that was %s its tables are dropped", async (_, status) => {
  const texts = [`drop table if exists ${tableOf("checkout")}`];
  expect(await droppedOf(status)).toEqual({ texts, lines: [] });
});

test("nothing is dropped of an experiment that goes on", async () => {
  expect(await droppedOf("active")).toEqual({ texts: [], lines: [] });
});
test("nothing is dropped while another process loads", async () => {
  expect(await droppedOf("archived", { isEnded: false })).toEqual({ texts: [], lines: [] });
});

test("a warehouse that does not answer leaves a line in the log", async () => {
  const { lines } = await droppedOf("archived", { refuses: true });
  expect(lines).toEqual([
    expect.objectContaining({ experimentID: "checkout", error: expect.stringContaining("Nobody") }),
  ]);
});
