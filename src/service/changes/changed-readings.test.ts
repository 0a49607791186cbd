import { afterEach, beforeEach, expect, test } from "vitest";
import { loadEntities } from "#service/database/entities.ts";
import { migrate } from "#service/database/migrations.ts";
import { testApp } from "#service/test-app.test-support.ts";
import { logReadingChanges } from "./changed-readings.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const rule = (id: string, type: string, operator: string, targetValue: string) => ({
  id,
  name: `Rule ${id}`,
  passPercentage: 100,
  conditions: [{ type, operator, targetValue: [targetValue] }],
});
const gate = (id: string, rules: unknown[], status = "In Progress") => ({
  document: { id, name: `Gate ${id}`, isEnabled: true, status, version: 1, rules },
  references: [],
});

/** Upgrades a database as if it came from the version before. */
async function upgraded() {
  await service.database.transaction(async (transaction) => {
    await loadEntities(transaction, "gate", [
      gate("plain", [rule("a", "country", "any", "DE")]),
      gate("app", [rule("a", "country", "any", "DE"), rule("b", "app_version", "version_gte", "1.2")]),
      gate("old", [rule("a", "app_version", "version_gte", "1.2")], "Archived"),
    ]);
    const street = gate("street", [rule("c", "custom_field", "any", "Straße")]);
    await loadEntities(transaction, "dynamic_config", [street]);
    await transaction.query("drop table changed_reading");
    await transaction.query("delete from migration where name like '%changed readings'");
  });
  await migrate(service.database);
}

const said = async () => {
  const lines: string[] = [];
  await logReadingChanges(service.database, (line) => lines.push(line));
  return lines;
};
const path = "/console/v1/changed_readings";

test("after an upgrade the rules that could decide differently are said once, and listed until they are dismissed", async () => {
  await upgraded();
  const [line, ...more] = await said();
  expect(line).toContain("gate app (Rule b); config street (Rule c).");
  expect(more).toEqual([]);
  expect(await said()).toEqual([]);
  const { body } = await service.request("GET", path, { key: "read" });
  expect(body.data).toEqual([
    {
      kind: "gate",
      id: "app",
      name: "Gate app",
      rules: [{ id: "b", name: "Rule b", changes: ["versions"] }],
    },
    {
      kind: "dynamic_config",
      id: "street",
      name: "Gate street",
      rules: [{ id: "c", name: "Rule c", changes: ["letters"] }],
    },
  ]);
  expect((await service.request("POST", `${path}/dismiss`, { key: "read" })).status).toBe(403);
  expect((await service.request("POST", `${path}/dismiss`)).status).toBe(200);
  expect((await service.request("GET", path)).body.pagination?.totalItems).toBe(0);
});

test("a gate that is deleted leaves the list", async () => {
  await upgraded();
  await service.request("DELETE", "/console/v1/gates/app");
  expect((await service.request("GET", path)).body.data).toMatchObject([{ id: "street" }]);
});

test("a new database has nothing to say", async () => {
  expect(await said()).toEqual([]);
  expect((await service.request("GET", path)).body.data).toEqual([]);
});
