import { expect, test } from "vitest";
import type { SourceFreshness } from "#contract/source-preview.ts";
import type { Reader } from "#service/database/database.ts";
import { loadStatusHandlers } from "./load-status.ts";

/** A database whose last load failed at 1000, because the warehouse was away. */
const query = async (text: string) =>
  text.includes("warehouse_connection")
    ? [{ settings: { active: "postgres" } }]
    : text.includes("is_away")
      ? [{ time: 1000, away: true }]
      : [];
const database = { query } as unknown as Reader;

const notesWith = async (...sources: Partial<SourceFreshness>[]) => {
  const all = sources.map((source) => ({
    kind: "metric_source",
    name: "Orders",
    isChecking: false,
    ...source,
  }));
  const { readWarehouseStatus } = loadStatusHandlers(database, async () => all as SourceFreshness[]);
  const context = { now: 5000 } as Parameters<typeof readWarehouseStatus>[1];
  const { data } = await readWarehouseStatus({} as Parameters<typeof readWarehouseStatus>[0], context);
  return data.notes.map(({ text }) => text);
};

test("a warehouse is away until it answers for a source", async () => {
  const lost = ["PostgreSQL could not be reached"];
  expect(await notesWith()).toEqual(lost);
  expect(await notesWith({ state: "fresh", checkedTime: 900 })).toEqual(lost);
  expect(await notesWith({ state: "failing", checkedTime: 2000 })).toEqual(lost);
  expect(await notesWith({ state: "fresh", checkedTime: 2000 })).toEqual([]);
  expect(
    await notesWith({ state: "readable", checkedTime: 2000 }, { name: "Returns", state: "failing" }),
  ).toEqual(["Returns cannot be read"]);
});
