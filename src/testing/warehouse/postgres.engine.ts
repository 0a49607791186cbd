// The scripts for the admin of a PostgreSQL, run unchanged, and the doctor's findings before, with and after the rights that
// they grant.
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grantScript } from "#console/features/warehouse/grant-scripts.ts";
import { defaultLimits } from "#contract/warehouse-connection.ts";
import type { WarehouseCheckStep } from "#contract/warehouse-check.ts";
import { runDoctor } from "#service/warehouse-connections/doctor/run-doctor.ts";
import type { PlainSettings } from "#service/warehouse/open-client.ts";
import { isFound, startEngine, type Engine } from "./engines.ts";
import { testMeasures } from "./measure-tests.ts";

describe.skipIf(!isFound("postgres"))("PostgreSQL", () => {
  let engine: Engine;
  let admin: Client;
  beforeAll(async () => {
    engine = await startEngine("postgres");
    const { host, port, database, username, password } = engine.settings;
    admin = new Client({
      host: String(host),
      port: Number(port),
      database: String(database),
      user: String(username),
      password: String(password),
    });
    await admin.connect();
    await admin.query("create schema shop; create table shop.orders as select 1 as id, 'x' as note");
  });
  afterAll(async () => {
    await admin?.end();
    await engine?.end();
  });

  async function doctor(settings: PlainSettings): Promise<readonly WarehouseCheckStep[]> {
    let steps: readonly WarehouseCheckStep[] = [];
    await runDoctor({
      provider: "postgres",
      settings,
      limits: defaultLimits,
      changed: (told) => {
        steps = told;
      },
    });
    return steps;
  }
  const notPassed = (steps: readonly WarehouseCheckStep[]) =>
    steps.filter(({ state }) => state !== "passed").map(({ name, state }) => `${name}: ${state}`);

  test.each([
    ["that only reads", {}, ["Clock: skipped", "Write staging: skipped"]],
    ["with a schema of its own", { stagingSchema: "assay_staging" }, ["Clock: skipped"]],
  ])("a user %s", { timeout: 120_000 }, async (_, more, expected) => {
    const settings = { ...engine.settings, username: "Assay reader", password: "it's a secret", ...more };
    const run = (name: "Grant" | "Verify" | "Revoke") =>
      admin.query(grantScript("postgres", name, settings, 900) ?? "");
    const before = await doctor(settings);
    expect(before.find(({ state }) => state === "failed")).toMatchObject({ name: "Sign-in" });

    await run("Grant");
    // The line that the script leaves to psql, so that the password is not stored in any history.
    await admin.query(`alter role "Assay reader" password 'it''s a secret'`);
    expect(notPassed(await doctor(settings))).toEqual(expected);
    const [roles, grants] = [await run("Verify")].flat();
    expect(roles?.rows).toMatchObject([{ rolname: "Assay reader", rolsuper: false, rolcreatedb: false }]);
    expect(grants?.rows).toContainEqual({
      table_schema: "shop",
      table_name: "orders",
      privilege_type: "SELECT",
    });

    await run("Revoke");
    const after = await doctor(settings);
    expect(after.find(({ state }) => state === "failed")).toMatchObject({
      name: "Sign-in",
      code: expect.stringMatching(/^28/),
    });
    expect(after.at(-1)?.state).toBe("not reached");
    expect(JSON.stringify([before, after])).not.toContain("a secret");
  });

  describe("measures", () => testMeasures("postgres", "postgres", () => engine));
});
