// Tests the timeline of one unit, which merges its events, exposures and checks, and its attributes, with data as apps send it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { UnitAttributes, UnitTimeline } from "#contract/event-answers.ts";
import { writeEntity, type EntityKind } from "#service/database/entities.ts";
import type { EntityDocument } from "#service/database/entity-columns.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { createKey } from "#service/http/api-keys.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;

const event = (time: number, name: string, metadata: object, more: object = {}) => ({
  name,
  time: testNow + time,
  unit: "ada",
  value: "",
  source: "web",
  metadata: JSON.stringify(metadata),
  ...more,
});

const sent = (kind: "gate" | "config", metadata: object, ago: number) => ({
  eventName: `statsig::${kind}_exposure`,
  user: { userID: "ada" },
  metadata: { reason: "Network:Recognized", ...metadata },
  time: testNow - ago,
});

beforeAll(async () => {
  service = await testApp();
  const { database } = service;
  await database.transaction(async (transaction) => {
    const write = (kind: EntityKind, document: EntityDocument & { rules?: unknown; groups?: unknown }) =>
      writeEntity(transaction, kind, { document, references: [] }, testNow);
    const shared = { isEnabled: true, status: "In Progress" };
    const rule = { id: "half:50.00:2", baseID: "half", name: "Half", passPercentage: 50, conditions: [] };
    await write("gate", { ...shared, id: "pay", name: "Pay", rules: [rule] });
    await write("dynamic_config", { ...shared, id: "texts", name: "Texts", rules: [rule] });
    const groups = ["control", "test"].map((id) => ({ id, name: `The ${id}`, size: 50 }));
    await write("experiment", { ...shared, status: "active", id: "banner", name: "Banner", groups });
    await loadEvents(transaction, [
      event(-9000, "start", { country: "SE" }, { attributes: JSON.stringify({ plan: "free" }) }),
      event(-8000, "view", { country: "SE" }, { attributes: JSON.stringify({ plan: "free" }) }),
      ...["a", "b", "c"].map((page) => event(-7000, "view", { page })),
      event(
        -6000,
        "order",
        { country: "DE" },
        { value: "9.5", attributes: JSON.stringify({ plan: "paid" }) },
      ),
      event(-5000, "order", {}, { unit: "bob" }),
      event(-5000, "order", {}, { unit: "bob", ids: JSON.stringify({ stableID: "d1" }) }),
    ]);
    await loadExposures(transaction, [
      { experiment: "gone", group: "g", unit: "ada", time: testNow - 8500, properties: "{}" },
      { experiment: "banner", group: "test", unit: "bob", time: testNow - 8500, properties: "{}" },
      { experiment: "banner", group: "test", unit: "eve", time: testNow - 8500, properties: "{}" },
    ]);
  });
  const key = await createKey(database, { name: "Shop", kind: "client", environment: "production" }, testNow);
  const answer = await service.app.request(`/v1/rgstr?k=${key}`, {
    method: "POST",
    headers: { "statsig-sdk-type": "javascript-client", "statsig-sdk-version": "3.33.5" },
    body: JSON.stringify({
      events: [
        sent("gate", { gate: "pay", gateValue: "true", ruleID: "half:50.00:2" }, 7500),
        // The id that the rule had before its rollout was changed.
        sent("gate", { gate: "pay", gateValue: "false", ruleID: "half:40.00:1" }, 8200),
        sent("config", { config: "texts", ruleID: "default" }, 7400),
        sent("config", { config: "banner", ruleID: "test" }, 6500),
      ],
      statsigMetadata: {},
    }),
  });
  expect(answer.status).toBe(202);
});
afterAll(() => service.close());

const get = (path: string, query: Record<string, string>) =>
  service.request("GET", `/console/v1${path}?${new URLSearchParams(query).toString()}`, { key: "read" });
const timeline = async (query: Record<string, string> = {}) =>
  UnitTimeline.parse((await get("/unit_timeline", { unit: "userID:ada", ...query })).body.data);

/** Reduces each item to its time relative to now, its kind and a short text. */
const told = ({ items }: UnitTimeline) =>
  items.map(({ kind, time, event: one, exposure, check }) => [
    time - testNow,
    kind,
    one?.name ??
      (exposure ? `${exposure.name}: ${exposure.groupName}` : undefined) ??
      `${check?.name}: ${check?.outcome} by ${check?.ruleName ?? check?.ruleID}`,
  ]);

const all = [
  [-6000, "event", "order"],
  [-6500, "exposure", "Banner: The test"],
  [-7000, "event", "view"],
  [-7000, "event", "view"],
  [-7000, "event", "view"],
  [-7400, "check", "Texts: fail by default"],
  [-7500, "check", "Pay: pass by Half"],
  [-8000, "event", "view"],
  [-8200, "check", "Pay: fail by Half"],
  [-8500, "exposure", "gone: g"],
  [-9000, "event", "start"],
];

test("a unit's events, exposures and checks are told in their order, with names, and each once", async () => {
  const whole = await timeline();
  expect(told(whole)).toEqual(all);
  expect(whole.cursor).toBeNull();
  expect(whole.items[6]?.check).toMatchObject({ environment: "production", library: "javascript-client" });
  expect(whole.items[1]?.exposure).toMatchObject({
    environment: "production",
    reason: "Network:Recognized",
  });
  // An imported exposure has none.
  expect(whole.items[9]?.exposure).not.toHaveProperty("reason");
  // Events of the same time: the last stored comes first.
  expect(whole.items.slice(2, 5).map((item) => item.event?.metadata)).toEqual(
    ["c", "b", "a"].map((page) => ({ page })),
  );
});

test.each([1, 2, 3, 4])("pages of %i lead through all of it, also within one instant", async (limit) => {
  const items: UnitTimeline["items"] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page = await timeline({ limit: String(limit), ...(cursor && { cursor }) });
    items.push(...page.items);
    cursor = page.cursor;
  }
  expect(items).toEqual((await timeline()).items);
});

test("a time holds for all, conditions for events, and a kind leaves the others out", async () => {
  const some = await timeline({ from: String(testNow - 8200), to: String(testNow - 7000) });
  expect(told(some)).toEqual(all.slice(5, 9));
  expect(told(await timeline({ where: "country is DE" }))).toEqual([all[0]]);
  expect(told(await timeline({ name: "start" }))).toEqual([all[10]]);
  expect(told(await timeline({ kind: "check" }))).toEqual(all.filter(([, kind]) => kind === "check"));
  expect(await timeline({ unit: "userID:nobody" })).toEqual({ items: [], cursor: null });
  // An event without ids by type counts for its one id as an id of every type.
  expect(told(await timeline({ unit: "stableID:d1" }))).toEqual([[-5000, "event", "order"]]);
});

test("attributes are told by the newest value, since when, and what they were before", async () => {
  const { body } = await get("/unit_attributes", { unit: "userID:ada" });
  const { attributes, ...counts } = UnitAttributes.parse(body.data);
  expect(counts).toEqual({
    events: 6,
    exposures: 2,
    firstTime: testNow - 9000,
    lastTime: testNow - 6000,
    readEvents: 6,
  });
  expect(attributes.slice(0, 2)).toEqual([
    {
      part: "user",
      key: "plan",
      value: "paid",
      since: testNow - 6000,
      events: 3,
      changes: [
        { time: testNow - 6000, from: "free", to: "paid" },
        { time: testNow - 9000, from: null, to: "free" },
      ],
    },
    expect.objectContaining({ part: "metadata", key: "country", value: "DE" }),
  ]);
  const [ofBob, ofEve] = await Promise.all(
    ["userID:bob", "userID:eve"].map((unit) => get("/unit_attributes", { unit })),
  );
  expect(ofBob?.body.data).toMatchObject({ firstTime: testNow - 8500, lastTime: testNow - 5000 });
  expect(ofEve?.body.data).toMatchObject({ events: 0, firstTime: testNow - 8500, lastTime: testNow - 8500 });
  const ofDevice = await get("/unit_attributes", { unit: "stableID:d1" });
  expect(ofDevice.body.data).toMatchObject({ events: 1, attributes: [{ part: "id", key: "stableID" }] });
});

test.each<[string, Record<string, string>, string]>([
  ["/unit_timeline", { unit: "ada" }, "unit"],
  ["/unit_timeline", { unit: "userID:ada", kind: "visit" }, "kind"],
  ["/unit_timeline", { unit: "userID:ada", where: "country is" }, "where"],
  ["/unit_attributes", {}, "unit"],
])("%s with %o is refused by the name of the parameter", async (path, query, property) => {
  const { status, body } = await get(path, query);
  expect([status, body.errors?.map((one) => one.property)]).toEqual([400, [property]]);
});
