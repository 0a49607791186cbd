import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { HealthCheck } from "#contract/experiment-overview.ts";
import { writeEntity } from "#service/database/entities.ts";
import { gateReferences } from "#service/database/gate-references.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const day = 86_400_000;
const begun = testNow - 19 * day;

let service: Awaited<ReturnType<typeof testApp>>;
let now: number;
beforeEach(async () => {
  now = begun - day;
  service = await testApp({ now: () => now });
  for (const [name, gate] of [
    ["Base", undefined],
    ["Eligible", "base"],
    ["Elsewhere", undefined],
  ] as const)
    await write("POST", "gates", {
      name,
      description: "",
      rules: [rule(gate ? [{ type: "passes_gate", targetValue: gate }] : [{ type: "public" }])],
    });
  await storeExperiment({});
});
afterEach(() => service.close());

const rule = (conditions: object[], fields: object = {}) => ({
  name: "Rule",
  passPercentage: 100,
  conditions,
  ...fields,
});
const write = async (method: string, path: string, body: object) => {
  const { status } = await service.request(method, `/console/v1/${path}`, { body });
  expect(status).toBeLessThan(300);
};
const everyone = [{ type: "public" }];

let version = 0;
async function storeExperiment(fields: object) {
  version += 1;
  const document = {
    id: "form",
    name: "Form",
    status: "active",
    idType: "userID",
    startTime: begun,
    targetingGateID: "eligible",
    allocation: 50,
    groups: [
      { id: "old", name: "Old", size: 50, parameterValues: { steps: 3 } },
      { id: "new", name: "New", size: 50, parameterValues: { steps: 1 } },
    ],
    version,
    lastModifiedTime: now,
    ...fields,
  };
  await service.database.transaction((transaction) =>
    writeEntity(transaction, "experiment", { document, references: gateReferences(document) }, now),
  );
}

async function changedCheck(wanted = "Changed while running") {
  now = testNow;
  const { body } = await service.request("GET", "/console/v1/experiments/form");
  const { healthChecks } = z.object({ healthChecks: z.array(HealthCheck) }).parse(body.data);
  return healthChecks.find(({ name }) => name === wanted);
}

test("what was set up before the start, and what does not concern it, is no change", async () => {
  now = begun + day;
  await write("PATCH", "gates/elsewhere", { rules: [rule(everyone, { passPercentage: 10 })] });
  await write("PATCH", "gates/eligible", { description: "Other words" });
  await write("PATCH", "gates/base", {
    rules: [rule(everyone), rule(everyone, { name: "Staging", environments: ["staging"] })],
  });
  expect(await changedCheck()).toBeUndefined();
});

test("a change of the targeting gate or of a gate below it warns, with who, what, when and the version", async () => {
  now = begun + 17 * day;
  await write("PATCH", "gates/base", { rules: [rule(everyone, { passPercentage: 60 })] });
  now += day;
  await write("PUT", "gates/eligible/disable", {});
  const check = await changedCheck();
  expect(check?.status).toBe("WARNING");
  expect(check?.description).toMatch(
    /^Eligible: disabled by .+ on 31 Oct 2026; Base: rules changed by .+ on 30 Oct 2026\. /,
  );
  expect(check?.changes).toMatchObject([
    { kind: "gate", id: "eligible", version: 2, what: ["disabled"], time: begun + 18 * day },
    { kind: "gate", id: "base", version: 2, what: ["rules changed"], time: begun + 17 * day },
  ]);
});

test("a change of groups or their parameters fails, one of the allocation does not, and the list says so", async () => {
  now = begun + day;
  await storeExperiment({ allocation: 80 });
  const allocationCheck = () => changedCheck("Allocation changed while running");
  expect(await allocationCheck()).toMatchObject({
    status: "PASSED",
    changes: [{ kind: "experiment", what: ["allocation changed from 50 % to 80 %"] }],
  });
  now = begun + 2 * day;
  await storeExperiment({
    allocation: 80,
    groups: [
      { id: "old", name: "Old", size: 50, parameterValues: { steps: 3 } },
      { id: "new", name: "New", size: 50, parameterValues: { steps: 2 } },
    ],
  });
  expect(await changedCheck("Treatment changed while running")).toMatchObject({
    status: "FAILED",
    changes: [{ what: ["parameters changed"] }],
  });
  expect(await changedCheck()).toBeUndefined();
  expect(await allocationCheck()).toMatchObject({
    changes: [{ what: ["allocation changed from 50 % to 80 %"] }],
  });
  now = begun + 3 * day;
  await storeExperiment({
    allocation: 80,
    groups: [
      { id: "old", name: "Old", size: 70, parameterValues: { steps: 3 } },
      { id: "new", name: "New", size: 30, parameterValues: { steps: 2 } },
    ],
  });
  expect(await changedCheck("Treatment changed while running")).toMatchObject({
    changes: [
      { what: ["groups changed from Old 50 % / New 50 % to Old 70 % / New 30 %"] },
      { what: ["parameters changed"] },
    ],
  });
  const { body } = await service.request("GET", "/console/v1/experiments");
  expect(body.data).toMatchObject([{ healthCheckStatus: "FAILED" }]);
});

test("what changes nobody's answer in production is no change, and a launch is one", async () => {
  now = begun + day;
  const staging = rule(everyone, { name: "Staging", environments: ["staging"] });
  await write("PATCH", "gates/base", { rules: [rule(everyone), staging, rule([], { name: "Behind" })] });
  expect(await changedCheck()).toBeUndefined();
  now = begun + 2 * day;
  await write("PATCH", "gates/base", { rules: [rule(everyone, { passPercentage: 60 })] });
  now += day;
  await write("PUT", "gates/base/launch", {});
  expect((await changedCheck())?.changes).toMatchObject([
    { id: "base", what: ["status changed"] },
    { id: "base", what: ["rules changed"] },
  ]);
});

test("after the end nothing counts any more", async () => {
  await storeExperiment({ endTime: begun + 5 * day });
  now = begun + 6 * day;
  await write("PATCH", "gates/eligible", { rules: [rule(everyone)] });
  expect(await changedCheck()).toBeUndefined();
});

test("a gate counts for as long as it was below the targeting gate, also when it is no more, and not before or after", async () => {
  const asking = (...gates: string[]) =>
    rule(gates.map((targetValue) => ({ type: "passes_gate", targetValue })));
  const roll = (gate: string, passPercentage: number) =>
    write("PATCH", `gates/${gate}`, { rules: [rule(everyone, { passPercentage })] });
  now = begun + day;
  await roll("elsewhere", 90);
  now = begun + 2 * day;
  await roll("base", 80);
  now = begun + 3 * day;
  await write("PATCH", "gates/eligible", { rules: [asking("elsewhere")] });
  now = begun + 4 * day;
  await roll("base", 70);
  now = begun + 5 * day;
  await roll("elsewhere", 60);
  const changes = (await changedCheck())?.changes ?? [];
  expect(changes.map(({ id, time }) => [id, (time - begun) / day])).toEqual([
    ["elsewhere", 5],
    ["eligible", 3],
    ["base", 2],
  ]);
});

test("a segment counts for as long as the inline rules, or a gate below the targeting, ask for it", async () => {
  const isPro = { type: "custom_field", field: "plan", operator: "any", targetValue: ["pro"] };
  const isGold = { ...isPro, targetValue: ["gold"] };
  const inSegment = (id: string) => ({ type: "passes_segment", targetValue: id });
  const named = (segment: string, conditions: object[]) => ({ rules: [rule(conditions, { name: segment })] });
  await write("POST", "segments", { name: "Friends", type: "id_list" });
  for (const name of ["Payers", "Others"])
    await write("POST", "segments", { name, type: "rule_based", ...named("Pro", [isPro]) });
  await storeExperiment({ inlineTargetingRulesJSON: JSON.stringify([rule([inSegment("payers")])]) });
  now = begun + day;
  await write("PATCH", "segments/friends/id_list", { ids: ["ann"] });
  now = begun + 2 * day;
  await write("PATCH", "gates/base", { rules: [rule([inSegment("friends")])] });
  now = begun + 3 * day;
  await write("PATCH", "segments/friends/id_list", { ids: ["bob"] });
  await write("PATCH", "segments/payers", { description: "Other words" });
  await write("PATCH", "segments/others", named("Gold", [isGold]));
  now = begun + 4 * day;
  await write("PATCH", "segments/payers", named("Gold", [isGold]));
  const check = await changedCheck();
  expect(check?.status).toBe("WARNING");
  expect(check?.changes).toMatchObject([
    { kind: "segment", id: "payers", version: 3, what: ["rules changed"], time: begun + 4 * day },
    { kind: "segment", id: "friends", version: 3, what: ["ids changed"], time: begun + 3 * day },
    { kind: "gate", id: "base", what: ["rules changed"], time: begun + 2 * day },
  ]);
});

test("a config whose rules ask the targeting gate is served to both groups: a change warns, of its own", async () => {
  const config = (limit: number, gate: string, fields: object = {}) => ({
    name: `Limits of ${gate}`,
    rules: [{ ...rule([{ type: "passes_gate", targetValue: gate }]), returnValue: { limit } }],
    defaultValue: { limit: 0 },
    ...fields,
  });
  await write("POST", "dynamic_configs", { ...config(1, "eligible"), id: "limits" });
  await write("POST", "dynamic_configs", { ...config(1, "elsewhere"), id: "others" });
  now = begun + 3 * day;
  await write("POST", "dynamic_configs/limits", {
    ...config(2, "eligible"),
    description: "",
    tags: [],
    isEnabled: true,
  });
  await write("POST", "dynamic_configs/others", {
    ...config(2, "elsewhere"),
    description: "",
    tags: [],
    isEnabled: true,
  });
  expect(await changedCheck()).toBeUndefined();
  expect(await changedCheck("Config changed while running")).toMatchObject({
    status: "WARNING",
    changes: [{ kind: "dynamic_config", id: "limits", what: ["values changed"], time: begun + 3 * day }],
  });
});

test("a decided experiment tells what changed since the decision: of itself, its targeting and its configs", async () => {
  const decision = { status: "decision_made", launchedGroupID: "new", decisionTime: begun + 5 * day };
  const since = async () => {
    now = testNow;
    const { body } = await service.request("GET", "/console/v1/experiments/form");
    return z.object({ changesSinceDecision: z.unknown() }).parse(body.data).changesSinceDecision;
  };
  now = begun + day;
  await write("PATCH", "gates/base", { rules: [rule(everyone, { passPercentage: 60 })] });
  expect(await since()).toBeNull();
  now = begun + 6 * day;
  await storeExperiment({ endTime: begun + 4 * day, ...decision });
  expect(await since()).toEqual([]);
  now = begun + 7 * day;
  await write("PUT", "gates/eligible/disable", {});
  now += day;
  await storeExperiment({ endTime: begun + 4 * day, ...decision, status: "archived" });
  expect(await since()).toMatchObject([
    { kind: "experiment", id: "form", what: ["archived"], time: begun + 8 * day },
    { kind: "gate", id: "eligible", what: ["disabled"], time: begun + 7 * day },
  ]);
});
