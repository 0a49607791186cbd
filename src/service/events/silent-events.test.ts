// Tests which events are reported as stopped, judged by their usual rate.
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeMetrics } from "#service/database/definitions.ts";
import { loadEvents } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const hour = 3_600_000;
let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

/** Returns `count` events, one every `every` hours; the last one was `ago` hours ago. */
const events = (name: string, { ago, every, count }: { ago: number; every: number; count: number }) =>
  Array.from({ length: count }, (_, index) => ({
    name,
    time: testNow - (ago + index * every) * hour,
    unit: `u${index}`,
    value: "",
    source: "web",
    metadata: "{}",
  }));

test("an event is silent where none came for six hours and for as long as fifty usually take", async () => {
  await service.database.transaction(async (transaction) => {
    await loadEvents(transaction, [
      ...events("wishlist_added", { ago: 40, every: 0.1, count: 1680 }),
      ...events("order", { ago: 7, every: 0.1, count: 1680 }),
      // Not reported, in this order: still logged, stopped for less than six hours, rare, stopped more than 30 days ago.
      ...events("page_view", { ago: 0.2, every: 0.1, count: 100 }),
      ...events("search", { ago: 5, every: 0.05, count: 100 }),
      ...events("refund", { ago: 100, every: 20, count: 9 }),
      ...events("old_checkout", { ago: 24 * 40, every: 0.1, count: 1680 }),
    ]);
    await writeMetrics(transaction, [
      {
        id: "Hearts::event_count",
        name: "Hearts",
        type: "event_count",
        directionality: "increase",
        lineage: { events: ["wishlist_added"], metrics: [] },
      },
    ]);
  });
  const { status, body } = await service.request("GET", "/console/v1/silent_events", { key: "read" });
  expect(status).toBe(200);
  expect(body.data).toEqual([
    { name: "order", lastTime: testNow - 7 * hour, perHour: 10, metrics: [] },
    { name: "wishlist_added", lastTime: testNow - 40 * hour, perHour: 10, metrics: ["Hearts"] },
  ]);
});
