import { afterEach, beforeEach, expect, test } from "vitest";
import { loadEvents } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const event = (unit: string, time: number, metadata: object, name = "view") => ({
  name,
  time: testNow + time,
  unit,
  value: "",
  source: "web",
  metadata: JSON.stringify(metadata),
});
const log = (...events: ReturnType<typeof event>[]) =>
  service.database.transaction((transaction) => loadEvents(transaction, events));
const get = (query = "") => service.request("GET", `/console/v1/event_users${query}`);

test("users are listed once, newest first, with the newest value of each attribute", async () => {
  await log(
    event("ada", -5000, { country: "SE", plan: "free" }),
    event("bob", -4000, { country: "DE" }),
    event("ada", -3000, { plan: "paid" }, "order"),
    event("", -2000, { country: "FR" }),
    event("cid", -3000, {}),
  );
  expect(await get()).toMatchObject({
    status: 200,
    body: {
      message: "Event users listed successfully.",
      data: [
        { userID: "cid", timestamp: String(testNow - 3000), metadata: {} },
        { userID: "ada", timestamp: String(testNow - 3000), metadata: { country: "SE", plan: "paid" } },
        { userID: "bob", timestamp: String(testNow - 4000), metadata: { country: "DE" } },
      ],
      pagination: { totalItems: 3, nextPage: null, all: "/console/v1/event_users" },
    },
  });
});

test("users come page by page", async () => {
  await log(...["a", "b", "c"].map((unit, index) => event(unit, index, { index })));
  expect((await get("?limit=1&page=2")).body).toMatchObject({
    data: [{ userID: "b", metadata: { index: 1 } }],
    pagination: { totalItems: 3, nextPage: "/console/v1/event_users?page=3&limit=1" },
  });
  expect((await get("?limit=0")).body).toMatchObject({ data: [], pagination: { totalItems: 3 } });
});

test("without events there are no users", async () => {
  expect((await get()).body).toMatchObject({ data: [], pagination: { totalItems: 0 } });
});

test("a user's newest twenty events tell the attributes", async () => {
  const old = event("ada", -1000, { country: "SE" });
  await log(old, ...Array.from({ length: 20 }, (_, index) => event("ada", index, { index })));
  expect((await get()).body.data).toEqual([
    { userID: "ada", timestamp: String(testNow + 19), metadata: { index: 19 } },
  ]);
});

test("an event may have the name of the address", async () => {
  await log(event("ada", 0, {}, "event_users"));
  const { body } = await service.request("GET", "/console/v1/events/event_users");
  expect(body.data).toMatchObject([{ name: "event_users", userID: "ada" }]);
});
