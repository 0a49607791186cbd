// A unit is removed wherever its id occurs, and no other unit is.
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadRecentChecks } from "./check-counts.ts";
import type { Database } from "./database.ts";
import { forgetUnit } from "./forget-unit.ts";
import { loadEvents, loadExposures, logFingerprint } from "./logs.ts";
import { openTestDatabase } from "./test-database.test-support.ts";

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const event = (unit: string, ids: Record<string, string>, name = "order") => ({
  name,
  time: 1,
  unit,
  ids: JSON.stringify(ids),
  value: "",
  source: "web",
  metadata: "{}",
});
const exposure = (unit: string) => ({ experiment: "form", group: "a", unit, time: 1, properties: "{}" });
const check = (unit: string) => ({
  kind: "gate" as const,
  id: "checkout",
  rule: "r",
  outcome: "pass" as const,
  environment: "production",
  library: "web",
  version: "1",
  reason: "",
  unit,
  time: 1,
});

const units = async () => {
  const rows = await database.query<{ unit_id: string }>(
    "select unit_id from event union all select unit_id from exposure union all select unit_id from recent_check order by 1",
  );
  return rows.map(({ unit_id }) => unit_id);
};

test("a forgotten unit is in no row, and results are computed anew", async () => {
  const odd = 'a"d: a\\';
  await database.transaction(async (transaction) => {
    await loadEvents(transaction, [
      event("ada", { stableID: "d1" }),
      event("", { stableID: "ada", teamID: "7" }, "visit"),
      event("bob", { ada: "d2" }),
      event("ada2", { stableID: "ada2", other: "x:ada" }),
      event(odd, { stableID: odd }),
    ]);
    await loadExposures(transaction, [exposure("ada"), exposure("bob")]);
    await loadRecentChecks(transaction, [check("ada"), check("bob")], 1);
  });
  const state = await logFingerprint(database, "form", ["order"]);
  expect(await forgetUnit(database, "ada")).toEqual({ events: 2, exposures: 1, checks: 1 });
  expect(await units()).toEqual([odd, "ada2", "bob", "bob", "bob"].sort());
  expect(await logFingerprint(database, "form", ["order"])).not.toBe(state);
  expect(await logFingerprint(database, "form", ["visit"])).not.toContain("visit");
  expect(await forgetUnit(database, odd)).toEqual({ events: 1, exposures: 0, checks: 0 });
  expect(await forgetUnit(database, "ada")).toEqual({ events: 0, exposures: 0, checks: 0 });
});

test("a batch with the same events after as many were forgotten is another state of the log", async () => {
  const load = (unit: string) =>
    database.transaction((transaction) => loadEvents(transaction, [event(unit, {})]));
  await load("ada");
  const state = await logFingerprint(database, "form", ["order"]);
  await forgetUnit(database, "ada");
  await load("bob");
  expect(await logFingerprint(database, "form", ["order"])).not.toBe(state);
});
