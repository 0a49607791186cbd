import { z } from "zod/mini";
// Creating gates, and updating them as a whole or in part.
import { afterEach, beforeEach, expect, test } from "vitest";
import { Gate } from "#contract/gate.ts";
import { writeEntity } from "#service/database/entities.ts";
import { testApp, testNow, type TestAnswer, type TestRequest } from "#service/test-app.test-support.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const everyone = { type: "public" };
const asks = (gateID: string) => ({ type: "passes_gate", targetValue: gateID });
const rule = (name: string, ...conditions: object[]) => ({ name, passPercentage: 100, conditions });

const send = (method: string, path: string, body: unknown, options: TestRequest = {}) =>
  service.request(method, `/console/v1/gates${path}`, { body, ...options });
const create = (body: unknown, query = "") => send("POST", query, body);
const read = (id: string) => service.request("GET", `/console/v1/gates/${id}`);
const gateIn = ({ body }: TestAnswer) => Gate.parse(body.data);
const stored = async (id: string) => gateIn(await read(id));
const refused = ({ status, body }: TestAnswer) => ({ status, message: body.message, errors: body.errors });
const bad = (...errors: [property: string, errorMessage: string][]) => ({
  status: 400,
  message: "Bad Request Exception",
  errors: errors.map(([property, errorMessage]) => ({ property, errorMessage })),
});

test("a new gate gets the id form of its name, and the public defaults", async () => {
  const answer = await create({ name: "A Gate" });
  expect(answer.status).toBe(201);
  expect(answer.headers.get("ETag")).toBe('"1"');
  expect(answer.body).toEqual({
    message: "Gate created successfully.",
    data: {
      id: "a_gate",
      name: "A Gate",
      permalink: "https://console.test/demo/gates/a_gate",
      description: "",
      idType: "userID",
      creatorID: "Test writer",
      creatorName: "Test writer",
      creatorEmail: null,
      createdTime: testNow,
      lastModifierID: "Test writer",
      lastModifierName: "Test writer",
      lastModifierEmail: null,
      lastModifiedTime: testNow,
      targetApps: [],
      holdoutIDs: [],
      tags: [],
      isEnabled: true,
      status: "In Progress",
      rules: [],
      checksPerHour: 0,
      type: "TEMPORARY",
      typeReason: "NONE",
      team: null,
      teamID: null,
      releasePipelineID: null,
      reviewSettings: { requiredReview: false, allowedReviewers: [] },
      measureMetricLifts: false,
      store0100Exposures: false,
      owner: null,
      monitoringMetrics: [],
      version: 1,
    },
  });
  expect((await read("a_gate")).body.data).toEqual(answer.body.data);
});

test("everything that is sent is kept, and rules get ids of their own", async () => {
  const sent = {
    id: "my.gate",
    name: "My gate",
    description: "Text",
    isEnabled: false,
    idType: "stableID",
    type: "PERMANENT",
    tags: ["core"],
    targetApps: ["web"],
    creatorID: "ada",
    creatorEmail: "ada@a.example",
    team: "Growth",
    teamID: "t1",
    releasePipelineID: "p1",
    measureMetricLifts: true,
    monitoringMetrics: [{ name: "orders", type: "event_count" }],
    reviewSettings: { requiredReview: true, allowedReviewers: ["bob"] },
  };
  const answer = await create({
    ...sent,
    rules: [
      { ...rule("Staff", everyone), id: "foreign:1.00:1", passPercentage: 12.5, environments: ["dev"] },
    ],
  });
  expect(answer.body.data).toMatchObject({
    ...sent,
    status: "Disabled",
    creatorName: "Test writer",
    rules: [{ name: "Staff", passPercentage: 12.5, environments: ["dev"], conditions: [everyone] }],
  });
  const [made] = gateIn(answer).rules;
  expect(made?.id).toBe(`${made?.baseID}:12.50:1`);
  expect(made?.baseID).not.toBe("foreign");
  expect((await read("my.gate")).body.data).toEqual(answer.body.data);
});

test("a name or an id in use is refused", async () => {
  await create({ name: "A Gate" });
  const inUse = (property: string) => ({
    ...bad([property, "Name is already in use"]),
    message: "Name is already in use",
  });
  expect(refused(await create({ name: "a gate" }))).toEqual(inUse("name"));
  expect(refused(await create({ id: "a_gate", name: "Another" }))).toEqual(inUse("id"));
  expect((await create({ id: "another" })).body.data).toMatchObject({ id: "another", name: "another" });
});

test("of two gates of one name at the same time, one is made", async () => {
  const answers = await Promise.all([create({ name: "A Gate" }), create({ name: "A Gate" })]);
  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 400]);
});

test("a refused gate names every problem at once and is not stored", async () => {
  await create({ name: "target" });
  await create({ name: "back", rules: [rule("Asks", asks("new"))] });
  expect(
    refused(
      await create({
        name: "new",
        status: "Started",
        surprise: 1,
        rules: [rule("One", everyone, asks("new")), { ...rule("One", asks("back")), passPercentage: 101 }],
      }),
    ),
  ).toEqual({
    ...bad(),
    errors: expect.arrayContaining([
      { property: "surprise", errorMessage: "Unknown field" },
      {
        property: "status",
        errorMessage:
          "Invalid enum value. Expected 'In Progress' | 'Launched' | 'Disabled' | 'Archived', received 'Started'",
      },
      { property: "rules", errorMessage: "Duplicate rule name(s) given" },
      { property: "rules.1.passPercentage", errorMessage: "Must be at most 100" },
      { property: "rules.0.conditions.1.targetValue", errorMessage: "A gate cannot ask about itself" },
      {
        property: "rules.1.conditions.0.targetValue",
        errorMessage: "It would be a circular dependency: new → back → new",
      },
    ]),
  });
  expect(refused(await create({}))).toEqual(bad(["name", "Required"]));
  expect(refused(await create({ name: "a   " }))).toEqual(
    bad(["name", "Its id form 'a_' is shorter than 3 characters"]),
  );
  expect((await read("new")).status).toBe(404);
});

test("a dry run answers the gate that would be stored, and stores nothing", async () => {
  const body = { name: "A Gate", rules: [rule("All", everyone)] };
  const dry = await create(body, "?dryRun=true");
  expect((await read("a_gate")).status).toBe(404);
  expect((await create(body)).body).toEqual(dry.body);
  const change = { rules: [rule("Other", everyone)], changeReason: "Try" };
  const dryChange = await send("PATCH", "/a_gate?dryRun=true", change);
  expect(await stored("a_gate")).toMatchObject({ version: 1, rules: [{ name: "All" }] });
  expect((await send("PATCH", "/a_gate", change)).body).toEqual(dryChange.body);
});

const full = {
  name: "Full",
  description: "Before",
  tags: ["core"],
  team: "Growth",
  type: "PERMANENT",
  owner: { ownerName: "Ada", ownerType: "USER" },
  reviewSettings: { requiredReview: true, allowedReviewers: [] },
  rules: [rule("Staff", everyone), rule("All", everyone)],
};

test("a full update removes what is left out, but for name, type, status, owner and creator", async () => {
  await create({ ...full, store0100Exposures: true });
  const answer = await send("POST", "/full", { isEnabled: true, description: "After", rules: [] });
  expect(answer.status).toBe(200);
  expect(answer.body.message).toBe("Gate updated successfully.");
  expect(answer.body.data).toMatchObject({
    name: "Full",
    description: "After",
    type: "PERMANENT",
    status: "In Progress",
    owner: full.owner,
    creatorName: "Test writer",
    tags: [],
    team: null,
    store0100Exposures: false,
    reviewSettings: { requiredReview: false },
    rules: [],
    version: 2,
  });
  expect(refused(await send("POST", "/full", {}))).toEqual(
    bad(["isEnabled", "Required"], ["description", "Required"], ["rules", "Required"]),
  );
});

test("an answer can be sent back as it is", async () => {
  await create({ ...full, changeReason: "Made" });
  const before = await stored("full");
  const after = gateIn(await send("POST", "/full", before));
  expect(after).toEqual({ ...before, version: 2, lastModifiedReason: undefined });
});

test("a partial update changes the given fields only", async () => {
  await create(full);
  const before = await stored("full");
  const answer = await send("PATCH", "/full", { tags: ["web"], description: "After" });
  expect(gateIn(answer)).toEqual({ ...before, tags: ["web"], description: "After", version: 2 });
  expect((await read("full")).body.data).toEqual(answer.body.data);
});

test("STALE is no type that a write can give", async () => {
  await create(full);
  expect(gateIn(await send("PATCH", "/full", { type: "STALE" })).type).toBe("PERMANENT");
  expect(gateIn(await send("PATCH", "/full", { type: "TEMPORARY" })).type).toBe("TEMPORARY");
});

test("rules keep their identity by id, in any order; a new percent makes a new id", async () => {
  await create(full);
  const [staff, all] = (await stored("full")).rules;
  const answer = await send("PATCH", "/full", {
    rules: [
      { ...rule("Everybody", everyone), id: all?.id },
      rule("New", everyone),
      { ...rule("Staff", everyone), baseID: staff?.baseID, passPercentage: 5 },
    ],
  });
  expect(gateIn(answer).rules).toMatchObject([
    { id: all?.id, baseID: all?.baseID, name: "Everybody" },
    { name: "New" },
    { id: `${staff?.baseID}:5.00:1`, baseID: staff?.baseID },
  ]);
  expect(refused(await send("PATCH", "/full", { rules: [{ ...rule("X", everyone), id: "nine" }] }))).toEqual(
    bad(["rules.0.id", "A rule id that does not exist: 'nine'"]),
  );
});

test("a removed rule comes back by its id, so that it takes the same users as before", async () => {
  await create(full);
  const before = await stored("full");
  await send("PATCH", "/full", { rules: [] });
  await send("PATCH", "/full", { description: "Meanwhile" });
  const restored = gateIn(await send("PATCH", "/full", { rules: before.rules }));
  expect(restored.rules).toEqual(before.rules);
});

test("a write on an outdated version is refused with the current gate", async () => {
  await create(full);
  const first = { headers: { "If-Match": '"1"' } };
  expect((await send("PATCH", "/full", { tags: ["one"] }, first)).status).toBe(200);
  for (const method of ["PATCH", "POST"]) {
    const body = { isEnabled: true, description: "", rules: [] };
    const answer = await send(method, "/full", body, first);
    expect(answer.status).toBe(412);
    expect(answer.body.data).toEqual((await read("full")).body.data);
  }
});

test("a reason is kept with the version it explains", async () => {
  await create({ ...full, changeReason: "Asked for by sales" });
  await send("PATCH", "/full", { tags: [] });
  const [staff] = (await stored("full")).rules;
  await send("PATCH", `/full/rules/${staff?.baseID}`, { passPercentage: 5, changeReason: "Ramp" });
  await send("POST", "/full", { isEnabled: true, description: "", rules: [], changeReason: " " });
  const { body } = await service.request("GET", "/console/v1/gates/full/versions");
  const reasons = z
    .array(Gate)
    .parse(body.data)
    .map((gate) => gate.lastModifiedReason);
  expect(reasons).toEqual([undefined, "Ramp", undefined, "Asked for by sales"]);
  expect(refused(await send("PATCH", "/full", { changeReason: "x".repeat(1001) }))).toEqual(
    bad(["changeReason", "Must be at most 1000 characters"]),
  );
});

test("a circle is not closed, neither by the whole gate nor by one rule", async () => {
  await create({ name: "gate_c" });
  await create({ name: "gate_b", rules: [rule("Asks", asks("gate_c"))] });
  await create({ name: "gate_a", rules: [rule("Asks", asks("gate_b"))] });
  await create({ name: "other", rules: [rule("Asks", asks("gate_a"))] });
  await send("PATCH", "/gate_c", { rules: [rule("All", everyone)] });
  const circle = "It would be a circular dependency: gate_c → gate_a → gate_b → gate_c";
  expect(
    refused(await send("PATCH", "/gate_c", { rules: [rule("Asks", everyone, asks("gate_a"))] })),
  ).toEqual(bad(["rules.0.conditions.1.targetValue", circle]));
  const [all] = (await stored("gate_c")).rules;
  expect(
    refused(await send("PATCH", `/gate_c/rules/${all?.baseID}`, { conditions: [asks("gate_a")] })),
  ).toEqual(bad(["conditions.0.targetValue", circle]));
  expect(await stored("gate_c")).toMatchObject({ version: 2, rules: [{ name: "All" }] });
});

test("a circle over an experiment whose group a gate asks for is not closed either", async () => {
  await create({ name: "audience" });
  const experiment = { name: "trial", targetingGateID: "audience" };
  expect((await service.request("POST", "/console/v1/experiments", { body: experiment })).status).toBe(201);
  const asksGroup = { type: "experiment_group", field: "trial", operator: "any", targetValue: ["Test"] };
  await create({ name: "between", rules: [rule("Group", asksGroup)] });
  expect(refused(await send("PATCH", "/audience", { rules: [rule("Group", everyone, asksGroup)] }))).toEqual(
    bad(["rules.0.conditions.1.field", "It would be a circular dependency: audience → trial → audience"]),
  );
  expect(refused(await send("PATCH", "/audience", { rules: [rule("Asks", asks("between"))] }))).toEqual(
    bad([
      "rules.0.conditions.0.targetValue",
      "It would be a circular dependency: audience → between → trial → audience",
    ]),
  );
});

test("a gate in an imported circle can be changed, and mended", async () => {
  const looped = (id: string, target: string) =>
    Gate.parse({
      id,
      name: id,
      isEnabled: true,
      status: "In Progress",
      rules: [{ id: "r", name: "Asks", passPercentage: 100, conditions: [asks(target)] }],
    });
  await service.database.transaction(async (transaction) => {
    for (const document of [looped("left", "right"), looped("right", "left")])
      await writeEntity(transaction, "gate", { document, references: gateIDsIn(document.rules) }, testNow);
  });
  expect((await send("PATCH", "/left", { rules: [rule("Asks", asks("right"))] })).status).toBe(200);
  expect((await send("PATCH", "/left", { rules: [rule("All", everyone)] })).status).toBe(200);
  expect((await send("PATCH", "/left", { rules: [rule("Asks", asks("right"))] })).status).toBe(400);
});

test.each(["POST", "PATCH"])("an unknown gate: %s", async (method) => {
  const body = { isEnabled: true, description: "", rules: [] };
  expect(await send(method, "/none", body)).toMatchObject({
    status: 404,
    body: { message: "Gate not found." },
  });
});
