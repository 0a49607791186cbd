// Creating experiments, and updating them as a whole or in part.
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { Experiment } from "#contract/experiment.ts";
import { Metric } from "#contract/metric.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { writeEntity } from "#service/database/entities.ts";
import { testApp, testNow, type TestAnswer, type TestRequest } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
  const metric = (name: string, more = {}) =>
    Metric.parse({
      id: `${name}::event_count`,
      name,
      type: "event_count",
      directionality: "increase",
      ...more,
    });
  await service.database.transaction((transaction) =>
    writeMetrics(transaction, [metric("Orders"), metric("Visits", { unitTypes: ["stableID"] })]),
  );
});
afterEach(() => service.close());

const send = (method: string, path: string, body: unknown, options: TestRequest = {}) =>
  service.request(method, `/console/v1/experiments${path}`, { body, ...options });
const create = (body: unknown, query = "") => send("POST", query, body);
const read = (id: string) => service.request("GET", `/console/v1/experiments/${id}`);
const stored = async (id: string) => Experiment.parse((await read(id)).body.data);
const refused = ({ status, body }: TestAnswer) => ({ status, message: body.message, errors: body.errors });
const bad = (...errors: [property: string, errorMessage: string][]) => ({
  status: 400,
  message: "Bad Request Exception",
  errors: errors.map(([property, errorMessage]) => ({ property, errorMessage })),
});
const createGate = (name: string, ...conditions: object[]) =>
  service.request("POST", "/console/v1/gates", {
    body: { name, rules: [{ name: "Some", passPercentage: 100, conditions }] },
  });

const orders = { name: "Orders", type: "event_count" };
const group = (name: string, size = 50, parameterValues: object = { color: name }) => ({
  name,
  size,
  parameterValues,
});
const planned = {
  name: "Big button",
  description: "A larger button to pay",
  hypothesis: "If the button is larger, then more orders come, because it is found",
  tags: ["checkout"],
  groups: [group("Control"), group("Large")],
  controlGroupID: "Large",
  allocation: 20,
  duration: 21,
  primaryMetrics: [orders],
  defaultConfidenceInterval: "90",
  bonferroniCorrection: true,
  cuped: true,
  sequentialTesting: true,
};

test("a name is enough: the rest has the public defaults, and waits for its start", async () => {
  const answer = await create({ name: "An Experiment" });
  expect(answer.status).toBe(201);
  expect(answer.headers.get("ETag")).toBe('"1"');
  expect(answer.body).toMatchObject({
    message: "Experiment created successfully.",
    data: {
      id: "an_experiment",
      name: "An Experiment",
      permalink: "https://console.test/demo/experiments/an_experiment",
      status: "setup",
      idType: "userID",
      creatorName: "Test writer",
      createdTime: testNow,
      lastModifiedTime: testNow,
      groups: [
        { name: "Control", size: 50, parameterValues: {}, description: "" },
        { name: "Test", size: 50, parameterValues: {}, description: "" },
      ],
      allocation: 100,
      duration: 14,
      primaryMetrics: [],
      targetingGateID: "",
      defaultConfidenceInterval: "95",
      startTime: null,
      healthCheckStatus: "PASSED",
      version: 1,
    },
  });
  expect((await read("an_experiment")).body.data).toMatchObject(
    z.record(z.string(), z.unknown()).parse(answer.body.data),
  );
});

test("everything that is sent is kept; groups get ids, and the control is named by its name", async () => {
  const made = Experiment.parse((await create(planned)).body.data);
  const [control, large] = made.groups;
  expect(made).toMatchObject({ ...planned, controlGroupID: large?.id });
  expect(new Set([control?.id, large?.id, "Control", "Large"]).size).toBe(4);
  expect(await stored("big_button")).toMatchObject({ ...planned, controlGroupID: large?.id });
  const listed = await service.request("GET", "/console/v1/experiments?band=planning");
  expect(listed.body.data).toMatchObject([{ id: "big_button" }]);
});

test("a refused experiment names every problem at once and is not stored", async () => {
  await createGate("asks_back", {
    type: "experiment_group",
    field: "fresh",
    operator: "any",
    targetValue: "A",
  });
  await createGate("between", { type: "passes_gate", targetValue: "asks_back" });
  const body = {
    name: "fresh",
    surprise: 1,
    allocation: 101,
    duration: 0,
    status: "decision_made",
    groups: [group("A", 50, { color: "red" }), group("A", 40, { color: 1 })],
    controlGroupID: "C",
    primaryMetrics: [{ name: "Visits", type: "event_count" }],
    secondaryMetrics: [{ name: "Nothing", type: "sum" }],
    targetingGateID: "between",
    inlineTargetingRulesJSON: JSON.stringify([
      { name: "Ours", conditions: [{ type: "passes_gate", targetValue: ["missing"] }] },
    ]),
    layerID: "top",
  };
  const answer = refused(await create(body));
  expect(answer).toEqual({ ...bad(), errors: expect.any(Array) });
  expect([...(answer.errors ?? [])].sort((one, other) => (one.property < other.property ? -1 : 1))).toEqual(
    bad(
      ["allocation", "Must be at most 100"],
      ["controlGroupID", "No group has the id or name 'C'"],
      ["duration", "Must be at least 1"],
      ["groups", "The sizes of the groups add up to 90 %, expected 100 %"],
      ["groups", "Duplicate group name(s) given"],
      ["groups.1.parameterValues.color", "Expected string, as in group 'A', received number"],
      ["inlineTargetingRulesJSON", "No gate has the id 'missing'"],
      ["layerID", "No layer has the id 'top'"],
      ["primaryMetrics.0", "The metric is counted by stableID, and the unit of the experiment is userID"],
      ["secondaryMetrics.0", "No metric has the name 'Nothing' and the type 'sum'"],
      ["status", "Invalid enum value. Expected 'setup' | 'active', received 'decision_made'"],
      ["surprise", "Unknown field"],
      ["targetingGateID", "It would be a circular dependency: fresh → between → asks_back → fresh"],
    ).errors,
  );
  expect(refused(await create({}))).toEqual(bad(["name", "Required"]));
  expect(refused(await create({ name: "fresh", primaryMetrics: [] }))).toEqual(
    bad(["primaryMetrics", "At least one primary metric is needed"]),
  );
  expect(refused(await create({ name: "fresh", status: "active" }))).toEqual(
    bad(["primaryMetrics", "At least one primary metric is needed"]),
  );
  expect((await read("fresh")).status).toBe(404);
});

test("a name or an id in use is refused, also by a dynamic config, whose values apps would lose, or by a page", async () => {
  await create({ name: "Taken" });
  const message = "Name is already in use";
  expect(refused(await create({ name: "taken" }))).toEqual({ ...bad(["name", message]), message });
  const config = (name: string) => service.request("POST", "/console/v1/dynamic_configs", { body: { name } });
  expect(refused(await config("taken"))).toMatchObject({ status: 400, message });
  expect((await config("limits")).status).toBe(201);
  expect(refused(await create({ id: "limits" }))).toEqual({ ...bad(["id", message]), message });
  for (const [body, field] of [
    [{ name: "New" }, "name"],
    [{ id: "power", name: "Power of the button" }, "id"],
  ] as const)
    expect(JSON.stringify(refused(await create(body)))).toMatch(new RegExp(`"${field}".*is the address of`));
});

test("a dry run answers the experiment that would be stored, and stores nothing", async () => {
  const dry = await create(planned, "?dryRun=true");
  expect((await read("big_button")).status).toBe(404);
  expect((await create(planned)).body).toEqual(dry.body);
  for (const [method, path, body] of [
    ["PATCH", "/big_button", { allocation: 30 }],
    ["PUT", "/big_button/start", undefined],
    ["DELETE", "/big_button", undefined],
  ] as const)
    expect((await send(method, `${path}?dryRun=true`, body)).status).toBe(200);
  expect(await stored("big_button")).toMatchObject({ version: 1, status: "setup", allocation: 20 });
});

test("a partial update changes the given fields; groups go on by id or name", async () => {
  await create(planned);
  const before = await stored("big_button");
  const [control, large] = before.groups;
  const groups = [
    group("Control", 40),
    { ...group("Huge", 40, { color: "Huge" }), id: large?.id },
    group("Third", 20, { color: "Third" }),
  ];
  const answer = await send("PATCH", "/big_button", { groups, hypothesis: "Other" });
  const after = Experiment.parse(answer.body.data);
  expect(after).toMatchObject({ hypothesis: "Other", version: 2, duration: 21, controlGroupID: large?.id });
  expect(after.groups.map(({ id, name }) => [id, name])).toEqual([
    [control?.id, "Control"],
    [large?.id, "Huge"],
    [expect.not.stringMatching("Third"), "Third"],
  ]);
  expect(
    refused(await send("PATCH", "/big_button", { groups: [{ ...group("X"), id: "x" }, group("Y")] })),
  ).toEqual(
    bad(
      ["groups.0.id", "A group id that does not exist: 'x'"],
      ["controlGroupID", `No group has the id or name '${large?.id}'`],
    ),
  );
  expect(refused(await send("PATCH", "/big_button", { groups: [group("A", 50), group("B", 51)] }))).toEqual(
    bad(
      ["groups", "The sizes of the groups add up to 101 %, expected 100 %"],
      ["controlGroupID", `No group has the id or name '${large?.id}'`],
    ),
  );
  expect(await stored("big_button")).toMatchObject({ version: 2 });
});

test("a full update needs the public fields, removes labels that are left out, and takes an answer back as it is", async () => {
  await create(planned);
  const before = await stored("big_button");
  expect(
    refused(await send("POST", "/big_button", {}))
      .errors?.map(({ property }) => property)
      .sort(),
  ).toEqual([
    "allocation",
    "bonferroniCorrection",
    "defaultConfidenceInterval",
    "description",
    "groups",
    "hypothesis",
    "idType",
    "status",
    "targetingGateID",
  ]);
  const same = Experiment.parse((await send("POST", "/big_button", before)).body.data);
  expect({ ...before, ...same }).toEqual({ ...before, version: 2 });
  const { tags: _tags, ...rest } = before;
  expect(await send("POST", "/big_button", rest)).toMatchObject({
    body: {
      message: "Experiment updated successfully.",
      data: { tags: [], name: "Big button", cuped: true },
    },
  });
});

test("a write on an outdated version is refused with the current experiment, and versions tell the history", async () => {
  await create(planned);
  const first = { headers: { "If-Match": '"1"' } };
  expect((await send("PATCH", "/big_button", { tags: [], changeReason: "Tidied" }, first)).status).toBe(200);
  for (const [method, path, body] of [
    ["PATCH", "/big_button", { duration: 7 }],
    ["PUT", "/big_button/start", undefined],
    ["DELETE", "/big_button", undefined],
  ] as const) {
    const answer = await send(method, path, body, first);
    expect([answer.status, answer.body.data]).toMatchObject([412, { id: "big_button", version: 2 }]);
  }
  const versions = await service.request("GET", "/console/v1/experiments/big_button/versions");
  expect(versions.body).toMatchObject({
    message: "Experiment versions listed successfully.",
    data: [
      { version: 2, tags: [], lastModifiedReason: "Tidied" },
      { version: 1, tags: ["checkout"] },
    ],
  });
  const differences = await service.request("GET", "/console/v1/experiments/big_button/version_differences");
  expect(JSON.stringify(differences.body.data)).toContain("tags");
  expect((await service.request("GET", "/console/v1/experiments/none/versions")).body.message).toBe(
    "Experiment not found.",
  );
});

test("an experiment that was imported with problems can be changed in other fields", async () => {
  const document = Experiment.parse({
    id: "old",
    name: "Old",
    status: "setup",
    groups: [{ id: "only", name: "Only", size: 90 }],
    primaryMetrics: [{ name: "Gone", type: "sum" }],
    layerID: "somewhere",
  });
  await service.database.transaction((transaction) =>
    writeEntity(transaction, "experiment", { document, references: [] }, testNow),
  );
  expect((await send("PATCH", "/old", { description: "Still here", groups: document.groups })).status).toBe(
    200,
  );
  expect(refused(await send("PATCH", "/old", { groups: [{ name: "Only", size: 80 }] }))).toEqual(
    bad(["groups", "Expected 2 to 20 groups, received 1"]),
  );
  expect(refused(await send("PUT", "/old/start", undefined)).errors?.map(({ property }) => property)).toEqual(
    ["groups", "primaryMetrics.0", "layerID"],
  );
});

test("an unknown experiment, and a key that may only read", async () => {
  await create(planned);
  for (const [method, path, body] of [
    [
      "POST",
      "",
      {
        description: "",
        idType: "userID",
        hypothesis: "",
        groups: planned.groups,
        allocation: 1,
        targetingGateID: "",
        bonferroniCorrection: false,
        defaultConfidenceInterval: "95",
        status: "setup",
      },
    ],
    ["PATCH", "", {}],
    ["DELETE", "", undefined],
    ["PUT", "/start", undefined],
    ["PUT", "/make_decision", { id: "a", decisionReason: "b" }],
    ["PUT", "/abandon", { decisionReason: "b" }],
    ["PUT", "/reset", undefined],
    ["PUT", "/archive", undefined],
    ["PUT", "/unarchive", undefined],
  ] as const) {
    expect(await send(method, `/none${path}`, body)).toMatchObject({
      status: 404,
      body: { message: "Experiment not found." },
    });
    expect((await send(method, `/big_button${path}`, body, { key: "read" })).status).toBe(403);
  }
});
