import { within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { writeMetrics } from "#service/database/definitions.ts";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { consoleAt } from "#testing/console-at.tsx";

const day = 86_400_000;
const units = Array.from({ length: 40 }, (_, index) => `u${index}`);

test("whether a metric moved is computed when an event's page asks for it, and then shown; a planned experiment has nothing", async () => {
  const service = await testApp({ stop: new AbortController().signal });
  onTestFinished(() => service.close());
  await service.database.transaction(async (transaction) => {
    for (const [id, startTime] of [
      ["running", testNow - 5 * day],
      ["planned", Date.now() + 5 * day],
    ] as const) {
      const document = {
        id,
        name: `The ${id}`,
        status: "active",
        groups: ["old", "new"].map((group) => ({ id: group, name: group, size: 50 })),
        startTime,
        primaryMetrics: [{ name: "Orders", type: "event_count" }],
      };
      await writeEntity(transaction, "experiment", { document, references: [] }, testNow);
    }
    await writeMetrics(transaction, [
      {
        id: "Orders::event_count",
        name: "Orders",
        type: "event_count",
        directionality: "increase",
        lineage: { events: ["order"], metrics: [] },
      },
    ]);
    const exposures = units.map((unit, index) => ({
      experiment: "running",
      group: index % 2 ? "old" : "new",
      unit,
      time: testNow - 4 * day,
      properties: "{}",
    }));
    await loadExposures(transaction, exposures);
    const orders = units.flatMap((unit, index) => Array.from({ length: index % 3 }, () => unit));
    await loadEvents(
      transaction,
      orders.map((unit) => ({
        name: "order",
        time: testNow - 2 * day,
        unit,
        value: "",
        source: "web",
        metadata: "{}",
      })),
    );
  });
  const view = await consoleAt("/demo/events/order", { service });
  const list = within(await view.findByRole("list", { name: "Experiments with Orders" }));
  expect(list.getByText("Running, no results yet")).toBeTruthy();
  expect(list.getByText("Planned")).toBeTruthy();
  await expect.poll(() => list.queryByText("inconclusive")).toBeTruthy();
}, 30_000);
