// Tags, target apps, unit id types, environments, and the sources of properties of units.
import { afterEach, beforeEach, expect, test } from "vitest";
import { createKey } from "#service/http/api-keys.ts";
import { testApp, testNow, type TestAnswer, type TestRequest } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const send = (method: string, path: string, body?: unknown, options: TestRequest = {}) =>
  service.request(method, `/console/v1${path}`, { body, ...options });
const refused = ({ status, body }: TestAnswer) => ({ status, message: body.message, errors: body.errors });
const data = async (path: string) => (await send("GET", path)).body.data;

test("tags are listed where they were made, and where they are in use", async () => {
  await send("POST", "/gates", { name: "Shop", tags: ["Checkout"], idType: "companyID" });
  expect(await data("/tags")).toEqual([{ id: "checkout", name: "Checkout", description: "", isCore: false }]);
  const core = { name: "Core", description: "What must not break", isCore: true };
  expect((await send("POST", "/tags?dryRun=true", core)).status).toBe(201);
  expect((await send("POST", "/tags", core)).body).toEqual({
    message: "Tag created successfully.",
    data: { id: "core", ...core },
  });
  expect((await send("GET", "/tags?limit=1&page=2")).body).toMatchObject({
    data: [{ id: "core" }],
    pagination: { totalItems: 2 },
  });
  expect(await data("/tags/checkout")).toMatchObject({ name: "Checkout" });
  expect((await send("GET", "/tags/other")).body.message).toBe("Tag not found.");
  expect((await send("POST", "/tags", core)).body.message).toBe("Name is already in use");
  expect(refused(await send("POST", "/tags", { surprise: 1 })).errors).toEqual([
    { property: "name", errorMessage: "Required" },
    { property: "description", errorMessage: "Required" },
    { property: "surprise", errorMessage: "Unknown field" },
  ]);
  expect((await send("POST", "/tags", core, { key: "read" })).status).toBe(403);
});

test("target apps and unit id types are listed and added", async () => {
  await send("POST", "/gates", { name: "Shop", idType: "companyID" });
  expect((await send("POST", "/target_app", { name: "Android", description: "" })).status).toBe(201);
  expect(await data("/target_app")).toEqual([{ id: "android", name: "Android", description: "" }]);
  expect(await data("/target_app/android")).toMatchObject({ name: "Android" });
  expect((await send("GET", "/target_app/ios")).body.message).toBe("Target app not found.");
  const withGates = { name: "iOS", description: "", gates: ["shop"] };
  expect(refused(await send("POST", "/target_app", withGates)).errors).toEqual([
    { property: "gates", errorMessage: "Must have at most 0 items" },
  ]);
  expect((await send("POST", "/unit_id_types", { name: "deviceID", description: "One device" })).status).toBe(
    201,
  );
  expect(await data("/unit_id_types")).toEqual([
    { name: "companyID", description: "" },
    { name: "deviceID", description: "One device" },
    { name: "stableID", description: "" },
    { name: "userID", description: "" },
  ]);
  expect((await send("POST", "/unit_id_types", { name: "UserID" })).body.message).toBe(
    "Name is already in use",
  );
});

test("environments are replaced as a whole, and those that keys are for stay", async () => {
  expect(await data("/environments")).toMatchObject({
    environments: [{ name: "production", isProduction: true }, { name: "staging" }, { name: "development" }],
  });
  const [production, canary] = [
    { name: "production", isProduction: true },
    { name: "Canary", requiresReview: true },
  ];
  const written = await send("POST", "/environments", { environments: [production, canary] });
  expect(written.body.message).toBe("Environments updated successfully.");
  expect(await data("/environments")).toMatchObject({
    environments: [
      { id: "production", requiresReview: false },
      { id: "canary", name: "Canary", isProduction: false, requiresReview: true },
    ],
  });
  await createKey(service.database, { name: "App", kind: "server", environment: "canary" }, testNow);
  expect(refused(await send("POST", "/environments", { environments: [production] })).errors).toEqual([
    { property: "environments", errorMessage: "'canary' must stay: keys of apps are for it" },
  ]);
  expect(refused(await send("POST", "/environments", { environments: [canary, canary] })).errors).toEqual([
    { property: "environments", errorMessage: "Duplicate environment name(s) given" },
    {
      property: "environments",
      errorMessage: "Must have 'production', with isProduction true: users without an environment are in it",
    },
  ]);
});

test("a source of entity properties is created, changed in part and as a whole, and deleted", async () => {
  const source = {
    name: "Customers",
    sql: "select * from customers",
    idTypeMapping: [{ statsigUnitID: "userID", column: "id" }],
    description: "Of the shop",
  };
  const path = "/experiments/entity_property/Customers";
  expect((await send("POST", "/experiments/entity_properties", { ...source, dryRun: true })).status).toBe(
    201,
  );
  expect((await send("GET", path)).body.message).toBe("Entity Property Source not found.");
  expect((await send("POST", "/experiments/entity_properties", source)).body).toMatchObject({
    message: "Entity Property Source created successfully",
    data: source,
  });
  expect((await send("POST", "/experiments/entity_properties", source)).body.message).toBe(
    "Name is already in use",
  );
  expect(refused(await send("POST", "/experiments/entity_properties", { idTypeMapping: [] })).errors).toEqual(
    [
      { property: "idTypeMapping", errorMessage: "Must have at least 1 items" },
      { property: "name", errorMessage: "Required" },
      { property: "sql", errorMessage: "Required" },
    ],
  );
  const patched = await send("PATCH", path, { sql: "select 1 as id" }, { headers: { "If-Match": '"1"' } });
  expect([patched.headers.get("ETag"), patched.body.data]).toMatchObject([
    '"2"',
    { sql: "select 1 as id", description: "Of the shop" },
  ]);
  const outdated = { headers: { "If-Match": '"1"' } };
  expect((await send("PATCH", path, { sql: "select 2 as id" }, outdated)).status).toBe(412);
  expect(refused(await send("PATCH", path, { sql: "drop table customers" })).errors).toMatchObject([
    { property: "sql" },
  ]);
  const { description: _, ...whole } = source;
  const replaced = await send("POST", path, whole);
  expect(replaced.body.data).toMatchObject({ ...whole, description: "", version: 3 });
  const versions = await send("GET", `${path}/versions`);
  expect(versions.body.data).toMatchObject([{ version: 3 }, { sql: "select 1 as id" }, { version: 1 }]);
  expect(await data("/experiments/entity_properties")).toMatchObject([{ ...whole, description: "" }]);
  expect((await send("DELETE", path)).body.message).toBe("Entity Property Source deleted successfully");
  expect(await data("/experiments/entity_properties")).toEqual([]);
});
