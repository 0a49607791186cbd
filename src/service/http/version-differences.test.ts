// Tests the history of entities as differences.
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { VersionDifferences } from "#contract/version-differences.ts";
import { testApp } from "#service/test-app.test-support.ts";
import { versionDifferences } from "./version-differences.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const rule = (name: string) => ({ name, passPercentage: 10, conditions: [{ type: "public" }] });
const Ruled = z.looseObject({ rules: z.array(z.looseObject({ baseID: z.string() })) });

test.each(["gates", "dynamic_configs"])("%s: each version says what it changed", async (kind) => {
  const path = `/console/v1/${kind}/shop`;
  const send = (method: string, address: string, body: object) => service.request(method, address, { body });
  const created = await send("POST", `/console/v1/${kind}`, { name: "Shop", rules: [rule("A"), rule("B")] });
  const [a, b] = Ruled.parse(created.body.data).rules;
  await send("PATCH", path, { rules: [b, { ...a, passPercentage: 20 }], changeReason: "Ramp" });
  await send("PATCH", path, { rules: [b], tags: ["x"] });
  const listed = await service.request("GET", `${path}/version_differences`);
  const [third, second, first] = z.array(VersionDifferences).parse(listed.body.data);
  const idOf = (rule: typeof a) => rule?.baseID ?? "";
  expect(third?.changes.toSorted((one, other) => one.property.localeCompare(other.property))).toMatchObject([
    { property: `rules.${idOf(a)}`, old: { name: "A", passPercentage: 20 } },
    { property: "tags", old: [], new: ["x"] },
  ]);
  expect(second).toMatchObject({ version: 2, lastModifierName: "Test writer", lastModifiedReason: "Ramp" });
  expect(second?.changes).toContainEqual({ property: `rules.${idOf(a)}.passPercentage`, old: 10, new: 20 });
  expect(second?.changes).toContainEqual({
    property: "rules",
    old: [idOf(a), idOf(b)],
    new: [idOf(b), idOf(a)],
  });
  expect(first).toMatchObject({ version: 1, changes: [] });
  const page = await service.request("GET", `${path}/version_differences?limit=1&page=2`);
  expect(page.body.data).toEqual([second]);
  expect((await service.request("GET", `/console/v1/${kind}/none/version_differences`)).status).toBe(404);
});

test("a list of 20,000 values is compared at once", () => {
  const values = (seed: number) =>
    Array.from({ length: 20_000 }, (_, index) => `u${(index * 7 + seed) % 99_991}`);
  const before = { rules: [{ baseID: "r", conditions: [{ targetValue: values(0) }] }] };
  const after = { rules: [{ baseID: "r", conditions: [{ targetValue: values(3) }] }] };
  const started = performance.now();
  const { changes } = versionDifferences({ version: 2, ...after }, { version: 1, ...before });
  expect(performance.now() - started).toBeLessThan(500);
  expect(changes.map(({ property }) => property)).toEqual(["rules.r.conditions"]);
});
