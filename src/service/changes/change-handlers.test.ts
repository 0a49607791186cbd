// The changes of the whole project: what was saved, by whom, between which versions.
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { loadEntities } from "#service/database/entities.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
let now = testNow;
beforeEach(async () => {
  service = await testApp({ now: () => now });
});
afterEach(() => service.close());

const Listed = z.array(
  z.looseObject({
    kind: z.string(),
    id: z.string(),
    action: z.string(),
    version: z.number(),
    isCurrent: z.boolean(),
    time: z.number(),
    before: z.nullable(z.looseObject({ description: z.nullish(z.string()) })),
    after: z.nullable(z.looseObject({ description: z.nullish(z.string()) })),
  }),
);

async function changes(query = "") {
  const { status, body } = await service.request("GET", `/console/v1/changes${query}`, { key: "read" });
  expect(status).toBe(200);
  return { items: Listed.parse(body.data), total: body.pagination?.totalItems };
}
const short = ({ items }: Awaited<ReturnType<typeof changes>>) =>
  items.map(({ kind, id, action, version, isCurrent, before, after }) => [
    `${kind} ${id} ${action} ${version}${isCurrent ? " now" : ""}`,
    before?.description,
    after?.description,
  ]);

async function saveAll() {
  const write = async (method: "POST" | "PATCH" | "DELETE", path: string, body?: object) => {
    now += 1000;
    const { status } = await service.request(method, `/console/v1/${path}`, body ? { body } : {});
    expect(status).toBeLessThan(300);
  };
  const start = now;
  await write("POST", "gates", { name: "Checkout", description: "one" });
  await write("PATCH", "gates/checkout", { description: "two" });
  await write("POST", "dynamic_configs", { name: "Prices", description: "first" });
  await write("PATCH", "gates/checkout", { description: "three" });
  await write("DELETE", "dynamic_configs/prices");
  return start;
}

test("changes of all kinds are listed, the newest first, each with the versions around it", async () => {
  const start = await saveAll();
  const found = await changes(`?since=${start}`);
  expect(short(found)).toEqual([
    ["dynamic_config prices deleted 2", "first", undefined],
    ["gate checkout changed 3 now", "two", "three"],
    ["gate checkout changed 2", "one", "two"],
    ["gate checkout created 1", undefined, "one"],
  ]);
  expect(found.total).toBe(4);
});

test("changes before a time are left out, and pages hold as many as asked for", async () => {
  const start = await saveAll();
  expect(short(await changes(`?since=${start + 3000}`)).map(([first]) => first)).toEqual([
    "dynamic_config prices deleted 2",
    "gate checkout changed 3 now",
  ]);
  const page = await changes(`?since=${start}&limit=1&page=2`);
  expect([page.total, short(page).map(([first]) => first)]).toEqual([4, ["gate checkout changed 3 now"]]);
  const refused = await service.request("GET", "/console/v1/changes?since=soon", { key: "read" });
  expect([refused.status, refused.body.errors?.[0]?.property]).toEqual([400, "since"]);
});

test("those of some gates are asked for by their ids", async () => {
  const start = await saveAll();
  const write = await service.request("POST", "/console/v1/gates", { body: { name: "Other" } });
  expect(write.status).toBe(201);
  const found = await changes(`?since=${start + 1500}&gates=checkout,prices`);
  expect([found.total, short(found).map(([first]) => first)]).toEqual([
    2,
    ["gate checkout changed 3 now", "gate checkout changed 2"],
  ]);
});

test("a gate of the id of a deleted one is created anew, and its former versions are not its own", async () => {
  const start = await saveAll();
  const write = async (method: string, path: string, body?: object) => {
    now += 1000;
    expect((await service.request(method, path, body ? { body } : {})).status).toBeLessThan(300);
  };
  await write("DELETE", "/console/v1/gates/checkout");
  await write("POST", "/console/v1/gates", { name: "Checkout", description: "again" });
  const found = short(await changes(`?since=${start}`));
  expect(found.slice(0, 2)).toEqual([
    ["gate checkout created 4 now", undefined, "again"],
    ["gate checkout deleted 4", "three", undefined],
  ]);
});

test("versions too large for a list are named without their documents", async () => {
  const rules = Array.from({ length: 20 }, (_, index) => ({
    name: `Rule ${index}`,
    passPercentage: 100,
    environments: null,
    conditions: [{ type: "user_id", operator: "any", targetValue: [String(index).repeat(4000)] }],
  }));
  await service.request("POST", "/console/v1/gates", { body: { name: "Large", description: "" } });
  now += 1000;
  const saved = await service.request("POST", "/console/v1/gates/large", {
    body: { isEnabled: true, description: "", rules },
  });
  expect(saved.status).toBe(200);
  expect(short(await changes(`?since=${now - 1}`))).toEqual([["gate large changed 2 now", "", undefined]]);
});

test("what was imported as changed elsewhere is listed once, without the version before", async () => {
  const document = {
    id: "old",
    name: "Old",
    createdTime: testNow - 1e9,
    lastModifiedTime: testNow - 1000,
    version: 7,
  };
  const gate = { ...document, status: "Disabled", isEnabled: false, rules: [], description: "as imported" };
  await service.database.transaction((transaction) =>
    loadEntities(transaction, "gate", [{ document: gate, references: [] }]),
  );
  expect(short(await changes(`?since=${testNow - 2000}`))).toEqual([
    ["gate old changed 7 now", undefined, "as imported"],
  ]);
  now += 1000;
  await service.request("PATCH", "/console/v1/gates/old", { body: { description: "mine" } });
  expect(short(await changes(`?since=${testNow - 2000}`))).toEqual([
    ["gate old changed 8 now", "as imported", "mine"],
  ]);
});
