// Segments over the API, and the values that apps get of rules that refer to them.
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { createKey } from "#service/http/api-keys.ts";
import { testApp, testNow, type TestAnswer, type TestRequest } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const send = (method: string, path: string, body?: unknown, options: TestRequest = {}) =>
  service.request(method, `/console/v1${path}`, { body, ...options });
const refused = ({ status, body }: TestAnswer) => ({ status, message: body.message, errors: body.errors });
const isPro = { type: "custom_field", field: "plan", operator: "any", targetValue: ["pro"] };
const rule = (name: string, condition: object) => ({ name, passPercentage: 100, conditions: [condition] });
const friends = { name: "Friends", type: "id_list" };

test("a list of ids is made, added to, taken from, and deleted once no rule asks for it", async () => {
  expect((await send("POST", "/segments", friends)).body).toMatchObject({
    message: "Segment created successfully.",
    data: { id: "friends", type: "id_list", idType: "userID", count: 0, version: 1 },
  });
  const added = await send("PATCH", "/segments/friends/id_list", { ids: ["ann", "bob", "ann"] });
  expect([added.headers.get("ETag"), added.body.data]).toEqual([
    '"2"',
    { name: "Friends", count: 2, ids: ["ann", "bob"] },
  ]);
  const outdated = { headers: { "If-Match": '"1"' } };
  expect((await send("PATCH", "/segments/friends/id_list", { ids: ["eve"] }, outdated)).status).toBe(412);
  expect(
    (await send("PATCH", "/segments/friends/id_list?dryRun=true", { ids: ["eve"] })).body.data,
  ).toMatchObject({
    count: 3,
  });
  await send("DELETE", "/segments/friends/id_list", { ids: ["ann", "nobody"] });
  expect((await send("GET", "/segments/friends/id_list")).body.data).toMatchObject({ ids: ["bob"] });
  expect((await send("GET", "/segments")).body).toMatchObject({
    message: "Segments listed successfully.",
    data: [{ id: "friends", count: 1 }],
  });
  const conditions = { type: "passes_segment", targetValue: "friends" };
  await send("POST", "/gates", { name: "Party", rules: [rule("Invited", conditions)] });
  expect((await send("GET", "/segments/friends")).body.data).toMatchObject({
    usedBy: [{ kind: "gate", id: "party", name: "Party" }],
  });
  expect(refused(await send("DELETE", "/segments/friends")).errors).toEqual([
    { property: "id", errorMessage: "The rules of the gate 'Party' ask for the segment" },
  ]);
  await send("DELETE", "/gates/party");
  expect((await send("DELETE", "/segments/friends")).body.message).toBe("Segment deleted successfully.");
  expect((await send("GET", "/segments/friends")).body.message).toBe("Segment not found.");
});

test("what does not fit is refused at its field", async () => {
  const rules = [rule("Circle", { type: "passes_gate", targetValue: "a" })];
  expect(refused(await send("POST", "/segments", { rules, surprise: 1 })).errors).toEqual([
    {
      property: "type",
      errorMessage: "Required",
    },
    { property: "rules.0.conditions.0.type", errorMessage: "A segment asks for attributes of users alone" },
    { property: "surprise", errorMessage: "Unknown field" },
    { property: "name", errorMessage: "Required" },
  ]);
  await send("POST", "/segments", { name: "Payers", type: "rule_based", rules: [rule("Pro", isPro)] });
  const wrongType = "Segment must be of type 'id_list' to be modified on this endpoint";
  for (const method of ["PATCH", "DELETE"])
    expect(refused(await send(method, "/segments/payers/id_list", { ids: ["a"] }))).toMatchObject({
      status: 400,
      message: wrongType,
    });
  expect((await send("POST", "/segments", { name: "payers", type: "id_list" })).body.message).toBe(
    "Name is already in use",
  );
  await send("POST", "/segments", friends);
  expect(refused(await send("PATCH", "/segments/friends", { rules: [rule("Pro", isPro)] })).errors).toEqual([
    { property: "rules", errorMessage: "A list of ids has no rules" },
  ]);
  const ids = (from: number) => Array.from({ length: 1500 }, (_, index) => `u${from + index}`);
  expect((await send("PATCH", "/segments/friends/id_list", { ids: ids(0) })).status).toBe(200);
  expect(refused(await send("PATCH", "/segments/friends/id_list", { ids: ids(1500) })).errors).toEqual([
    { property: "ids", errorMessage: "A segment has at most 2000 ids, this one would have 3000" },
  ]);
  expect((await send("POST", "/segments", friends, { key: "read" })).status).toBe(403);
  expect((await send("PATCH", "/segments/nothing", {})).status).toBe(404);
});

test("apps are given who is in a segment as soon as it changes", async () => {
  const named = { name: "App", kind: "server", environment: "production" } as const;
  const key = await createKey(service.database, named, testNow);
  await send("POST", "/segments", friends);
  await send("POST", "/segments", { name: "Payers", type: "rule_based", rules: [rule("Pro", isPro)] });
  const [inFriends, noPayer] = [
    { type: "passes_segment", targetValue: "friends" },
    { type: "fails_segment", targetValue: "payers" },
  ];
  await send("POST", "/gates", { name: "friend", rules: [rule("In", inFriends)] });
  await send("POST", "/gates", { name: "free", rules: [rule("Out", noPayer)] });
  const passes = async (gateName: string, user: object) => {
    const answer = await service.app.request("/v1/check_gate", {
      method: "POST",
      headers: { "STATSIG-API-KEY": key },
      body: JSON.stringify({ gateName, user, statsigMetadata: { exposureLoggingDisabled: true } }),
    });
    return z.object({ value: z.boolean() }).parse(await answer.json()).value;
  };
  const ann = { userID: "ann", custom: { plan: "pro" } };
  expect([await passes("friend", ann), await passes("free", ann)]).toEqual([false, false]);
  await send("PATCH", "/segments/friends/id_list", { ids: ["ann"] });
  await send("PATCH", "/segments/payers", { rules: [rule("Gold", { ...isPro, targetValue: ["gold"] })] });
  expect([await passes("friend", ann), await passes("free", ann)]).toEqual([true, true]);
  expect(await passes("friend", { userID: "Ann" })).toBe(false);
});
