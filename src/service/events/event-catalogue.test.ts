// Tests which events the catalogue flags as unusual, and since which day.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CataloguedEvent } from "#contract/event-catalogue.ts";
import { forgetUnit } from "#service/database/forget-unit.ts";
import { loadEvents } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const day = 86_400_000;
const today = Math.floor(testNow / day);

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const daily = (name: string, from: number, until: number, metadata: object = {}, unit = "u") =>
  Array.from({ length: from - until + 1 }, (_, index) => ({
    name,
    time: testNow - (from - index) * day,
    unit,
    value: "",
    source: "web",
    metadata: JSON.stringify(metadata),
  }));

async function catalogue(query = "") {
  const { body } = await service.request("GET", `/console/v1/event_catalogue${query}`, { key: "read" });
  return new Map((body.data as CataloguedEvent[]).map((event) => [event.name, event]));
}

test("new, vanished, alike, of another type and dotted", async () => {
  await service.database.transaction((transaction) =>
    loadEvents(transaction, [
      ...daily("view", 40, 5, { price: "1", "cart.size": 2 }),
      ...daily("view", 4, 0, { price: 1, note: null }),
      ...daily("order", 40, 3, { order_id: "a", país: "x" }),
      ...daily("order", 2, 0, { orderId: "b", país: "x" }),
      ...daily("add_to_cart", 40, 10),
      ...daily("addToCart", 3, 0, { mail: "somebody" }, "ada"),
      ...daily("addToCart", 3, 0, {}, "bob"),
    ]),
  );
  const events = await catalogue();
  expect(events.get("view")?.flags).toEqual([
    { kind: "type_changed", field: "price", day: today - 4, types: ["text", "number"] },
    { kind: "dotted_field", field: "cart.size", day: today - 40 },
  ]);
  expect(events.get("order")?.flags).toEqual([
    { kind: "similar_name", field: "order_id", day: today - 2, names: ["orderId"] },
  ]);
  expect(events.get("add_to_cart")?.flags).toEqual([
    { kind: "vanished", day: today - 9 },
    { kind: "similar_name", day: today - 3, names: ["addToCart"] },
  ]);
  expect(events.get("addToCart")).toMatchObject({
    flags: [
      { kind: "new", day: today - 3 },
      { kind: "similar_name", day: today - 3 },
    ],
    fields: [{ name: "mail", share: 0.5, examples: ["somebody"] }],
  });
  expect([...(await catalogue("?named=TOCART")).keys()]).toEqual(["addToCart"]);
  expect([...(await catalogue("?name=addtocart")).keys()]).toEqual([]);
  expect([...(await catalogue("?flagged=true")).keys()]).toEqual([
    "order",
    "view",
    "add_to_cart",
    "addToCart",
  ]);
  await forgetUnit(service.database, "ada");
  expect((await catalogue()).get("addToCart")).toMatchObject({ events: 4, fields: [] });
});
