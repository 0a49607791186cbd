// The checks of a gate, a config and an experiment, from the requests of apps to the answers that the console gets.
import { afterEach, beforeEach, expect, test } from "vitest";
import { Checks } from "#contract/checks.ts";
import { writeEntity, type EntityKind } from "#service/database/entities.ts";
import type { EntityDocument } from "#service/database/entity-columns.ts";
import { createKey } from "#service/http/api-keys.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const hour = 3_600_000;
let service: Awaited<ReturnType<typeof testApp>>;
let key: string;
beforeEach(async () => {
  service = await testApp();
  const { database } = service;
  key = await createKey(database, { name: "Shop", kind: "client", environment: "staging" }, testNow);
  const groups = ["control", "test"].map((id) => ({ id, name: `The ${id}`, size: 50 }));
  await database.transaction(async (transaction) => {
    const write = (kind: EntityKind, document: EntityDocument & { rules?: unknown; groups?: unknown }) =>
      writeEntity(transaction, kind, { document, references: [] }, testNow);
    const shared = { isEnabled: true, status: "In Progress" };
    const rule = { id: "half:50.00:2", baseID: "half", name: "Half", passPercentage: 50, conditions: [] };
    for (const [kind, document] of [
      ["gate", { ...shared, id: "pay", name: "Pay", rules: [rule] }],
      ["dynamic_config", { ...shared, id: "texts", name: "Texts", rules: [rule] }],
      ["experiment", { ...shared, id: "banner", name: "Banner", groups }],
    ] as const)
      await write(kind, document);
  });
});
afterEach(() => service.close());

async function log(events: readonly object[], statsigMetadata: object = {}) {
  const answer = await service.app.request(`/v1/rgstr?k=${key}`, {
    method: "POST",
    headers: { "statsig-sdk-type": "javascript-client", "statsig-sdk-version": "3.33.5" },
    body: JSON.stringify({ events, statsigMetadata: { sessionID: "s", ...statsigMetadata } }),
  });
  expect(answer.status).toBe(202);
}

const sent = (kind: "gate" | "config", metadata: object, ago: number, user: object = { userID: "u1" }) => ({
  eventName: `statsig::${kind}_exposure`,
  user,
  metadata: { reason: "Network:Recognized", ...metadata },
  time: testNow - ago,
});

const read = async (path: string) => {
  const { body } = await service.request("GET", `/console/v1${path}`, { key: "read" });
  return Checks.parse(body.data);
};

test("a gate's checks are told by hour and rule, with who asked and the newest ones", async () => {
  const pay = (gateValue: string, ruleID: string, ago: number, user?: object) =>
    sent("gate", { gate: "pay", gateValue, ruleID }, ago, user);
  await log([
    pay("true", "half:50.00:2", 1),
    // The id that the rule had before its rollout was changed.
    pay("false", "half:40.00:1", 2),
    pay("false", "default", 3 * hour),
    pay("false", "", 4, { customIDs: { stableID: "d1" } }),
    pay("true", "gone", 9 * 24 * hour),
  ]);
  await log([pay("true", "half:50.00:2", 5, { userID: "u2", statsigEnvironment: { tier: "Production" } })], {
    sdkType: "statsig-node",
    sdkVersion: "6.5.2",
  });
  const checks = await read("/gates/pay/checks");
  const half = { ruleID: "half", passed: 2, failed: 1, unanswered: 0 };
  expect(checks.rules).toEqual([
    { ...half, name: "Half", isKnown: true },
    { ruleID: "", passed: 0, failed: 0, unanswered: 1, name: null, isKnown: true },
    { ruleID: "default", passed: 0, failed: 1, unanswered: 0, name: null, isKnown: true },
  ]);
  expect(checks.hours.map((one) => [one.hour, one.rules.length])).toEqual([
    [testNow - 3 * hour, 1],
    [testNow - hour, 2],
  ]);
  expect(checks.clients).toEqual([
    {
      library: "javascript-client",
      version: "3.33.5",
      environment: "staging",
      checks: 4,
      lastTime: testNow - 1,
    },
    {
      library: "statsig-node",
      version: "6.5.2",
      environment: "production",
      checks: 1,
      lastTime: testNow - 5,
    },
  ]);
  expect(checks.newest.map(({ unitID, ruleID, outcome }) => [unitID, ruleID, outcome])).toEqual([
    ["u1", "half", "pass"],
    ["u1", "half", "fail"],
    ["d1", "", "none"],
    ["u2", "half", "pass"],
    ["u1", "default", "fail"],
    ["u1", "gone", "pass"],
  ]);
  const production = await read("/gates/pay/checks?environment=production&hours=2");
  expect(production.rules).toEqual([{ ...half, passed: 1, failed: 0, name: "Half", isKnown: true }]);
  const long = await read("/gates/pay/checks?hours=960");
  expect(long.rules.find(({ ruleID }) => ruleID === "gone")).toMatchObject({ passed: 1, isKnown: false });
});

test("a config is told by rule and default value, an experiment by group, and groups that it does not have stand out", async () => {
  const config = (name: string, ruleID: string, rulePassed?: boolean) =>
    sent("config", { config: name, ruleID, ...(rulePassed === undefined ? {} : { rulePassed }) }, 1);
  await log([
    config("texts", "half:50.00:2"),
    config("texts", "half:50.00:2", false),
    config("texts", "default"),
    config("banner", "test"),
    config("banner", "test:userID:id_override"),
    config("banner", "layerAssignment"),
    config("banner", "gone"),
    config("banner", "gone"),
  ]);
  const outcomes = ({ rules }: Checks) =>
    rules.map(({ ruleID, name, isKnown, passed, failed }) => [ruleID, name, isKnown, passed, failed]);
  expect(outcomes(await read("/dynamic_configs/texts/checks"))).toEqual([
    ["half", "Half", true, 1, 1],
    ["default", null, true, 0, 1],
  ]);
  expect(outcomes(await read("/experiments/banner/checks"))).toEqual([
    ["gone", null, false, 2, 0],
    ["test", "The test", true, 2, 0],
    ["layerAssignment", null, true, 1, 0],
  ]);
});

test("an entity without checks has none, and one that does not exist is not found", async () => {
  expect(await read("/gates/pay/checks")).toMatchObject({
    isCounted: false,
    rules: [],
    hours: [],
    newest: [],
  });
  await log([sent("gate", { gate: "other", gateValue: "true", ruleID: "r" }, 1)]);
  expect(await read("/gates/pay/checks")).toMatchObject({ isCounted: true, rules: [] });
  const { status } = await service.request("GET", "/console/v1/gates/nothing/checks");
  expect(status).toBe(404);
  expect((await service.request("GET", "/console/v1/gates/pay/checks?hours=0")).status).toBe(400);
});
