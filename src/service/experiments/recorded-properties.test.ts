// Properties of units as recorded by exposures: values, how recent they are, and the experiments that use them.
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadEntities } from "#service/database/entities.ts";
import { loadExposures } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const day = 86_400_000;

test("values come with their number, the time of the newest, and the experiments that are broken down by them", async () => {
  const exposure = (unit: number, days: number, properties: object) => ({
    experiment: "cart",
    group: "a",
    unit: `u${unit}`,
    time: testNow - days * day,
    properties: JSON.stringify(properties),
  });
  await service.database.transaction(async (transaction) => {
    const document = {
      id: "cart",
      name: "Shorter cart",
      status: "active",
      dimensions: [
        { key: "tier", type: "user" },
        { key: "platform", type: "event" },
      ],
    };
    await loadEntities(transaction, "experiment", [{ document, references: [] }]);
    await loadExposures(transaction, [
      exposure(1, 3, { tier: "gold", platform: "web" }),
      exposure(2, 2, { tier: "silver", platform: "" }),
      exposure(3, 5, { tier: "silver" }),
      exposure(4, 40, { tier: "none", gone: "x" }),
    ]);
  });
  const { status, body } = await service.request("GET", "/console/v1/recorded_properties", { key: "read" });
  expect(status).toBe(200);
  expect(body.data).toEqual([
    {
      name: "platform",
      values: [{ value: "web", count: 1 }],
      valueCount: 1,
      count: 1,
      lastTime: testNow - 3 * day,
      experiments: [],
    },
    {
      name: "tier",
      values: [
        { value: "silver", count: 2 },
        { value: "gold", count: 1 },
      ],
      valueCount: 2,
      count: 3,
      lastTime: testNow - 2 * day,
      experiments: [{ id: "cart", name: "Shorter cart" }],
    },
  ]);
});
