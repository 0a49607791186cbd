// Tests the values that apps get of an experiment right after it is planned, started, overridden, decided or reset over the API.
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { Experiment } from "#contract/experiment.ts";
import { ServedStart } from "#contract/served-start.ts";
import { Metric } from "#contract/metric.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { createKey } from "#service/http/api-keys.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
let key: string;
let now: number;
beforeEach(async () => {
  now = testNow;
  service = await testApp({ now: () => now });
  const named = { name: "App", kind: "server", environment: "production" } as const;
  key = await createKey(service.database, named, testNow);
  await service.database.transaction((transaction) =>
    writeMetrics(transaction, [
      Metric.parse({
        id: "Orders::event_count",
        name: "Orders",
        type: "event_count",
        directionality: "increase",
      }),
    ]),
  );
  const conditions = [{ type: "custom_field", field: "plan", operator: "any", targetValue: ["pro"] }];
  await service.request("POST", "/console/v1/gates", {
    body: { name: "paying", rules: [{ name: "Pro", passPercentage: 100, conditions }] },
  });
  const group = (name: string) => ({ name, size: 50, parameterValues: { color: name } });
  const body = {
    name: "button",
    groups: [group("grey"), group("blue")],
    primaryMetrics: [{ name: "Orders", type: "event_count" }],
    targetingGateID: "paying",
  };
  expect((await service.request("POST", "/console/v1/experiments", { body })).status).toBe(201);
});
afterEach(() => service.close());

const Served = z.object({ value: z.record(z.string(), z.unknown()), rule_id: z.string() });

async function post(path: string, body: unknown): Promise<unknown> {
  const answer = await service.app.request(path, {
    method: "POST",
    headers: { "STATSIG-API-KEY": key },
    body: JSON.stringify(body),
  });
  return answer.json();
}

const Chart = z.object({
  metrics: z.array(z.object({ controlUnits: z.number(), testUnits: z.number() })),
});

const pro = (userID: string) => ({ userID, custom: { plan: "pro" } });

/** Returns a user's color and rule, which must be the same in a request for the experiment and in one for all values. */
async function get(user: object): Promise<[color: unknown, ruleID: string]> {
  const plain = Served.parse(await post("/v1/get_config", { configName: "button", user }));
  const all = z
    .object({ dynamic_configs: z.object({ button: Served }) })
    .parse(await post("/v1/initialize", { user, hash: "none" })).dynamic_configs.button;
  expect(all).toEqual({ value: plain.value, rule_id: plain.rule_id });
  return [plain.value["color"], plain.rule_id];
}

const send = async (method: string, path: string, body?: unknown) => {
  const answer = await service.request(method, `/console/v1/experiments/button${path}`, { body });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body.data;
};
const lead = async (action: string, body?: unknown) =>
  Experiment.parse(await send("PUT", `/${action}`, body));
const users = Array.from({ length: 40 }, (_, index) => pro(`u${index}`));
const colors = async () => (await Promise.all(users.map(get))).map(([color]) => color);

const Specs = z.object({ dynamic_configs: z.array(z.unknown()) });

test("nothing before the start, a group from then on, as was previewed, and each exposure is an assignment", async () => {
  expect(await get(pro("u1"))).toEqual([undefined, "prestart"]);
  const document = async () =>
    Specs.parse(await (await service.app.request(`/v1/download_config_specs/${key}.json`)).json());
  const preview = ServedStart.parse(await send("GET", "/served_start"));
  expect((await document()).dynamic_configs).toEqual(preview.before);
  const { groups } = await lead("start");
  expect((await document()).dynamic_configs).toEqual(preview.after);
  expect(preview.after).not.toEqual(preview.before);
  const found = await Promise.all(users.map(get));
  for (const [color, ruleID] of found)
    expect(groups.find(({ id }) => id === ruleID)?.parameterValues).toEqual({ color });
  expect(new Set(found.map(([color]) => color))).toEqual(new Set(["grey", "blue"]));
  expect(await get({ userID: "free" })).toEqual([undefined, "targetingGate"]);
  const rows = await service.database.query(
    "select distinct unit_id from exposure where experiment_id = 'button'",
  );
  expect(rows.length).toBe(users.length);
  expect(await send("GET", "/cumulative_exposures")).toEqual(
    groups.map(({ id, name }) => ({
      groupID: id,
      groupName: name,
      results: [{ date: "2026-11-01", exposures: found.filter(([, ruleID]) => ruleID === id).length }],
    })),
  );
});

test("whoever takes part stays in a group while the allocation grows", async () => {
  await send("PATCH", "", { allocation: 30 });
  await lead("start");
  const before = await colors();
  expect(before.filter(Boolean).length).toBeLessThan(30);
  await send("PATCH", "", { allocation: 80 });
  const after = await colors();
  expect(after.filter(Boolean).length).toBeGreaterThan(before.filter(Boolean).length);
  for (const [index, color] of before.entries()) if (color) expect(after[index]).toBe(color);
});

test("once assignment stops, who was exposed keeps the group and nobody else gets one, until it goes on", async () => {
  const { groups } = await lead("start");
  const [early, late] = [users.slice(0, 20), users.slice(20)];
  const before = await Promise.all(early.map(get));
  await send("PATCH", "", { status: "assignment_stopped" });
  expect(await Promise.all(early.map(get))).toEqual(before);
  for (const user of late) expect(await get(user)).toEqual([undefined, "assignmentStopped"]);
  expect(await get({ userID: "free" })).toEqual([undefined, "targetingGate"]);
  expect(await send("GET", "/assigned_units")).toEqual({ units: 20, isListed: true });
  expect(await send("GET", "/assigned_units?unit=u3")).toMatchObject({ isAssigned: true });
  expect(await send("GET", "/assigned_units?unit=u30")).toMatchObject({ isAssigned: false });

  // An app sends an earlier exposure late.
  const exposures = [{ user: pro("u30"), experimentName: "button", group: "blue" }];
  expect(await post("/v1/log_custom_exposure", { exposures })).toEqual({ success: true });
  now += 31_000;
  // Any write makes the service check for changes at once, which otherwise happens every two seconds.
  await service.request("POST", "/console/v1/gates", { body: { name: "another" } });
  expect((await get(pro("u30")))[1]).toMatch(new RegExp(groups.map(({ id }) => `^${id}$`).join("|")));
  expect((await get(pro("u31")))[1]).toBe("assignmentStopped");

  await send("PATCH", "", { status: "active" });
  expect(await Promise.all(early.map(get))).toEqual(before);
  expect(await colors()).not.toContain(undefined);
});

test("an experiment whose assignment stops before anybody came gives its groups to nobody", async () => {
  await lead("start");
  await send("PATCH", "", { status: "assignment_stopped" });
  expect(await get(pro("u1"))).toEqual([undefined, "assignmentStopped"]);
});

test.each([
  [false, [undefined, "targetingGate"]],
  [true, ["blue", "launchedGroup"]],
])(
  "a decision gives the shipped group, and to others where targeting is removed: %s",
  async (removeTargeting, free) => {
    await lead("start");
    await lead("make_decision", { id: "blue", decisionReason: "Better", removeTargeting });
    expect(new Set(await colors())).toEqual(new Set(["blue"]));
    expect(await get({ userID: "free" })).toEqual(free);
    const archived = await service.request("PUT", "/console/v1/gates/paying/archive", { body: {} });
    expect(archived.status).toBe(removeTargeting ? 200 : 400);
    await lead("archive");
    expect(await get({ userID: "free" })).toEqual(free);
    expect(await get(pro("u1"))).toEqual(["blue", "launchedGroup"]);
  },
);

test("a holdback keeps some users in the control and goes on being measured, until it is ended", async () => {
  const { groups } = await lead("start");
  const groupOf = (name: string) => groups.find((group) => group.name === name)?.id ?? "";
  const before = await colors();
  const refused = async (method: string, path: string, body: object) => {
    const answer = await service.request(method, `/console/v1/experiments/button${path}`, { body });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ property: "holdback" }]]);
  };
  await refused("PATCH", "", { holdback: 5 });
  const decision = { id: "blue", decisionReason: "Better", removeTargeting: true };
  await refused("PUT", "/make_decision", { ...decision, id: "grey", holdback: 5 });
  await refused("PUT", "/make_decision", { ...decision, holdback: 51 });
  now += 1000;
  const decided = await lead("make_decision", { ...decision, holdback: 20 });
  expect(decided).toMatchObject({ holdback: 20, holdbackStartTime: now, endTime: now });
  const after = await Promise.all(users.map(get));
  const held = after.flatMap(([color], index) => (color === "grey" ? [index] : []));
  expect(held.length).toBeGreaterThan(1);
  expect(held.length).toBeLessThan(before.filter((color) => color === "grey").length);
  for (const index of held) expect(before[index]).toBe("grey");
  for (const [color, ruleID] of after) expect(ruleID).toBe(groupOf(String(color)));
  const Charts = z.object({
    sections: z.array(z.object({ charts: z.array(Chart) })),
    windowStart: z.number(),
  });
  const run = Charts.parse(await send("GET", `/summary_charts?since=${decided.holdbackStartTime}`));
  const units = { controlUnits: held.length, testUnits: users.length - held.length };
  expect(run).toMatchObject({
    windowStart: decided.holdbackStartTime,
    sections: [{ charts: [{ metrics: [units] }] }],
  });
  const learned = await service.request("GET", "/console/v1/learned_experiments");
  expect(learned.body.data).toMatchObject([{ id: "button", shipped: "blue", decisionReason: "Better" }]);
  await refused("PATCH", "", { holdback: 10 });
  now += 1000;
  const ended = Experiment.parse(await send("PATCH", "", { holdback: 0 }));
  expect(ended).toMatchObject({ holdback: 0, holdbackPercent: 20, holdbackEndTime: now });
  expect(await get(users[held[0] ?? 0] ?? pro("u1"))).toEqual(["blue", "launchedGroup"]);
  now += 1000;
  expect(await send("GET", `/summary_charts?since=${decided.holdbackStartTime}`)).toMatchObject({
    sections: [{ charts: [{ metrics: [units] }] }],
    windowEnd: ended.holdbackEndTime,
  });
  expect(await lead("reset")).not.toHaveProperty("holdback");
});

test("an abandoned experiment gives nothing, and a new start divides the users anew", async () => {
  await lead("start");
  const first = await colors();
  const unitsOf = async (query: string) =>
    z
      .object({ sections: z.array(z.object({ charts: z.array(Chart) })) })
      .parse(await send("GET", `/summary_charts${query}`))
      .sections.flatMap(({ charts }) => charts.flatMap(({ metrics }) => metrics))
      .map(({ controlUnits, testUnits }) => [controlUnits, testUnits]);
  const firstUnits = ["grey", "blue"].map((color) => first.filter((one) => one === color).length);
  expect(await unitsOf("")).toEqual([firstUnits]);
  now += 1000;
  await lead("abandon", { decisionReason: "Broken" });
  expect(await get(pro("u1"))).toEqual([undefined, "abandoned"]);
  await lead("reset");
  expect(await get(pro("u1"))).toEqual([undefined, "prestart"]);
  now += 1000;
  const { groups } = await lead("start");
  const second = await colors();
  expect(second).not.toEqual(first);
  expect(await unitsOf("")).not.toEqual([firstUnits]);
  // The results of the first run stay readable: version 2 ran, version 3 was abandoned, version 4 was set up again.
  expect(await unitsOf("?version=2")).toEqual([firstUnits]);
  expect(await unitsOf("?version=3")).toEqual([firstUnits]);
  const none = await service.request("GET", "/console/v1/experiments/button/summary_charts?version=9");
  expect([none.status, none.body.errors]).toEqual([
    400,
    [{ property: "version", errorMessage: "The experiment has no version 9" }],
  ]);
  expect(new Set(second)).toEqual(new Set(["grey", "blue"]));
  const counts = z
    .array(z.object({ groupID: z.string(), results: z.array(z.object({ exposures: z.number() })) }))
    .parse(await send("GET", "/cumulative_exposures"));
  expect(counts.map(({ groupID }) => groupID)).toEqual(groups.map(({ id }) => id));
  expect(counts.reduce((sum, { results }) => sum + (results.at(-1)?.exposures ?? 0), 0)).toBe(users.length);
});

test("an overridden user gets the group in any state, is no part of the results, and the list says who set it", async () => {
  await service.request("POST", "/console/v1/gates", {
    body: {
      name: "staff",
      rules: [
        {
          name: "Us",
          passPercentage: 100,
          conditions: [{ type: "custom_field", field: "staff", operator: "any", targetValue: ["yes"] }],
        },
      ],
    },
  });
  const ids = (groupID: string, ...list: string[]) => ({ groupID, ids: list });
  const replaced = await send("POST", "/overrides", {
    userIDOverrides: [ids("blue", "tester", "Other"), { ...ids("grey", "d1"), unitType: "stableID" }],
    overrides: [{ type: "gate", id: "staff", groupID: "blue", environment: "staging" }],
  });
  const signed = { setBy: "Test writer", setTime: now };
  expect(replaced).toEqual({
    overrides: [{ type: "gate", id: "staff", groupID: "blue", environment: "staging", ...signed }],
    userIDOverrides: [
      { groupID: "blue", ids: ["tester", "Other"], unitType: "userID", environment: null, ...signed },
      { groupID: "grey", ids: ["d1"], unitType: "stableID", environment: null, ...signed },
    ],
  });
  const { groups } = Experiment.parse(await send("GET", ""));
  const blue = `${groups[1]?.id}:userID:id_override`;
  expect(await get({ userID: "tester" })).toEqual(["blue", blue]);
  expect(await get({ userID: "TESTER" })).toEqual([undefined, "prestart"]);
  expect((await get({ userID: "x", customIDs: { stableID: "d1" } }))[0]).toBe("grey");
  const staff = { userID: "s", custom: { staff: "yes" } };
  expect(await get(staff)).toEqual([undefined, "prestart"]);
  expect(await get({ ...staff, statsigEnvironment: { tier: "staging" } })).toEqual([
    "blue",
    `${groups[1]?.id}:staff:gate_override`,
  ]);
  await lead("start");
  await get({ userID: "tester" });
  expect(await service.database.query("select 1 as one from exposure")).toEqual([]);
  expect((await service.request("PUT", "/console/v1/gates/staff/archive", { body: {} })).status).toBe(400);

  expect(await send("PATCH", "/overrides", { userIDOverrides: [ids("grey", "tester")] })).toMatchObject({
    userIDOverrides: [ids("blue", "Other"), ids("grey", "d1"), ids("grey", "tester")],
  });
  expect((await get({ userID: "tester" }))[0]).toBe("grey");
  expect(
    await send("DELETE", "/overrides", {
      userIDOverrides: [ids("grey", "tester")],
      overrides: [{ type: "gate", id: "staff", groupID: "blue", environment: "staging" }],
    }),
  ).toMatchObject({ overrides: [], userIDOverrides: [ids("blue", "Other"), ids("grey", "d1")] });
  await lead("reset");
  expect(await send("GET", "/overrides")).toMatchObject({ userIDOverrides: [ids("blue", "Other"), {}] });
  expect((await get({ userID: "Other" }))[0]).toBe("blue");
  expect(await send("GET", "")).not.toHaveProperty("userIDOverrides");
  expect(await send("DELETE", "/overrides")).toEqual({ overrides: [], userIDOverrides: [] });
  expect((await service.request("PUT", "/console/v1/gates/staff/archive", { body: {} })).status).toBe(200);
});

test("overrides that cannot be meant are refused by field, and change nothing", async () => {
  const request = (method: string, body: unknown, headers = {}) =>
    service.request(method, "/console/v1/experiments/button/overrides", { body, headers });
  const refused = await request("POST", {
    userIDOverrides: [
      { groupID: "blue", ids: ["a", "b"] },
      { groupID: "red", ids: ["b"] },
      { groupID: "grey", ids: ["b"], environment: "staging" },
    ],
    overrides: [
      { type: "gate", id: "lost", groupID: "blue" },
      { type: "segment", id: "lost", groupID: "blue" },
    ],
  });
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [
      { property: "userIDOverrides.1.groupID", errorMessage: "No group has the id or name 'red'" },
      { property: "userIDOverrides.1.ids.0", errorMessage: "'b' is overridden already" },
      { property: "overrides.0.id", errorMessage: "No gate has the id 'lost'" },
      { property: "overrides.1.id", errorMessage: "No segment has the id 'lost'" },
    ],
  ]);
  expect((await request("PATCH", { users: [] })).body.errors).toEqual([
    { property: "users", errorMessage: "Unknown field" },
  ]);
  expect((await request("POST", {}, { "If-Match": '"9"' })).status).toBe(412);
  expect(Experiment.parse(await send("GET", "")).version).toBe(1);
  await send("PUT", "/archive");
  expect((await request("PATCH", {})).body.errors).toMatchObject([{ property: "status" }]);
  for (const method of ["GET", "POST", "PATCH", "DELETE"])
    expect(
      (
        await service.request(method, "/console/v1/experiments/none/overrides", {
          ...(method !== "GET" && { body: {} }),
        })
      ).body.message,
    ).toBe("Experiment not found.");
});

test("an experiment that is only analysed is not told to apps, neither by its name nor in a document", async () => {
  await lead("start");
  expect((await get(pro("u1")))[0]).toMatch(/grey|blue/);
  await send("PATCH", "", { isAnalysisOnly: true });
  const asked = Served.parse(await post("/v1/get_config", { configName: "button", user: pro("u1") }));
  expect(asked.value).toEqual({});
  const all = z
    .object({ dynamic_configs: z.record(z.string(), z.unknown()) })
    .parse(await post("/v1/initialize", { user: pro("u1"), hash: "none" }));
  expect(Object.keys(all.dynamic_configs)).not.toContain("button");
  const document = await service.app.request(`/v1/download_config_specs/${key}.json`);
  expect(Specs.parse(await document.json()).dynamic_configs).toEqual([]);
  await send("PATCH", "", { isAnalysisOnly: false });
  expect((await get(pro("u1")))[0]).toMatch(/grey|blue/);
});
