import { z } from "zod/mini";
// Reading dynamic configs: one, its rules, lists, versions, and those that refer to a gate. Updates: update-dynamic-config.test.ts.
import { afterEach, beforeEach, expect, test } from "vitest";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { writeEntity } from "#service/database/entities.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const config = (id: string, change: Partial<DynamicConfig> = {}): DynamicConfig => ({
  id,
  name: id,
  description: "",
  isEnabled: true,
  rules: [],
  defaultValue: { size: 1 },
  defaultValueJson5: "{size: 1} // small",
  tags: [],
  version: 1,
  ...change,
});

const store = (...configs: DynamicConfig[]) =>
  service.database.transaction(async (transaction) => {
    for (const document of configs)
      await writeEntity(
        transaction,
        "dynamic_config",
        { document, references: gateIDsIn(document.rules) },
        testNow,
      );
  });

const storeGates = (...ids: string[]) =>
  service.database.transaction(async (transaction) => {
    for (const id of ids)
      await writeEntity(transaction, "gate", { document: { id, name: id }, references: [] }, testNow);
  });

const asking = (gateID: string) => ({
  id: "r:50.00:2",
  baseID: "r",
  name: "Asks",
  passPercentage: 50,
  conditions: [{ type: "passes_gate", targetValue: [gateID] }],
  percentCounts: { "50.00": 2 },
});

const get = (path: string) => service.request("GET", `/console/v1${path}`);
const namesIn = ({ body }: { body: { data?: unknown } }) =>
  z
    .array(DynamicConfig)
    .parse(body.data)
    .map(({ name }) => name);

test("a config is read with its texts as they were written, its address and its version as a tag", async () => {
  await store(config("a b", { rules: [asking("g")] }));
  const { status, body, headers } = await get("/dynamic_configs/a%20b");
  expect(status).toBe(200);
  expect(headers.get("ETag")).toBe('"1"');
  expect(body).toMatchObject({
    message: "Dynamic config read successfully.",
    data: {
      id: "a b",
      permalink: "https://console.test/demo/dynamic_configs/a%20b",
      defaultValue: { size: 1 },
      defaultValueJson5: "{size: 1} // small",
      rules: [{ id: "r:50.00:2", conditions: [{ type: "passes_gate", targetValue: "g" }] }],
    },
  });
  expect(JSON.stringify(body)).not.toContain("percentCounts");
});

test.each(["", "/rules", "/versions"])("an unknown config: %s", async (path) => {
  expect(await get(`/dynamic_configs/none${path}`)).toMatchObject({
    status: 404,
    body: { status: 404, message: "Dynamic config not found." },
  });
});

test("the rules come as one page of one element", async () => {
  await store(config("a", { rules: [asking("g")] }));
  expect((await get("/dynamic_configs/a/rules")).body).toEqual({
    message: "Dynamic Config rules read successfully.",
    data: [
      {
        rules: [
          {
            id: "r:50.00:2",
            baseID: "r",
            name: "Asks",
            passPercentage: 50,
            conditions: [{ type: "passes_gate", targetValue: "g" }],
            environments: null,
            completedAutomatedRollouts: [],
            pendingAutomatedRollouts: [],
          },
        ],
      },
    ],
    pagination: {
      itemsPerPage: 20_000,
      pageNumber: 1,
      totalItems: 1,
      nextPage: null,
      previousPage: null,
      all: "",
    },
  });
});

test("configs are listed by name, filtered, page by page", async () => {
  await store(
    config("c", { tags: ["home", "web"], creatorName: "Bob" }),
    config("a", { tags: ["home"], description: "The banner" }),
    config("b"),
  );
  const second = await get("/dynamic_configs?limit=1&page=2");
  expect(namesIn(second)).toEqual(["b"]);
  expect(second.body).toMatchObject({
    message: "Dynamic Configs listed successfully.",
    pagination: {
      totalItems: 3,
      nextPage: "/console/v1/dynamic_configs?page=3&limit=1",
      previousPage: "/console/v1/dynamic_configs?page=1&limit=1",
      all: "/console/v1/dynamic_configs",
    },
  });
  expect(namesIn(await get("/dynamic_configs?tags=home"))).toEqual(["a", "c"]);
  expect(namesIn(await get("/dynamic_configs?creatorName=Bob"))).toEqual(["c"]);
  expect(namesIn(await get("/dynamic_configs?search=BANNER"))).toEqual(["a"]);
  expect((await get("/dynamic_configs?limit=0")).body).toMatchObject({
    data: [],
    pagination: { totalItems: 3 },
  });
  expect((await get("/dynamic_configs?page=7")).body).toMatchObject({
    data: [],
    pagination: { totalItems: 3 },
  });
  expect((await get("/dynamic_configs?limit=-1")).status).toBe(400);
});

test("versions come with the current one first", async () => {
  await store(config("a"), config("a", { version: 2, description: "second" }));
  expect((await get("/dynamic_configs/a/versions?limit=1")).body).toMatchObject({
    message: "Dynamic config versions listed successfully.",
    data: [{ version: 2, description: "second", permalink: "https://console.test/demo/dynamic_configs/a" }],
    pagination: {
      totalItems: 2,
      nextPage: "/console/v1/dynamic_configs/a/versions?page=2&limit=1",
      all: "/console/v1/dynamic_configs/a/versions",
    },
  });
});

test("references of a gate are the configs whose rules ask about it", async () => {
  await storeGates("g", "h");
  await store(config("x", { rules: [asking("g")] }), config("y"), config("z", { rules: [asking("g")] }));
  const first = await get("/gates/g/dynamic_config_references?limit=1");
  expect(namesIn(first)).toEqual(["x"]);
  expect(first.body).toMatchObject({
    message: "Dynamic Configs listed successfully.",
    pagination: {
      totalItems: 2,
      nextPage: "/console/v1/gates/g/dynamic_config_references?page=2&limit=1",
      all: "/console/v1/gates/g/dynamic_config_references",
    },
  });
  expect((await get("/gates/h/dynamic_config_references")).body.data).toEqual([]);
  expect(await get("/gates/none/dynamic_config_references")).toMatchObject({
    status: 404,
    body: { message: "Gate not found." },
  });
});
