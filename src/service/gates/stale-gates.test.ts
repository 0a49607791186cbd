import { z } from "zod/mini";
// Which gates the service calls stale, and the list filtered by it.
import { afterEach, beforeEach, expect, test } from "vitest";
import { Gate } from "#contract/gate.ts";
import { writeEntity, type EntityKind } from "#service/database/entities.ts";
import type { EntityDocument } from "#service/database/entity-columns.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const day = 86_400_000;
const old = { createdTime: testNow - 90 * day, lastModifiedTime: testNow - 60 * day };
const gate = (id: string, change: Partial<Gate> = {}): Gate => ({
  id,
  name: id,
  isEnabled: true,
  status: "In Progress",
  type: "TEMPORARY",
  rules: [],
  checksPerHour: 3,
  ...old,
  ...change,
});

const store = (kind: EntityKind, documents: readonly EntityDocument[], references: readonly string[] = []) =>
  service.database.transaction(async (transaction) => {
    for (const document of documents) await writeEntity(transaction, kind, { document, references }, testNow);
  });
const get = (path: string) => service.request("GET", `/console/v1/gates${path}`);
const read = async (id: string) => {
  const { type, typeReason } = Gate.parse((await get(`/${id}`)).body.data);
  return [type, typeReason];
};
const listed = async (query: string) => {
  const { body } = await get(query);
  return {
    ids: z
      .array(Gate)
      .parse(body.data)
      .map(({ id }) => id),
    total: body.pagination?.totalItems,
  };
};

test("a gate is stale by now, whatever was stored; a change ends it", async () => {
  await store("gate", [
    gate("unchecked", { checksPerHour: 0 }),
    gate("launched", { status: "Launched", type: "STALE", typeReason: "STALE_ALL_TRUE" }),
    gate("young", { ...old, lastModifiedTime: testNow, type: "STALE", typeReason: "STALE_NO_RULES" }),
    gate("permanent", { type: "PERMANENT" }),
  ]);
  expect(await read("unchecked")).toEqual(["STALE", "STALE_PROBABLY_DEAD_CHECK"]);
  expect(await read("launched")).toEqual(["STALE", "STALE_PROBABLY_LAUNCHED"]);
  expect(await read("young")).toEqual(["TEMPORARY", "NONE"]);
  expect(await read("permanent")).toEqual(["PERMANENT", "NONE"]);
  const { body } = await service.request("PATCH", "/console/v1/gates/launched", { body: { tags: ["kept"] } });
  expect(body.data).toMatchObject({ type: "TEMPORARY", typeReason: "NONE" });
  expect((await get("/unchecked/versions")).body.data).toMatchObject([
    { type: "TEMPORARY", typeReason: "NONE" },
  ]);
});

test.each<[EntityKind, string, string]>([
  ["gate", "In Progress", "Archived"],
  ["dynamic_config", "", "Archived"],
  ["experiment", "active", "archived"],
])("a gate that a %s refers to is not stale, until that is archived", async (kind, inUse, archived) => {
  const referring = { ...gate("referring", { type: "PERMANENT" }), isEnabled: true };
  await store("gate", [gate("base")]);
  await store(kind, [{ ...referring, status: inUse }], ["base"]);
  expect(await read("base")).toEqual(["TEMPORARY", "NONE"]);
  await store(kind, [{ ...referring, status: archived }], ["base"]);
  expect(await read("base")).toEqual(["STALE", "STALE_NO_RULES"]);
});

test("a gate that refers to itself can be stale all the same", async () => {
  await store("gate", [gate("self")], ["self"]);
  expect(await read("self")).toEqual(["STALE", "STALE_NO_RULES"]);
});

test("the list filters by the type and the reason as they are answered", async () => {
  await store("gate", [
    gate("a-empty"),
    gate("b-empty", { type: "STALE" }),
    gate("c-unchecked", { checksPerHour: 0, tags: ["core"] }),
    gate("d-young", { lastModifiedTime: testNow }),
    gate("e-permanent", { type: "PERMANENT" }),
    gate("f-archived", { status: "Archived" }),
  ]);
  expect(await listed("?type=STALE")).toEqual({ ids: ["a-empty", "b-empty", "c-unchecked"], total: 3 });
  expect(await listed("?type=STALE&limit=1&page=2")).toEqual({ ids: ["b-empty"], total: 3 });
  expect(await listed("?typeReason=STALE_NO_RULES")).toEqual({ ids: ["a-empty", "b-empty"], total: 2 });
  expect(await listed("?typeReason=STALE_PROBABLY_DEAD_CHECK&tags=core")).toEqual({
    ids: ["c-unchecked"],
    total: 1,
  });
  expect(await listed("?type=TEMPORARY&includeArchived=true")).toEqual({
    ids: ["d-young", "f-archived"],
    total: 2,
  });
  expect(await listed("?typeReason=NONE")).toEqual({ ids: ["d-young", "e-permanent"], total: 2 });
  expect(await listed("?type=PERMANENT")).toEqual({ ids: ["e-permanent"], total: 1 });
  expect((await get("?type=STALE&limit=1")).body.pagination).toMatchObject({
    nextPage: "/console/v1/gates?type=STALE&page=2&limit=1",
  });
  expect((await listed("")).total).toBe(5);
});

test("references are answered with the type as it is by now", async () => {
  await store("gate", [gate("base", { type: "PERMANENT" })]);
  await store("gate", [gate("referring", { checksPerHour: 0 })], ["base"]);
  expect((await get("/base/gate_references")).body.data).toMatchObject([
    { id: "referring", type: "STALE", typeReason: "STALE_PROBABLY_DEAD_CHECK" },
  ]);
});
