// Deleting gates and dynamic configs, and creating them again.
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { testApp, type TestRequest } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const rules = [{ name: "Some", passPercentage: 10, conditions: [{ type: "public" }] }];
const Ruled = z.looseObject({ version: z.number(), rules: z.array(z.looseObject({ id: z.string() })) });

const kinds = ["gates", "dynamic_configs"] as const;
const send = (method: string, path: string, options: TestRequest = {}) =>
  service.request(method, `/console/v1/${path}`, options);
const create = (kind: string, body: object) => send("POST", kind, { body });
const versionsOf = async (path: string) =>
  z
    .array(z.looseObject({ version: z.number() }))
    .parse((await send("GET", `${path}/versions`)).body.data)
    .map(({ version }) => version);

test.each(kinds)("%s: a dry run, an outdated tag and a reading key delete nothing", async (kind) => {
  await create(kind, { name: "short" });
  const path = `${kind}/short`;
  expect((await send("DELETE", `${path}?dryRun=true`)).status).toBe(200);
  expect((await send("DELETE", path, { headers: { "If-Match": '"7"' } })).status).toBe(412);
  expect((await send("DELETE", path, { key: "read" })).status).toBe(403);
  expect((await send("GET", path)).status).toBe(200);
  expect((await send("DELETE", path, { headers: { "If-Match": '"1"' } })).status).toBe(200);
  expect((await send("GET", path)).status).toBe(404);
  expect((await send("DELETE", path)).status).toBe(404);
});

test.each(kinds)("%s: what is created under a deleted id goes on from its history", async (kind) => {
  const before = Ruled.parse((await create(kind, { name: "again", rules })).body.data);
  await send("DELETE", `${kind}/again`);
  expect(await versionsOf(`${kind}/again`)).toEqual([1]);
  const created = await create(kind, { name: "again" });
  expect(created.body.data).toMatchObject({ version: 2, rules: [] });
  const outdated = { headers: { "If-Match": '"1"' } };
  expect((await send("PATCH", `${kind}/again`, { body: { description: "x" }, ...outdated })).status).toBe(
    412,
  );
  const restored = await send("PATCH", `${kind}/again`, { body: { rules: before.rules } });
  expect(Ruled.parse(restored.body.data).rules.map(({ id }) => id)).toEqual(before.rules.map(({ id }) => id));
  expect(await versionsOf(`${kind}/again`)).toEqual([3, 2, 1]);
});

test("a gate that something in use refers to is not deleted, and refers to nothing once it is", async () => {
  await create("gates", { name: "below" });
  const conditions = [{ type: "passes_gate", targetValue: "below" }];
  await create("gates", { name: "above", rules: [{ name: "Asks", passPercentage: 100, conditions }] });
  const refused = await send("DELETE", "gates/below");
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body.errors)).toContain("above");
  expect((await send("DELETE", "gates/above")).status).toBe(200);
  expect((await send("GET", "gates/below/gate_references")).body.data).toEqual([]);
  expect((await send("DELETE", "gates/below")).status).toBe(200);
});
