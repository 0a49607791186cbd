import { expect, test } from "vitest";
import { SourcePreview } from "#contract/source-preview.ts";
import { testApp } from "#service/test-app.test-support.ts";

test("a warehouse that cannot be reached is told as such, and not as something it says", async () => {
  const service = await testApp();
  const send = (method: string, path: string, body?: unknown) =>
    service.request(method, `/console/v1${path}`, { body });
  const nowhere = { host: "127.0.0.1", port: 1, database: "shop", username: "assay", useTls: false };
  await send("PATCH", "/wh_connections", { postgres: nowhere, active: "postgres" });
  const looked = await send("POST", "/warehouse_sources/preview", {
    kind: "metric_source",
    sourceType: "table",
    tableName: "shop.events",
  });
  expect(SourcePreview.parse(looked.body.data).checks).toEqual([
    {
      state: "failed",
      sentence: "Nothing listens at this port of the host.",
      advice: "ECONNREFUSED connect ECONNREFUSED 127.0.0.1:1",
    },
  ]);
  const tables = await send("GET", "/warehouse_tables");
  expect(tables.status).toBe(502);
  expect(tables.body.message).toBe("Nothing listens at this port of the host.");
  await service.close();
});
