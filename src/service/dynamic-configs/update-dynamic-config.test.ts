// The full update of a dynamic config (API 4.4).
import { afterEach, beforeEach, expect, test } from "vitest";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { writeEntity } from "#service/database/entities.ts";
import { testApp, testNow, type TestRequest } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
  await service.database.transaction(async (transaction) => {
    await writeEntity(transaction, "dynamic_config", { document: banner, references: ["old_gate"] }, testNow);
    for (const id of ["old_gate", "new_gate"])
      await writeEntity(transaction, "gate", { document: { id, name: id }, references: [] }, testNow);
  });
});
afterEach(() => service.close());

const everyone = { type: "public" };

const banner = {
  id: "banner",
  name: "Banner",
  description: "The banner",
  idType: "userID",
  creatorID: "ada",
  creatorName: "Ada",
  creatorEmail: "ada@a.example",
  createdTime: 1000,
  holdoutIDs: ["holdout"],
  isEnabled: true,
  rules: [
    {
      id: "r1:10.00:1",
      baseID: "r1",
      name: "Staff",
      passPercentage: 10,
      conditions: [{ type: "passes_gate", targetValue: ["old_gate"] }],
      environments: ["staging"],
      returnValue: { size: 2 },
      returnValueJson5: "{ size: 2 } // two",
      variants: [{ id: "v1", name: "A", passPercentage: 50, returnValue: { size: 3 } }],
    },
    { id: "r2", name: "All", passPercentage: 100, conditions: [everyone] },
  ],
  defaultValue: { size: 1 },
  schema: '{"type":"object"}',
  tags: ["home"],
  team: "Shop",
  owner: { ownerName: "Ada", ownerType: "USER" },
  version: 1,
};

const post = (body: unknown, query = "", options: TestRequest = {}) =>
  service.request("POST", `/console/v1/dynamic_configs/banner${query}`, { body, ...options });
const stored = async () => (await service.request("GET", "/console/v1/dynamic_configs/banner")).body.data;
const versions = async () =>
  (await service.request("GET", "/console/v1/dynamic_configs/banner/versions")).body.pagination?.totalItems;
const configIn = ({ status, body }: { status: number; body: { data?: unknown } }) => {
  expect(status).toBe(200);
  return DynamicConfig.parse(body.data);
};

const least = { isEnabled: true, description: "", rules: [] };
const rule = { name: "New", conditions: [everyone] };

test("what is left out is removed, but for name, ID type, creator and creation time", async () => {
  const answer = await post({ isEnabled: false, description: "New", rules: [] });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("ETag")).toBe('"2"');
  expect(answer.body).toEqual({
    message: "Dynamic config updated successfully.",
    data: {
      id: "banner",
      name: "Banner",
      permalink: "https://console.test/demo/dynamic_configs/banner",
      idType: "userID",
      creatorID: "ada",
      creatorName: "Ada",
      creatorEmail: "ada@a.example",
      createdTime: 1000,
      holdoutIDs: ["holdout"],
      description: "New",
      isEnabled: false,
      rules: [],
      defaultValue: {},
      tags: [],
      version: 2,
      lastModifierID: "Test writer",
      lastModifierName: "Test writer",
      lastModifierEmail: null,
      lastModifiedTime: testNow,
    },
  });
  expect(await stored()).toEqual(answer.body.data);
});

test("the salt of the hash stays, so that everyone keeps what they get", async () => {
  const document = { ...banner, salt: "s1" };
  await service.database.transaction((transaction) =>
    writeEntity(transaction, "dynamic_config", { document, references: [] }, testNow),
  );
  expect(await stored()).toMatchObject({ salt: "s1" });
  expect((await post(least)).body.data).toMatchObject({ salt: "s1" });
});

test("an answer can be sent back as it is", async () => {
  const answered = await stored();
  const after = await post(answered);
  expect(after.status).toBe(200);
  expect(after.body.data).toMatchObject({
    ...banner,
    version: 2,
    rules: [{ id: "r1:10.00:1" }, { id: "r2" }],
  });
});

test("everything that is sent is kept, JSON5 texts with their comments", async () => {
  const update = {
    name: "Banner 2",
    isEnabled: true,
    description: "Text",
    idType: "stableID",
    tags: ["x"],
    creatorID: "bob",
    creatorEmail: null,
    owner: { ownerName: "Bob", ownerType: "SDK_KEY" },
    targetApps: ["web"],
    team: "Growth",
    teamID: "t1",
    releasePipelineID: null,
    defaultValue: { size: 1 },
    defaultValueJson5: "// small\n{size: 1}",
    schema: '{"type":"object"}',
    schemaJson5: "{type: 'object'} // any",
  };
  const body = {
    ...update,
    rules: [
      {
        ...rule,
        environments: ["production"],
        returnValueJson5: "{a: 1, // one\n}",
        variants: [{ name: "B", passPercentage: 30, returnValueJson5: "{a: 2}" }],
      },
    ],
  };
  const config = configIn(await post(body));
  expect(config).toMatchObject({
    ...update,
    rules: [
      {
        name: "New",
        passPercentage: 100,
        environments: ["production"],
        returnValue: { a: 1 },
        returnValueJson5: "{a: 1, // one\n}",
        variants: [{ name: "B", returnValue: { a: 2 }, returnValueJson5: "{a: 2}" }],
      },
    ],
  });
});

test("JSON is derived from JSON5 sent alone, and nothing is invented the other way", async () => {
  const derived = configIn(
    await post({ ...least, defaultValueJson5: "{a: [1, 2]} // x", schemaJson5: "{type: 'object'}" }),
  );
  expect(derived).toMatchObject({ defaultValue: { a: [1, 2] }, schema: '{"type":"object"}' });
  const plain = configIn(
    await post({ ...least, defaultValue: { a: 1 }, rules: [{ ...rule, returnValue: { b: 1 } }] }),
  );
  expect(plain.defaultValueJson5).toBeUndefined();
  expect(plain.rules[0]?.returnValueJson5).toBeUndefined();
  expect(plain.rules[0]?.environments).toBeNull();
});

test("rules keep their identity, get a new id with a new percent, and one of their own when new", async () => {
  const config = configIn(
    await post({
      ...least,
      rules: [
        { id: "r1", name: "Team", passPercentage: 25, conditions: [everyone] },
        { baseID: "r2", name: "All", conditions: [everyone] },
        {
          ...rule,
          variants: [
            { name: "A", passPercentage: 1 },
            { name: "B", passPercentage: 1 },
          ],
        },
      ],
    }),
  );
  const [team, all, created] = config.rules;
  expect(team).toMatchObject({ id: "r1:25.00:1", baseID: "r1", name: "Team" });
  expect(all).toMatchObject({ id: "r2", baseID: "r2" });
  expect(created?.id).toMatch(/^[a-z0-9]{22}:100\.00:1$/);
  expect(created?.id).toBe(`${created?.baseID}:100.00:1`);
  const variantIDs = created?.variants?.map(({ id }) => id);
  expect(variantIDs?.every((id) => /^[a-z0-9]{22}$/.test(id ?? ""))).toBe(true);
  expect(new Set(variantIDs).size).toBe(2);
  const again = configIn(
    await post({
      ...least,
      rules: [{ id: team?.id, name: "Team", passPercentage: 10, conditions: [everyone] }],
    }),
  );
  expect(again.rules[0]?.id).toBe("r1:10.00:2");
});

test("a dry run answers the very thing that is stored afterwards, and stores nothing", async () => {
  const before = await stored();
  const body = {
    ...least,
    defaultValue: { a: 1 },
    rules: [{ ...rule, variants: [{ name: "A", passPercentage: 5 }] }],
  };
  const dry = await post(body, "?dryRun=true");
  expect(dry.body).toMatchObject({
    message: "Dynamic config updated successfully.",
    data: { version: 2, defaultValue: { a: 1 }, rules: [{ name: "New" }] },
  });
  expect(await stored()).toEqual(before);
  expect(await versions()).toBe(1);
  expect((await post(body)).body.data).toEqual(dry.body.data);
});

test("all problems are told at once, each at its field, and nothing is stored", async () => {
  const before = await stored();
  const answer = await post({
    isEnabled: "yes",
    description: "x".repeat(1001),
    name: "no/slash",
    defaultValue: { a: 1 },
    defaultValueJson5: "{a: 2}",
    schemaJson5: "{properties: {ms: {type: 'number'}}}",
    rules: [
      { id: "r9:1.00:1", name: "One", conditions: [], returnValue: { ms: "1" } },
      {
        name: "Two",
        passPercentage: 0.001,
        conditions: [{ type: "country", operator: "anyy", targetValue: "DE" }],
      },
      {
        name: "Two",
        conditions: [everyone],
        returnValueJson5: "{ms: }",
        variants: [{ name: "A", passPercentage: 1, returnValueJson5: "{ms: null} // x" }],
      },
    ],
  });
  expect(answer).toMatchObject({ status: 400, body: { status: 400, message: "Bad Request Exception" } });
  const told = new Map(answer.body.errors?.map(({ property, errorMessage }) => [property, errorMessage]));
  expect([...told.keys()].sort()).toEqual([
    "defaultValueJson5",
    "description",
    "isEnabled",
    "name",
    "rules",
    "rules.0.id",
    "rules.0.returnValue.ms",
    "rules.1.conditions.0.operator",
    "rules.1.passPercentage",
    "rules.2.returnValueJson5",
    "rules.2.variants.0.returnValueJson5.ms",
  ]);
  expect(told.get("isEnabled")).toBe("Expected boolean, received string");
  expect(told.get("defaultValueJson5")).toBe("Must parse to the same JSON as defaultValue");
  expect(told.get("rules.0.id")).toBe("A rule id that does not exist: 'r9:1.00:1'");
  expect(told.get("rules.0.returnValue.ms")).toBe("Expected number, received string");
  expect(told.get("rules.2.variants.0.returnValueJson5.ms")).toBe("Expected number, received null");
  expect(await stored()).toEqual(before);
  expect(await versions()).toBe(1);
});

test("names that occur twice have a message of their own", async () => {
  expect(await post({ ...least, rules: [rule, rule] })).toMatchObject({
    status: 400,
    body: {
      message: "Duplicate rule name(s) given",
      errors: [{ property: "rules", errorMessage: "Duplicate rule name(s) given" }],
    },
  });
});

test("two rules cannot be the same stored rule", async () => {
  const rules = [
    { ...rule, id: "r1" },
    { ...rule, name: "Other", id: "r1:10.00:1" },
    { ...rule, name: "Third", id: "r2", baseID: "r1" },
  ];
  expect((await post({ ...least, rules })).body.errors).toEqual([
    { property: "rules.1.id", errorMessage: "Another rule has this id already: 'r1:10.00:1'" },
    { property: "rules.2.baseID", errorMessage: "Expected 'r2', received 'r1'" },
  ]);
});

test("the default value must follow the schema too, and a schema must be one", async () => {
  const schema = '{"required": ["cta"], "properties": {"cta": {"minLength": 2}}}';
  expect((await post({ ...least, schema, defaultValue: {} })).body.errors).toEqual([
    { property: "defaultValue", errorMessage: "Missing property 'cta'" },
  ]);
  expect((await post({ ...least, schema: '{"properties": {"a": {"minimum": "3"}}}' })).body.errors).toEqual([
    { property: "schema.properties.a.minimum", errorMessage: "Expected number, received string" },
  ]);
  expect((await post({ ...least, schema, defaultValue: { cta: "Buy" } })).status).toBe(200);
});

test("a schema that takes for ever is refused after a second", async () => {
  const answer = await post({
    ...least,
    schema: '{"properties": {"a": {"pattern": "^(a+)+$"}}}',
    defaultValue: { a: `${"a".repeat(40)}!` },
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: [{ property: "schema", errorMessage: "The schema took longer than 1 s to check" }] },
  });
});

test("a body nested without end is refused", async () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  const body = `{"isEnabled": true, "description": "", "rules": [], "schema": "{}", "defaultValue": {"a": ${deep}}}`;
  expect(await post(body)).toMatchObject({
    status: 400,
    body: {
      errors: [{ property: "defaultValue", errorMessage: "Must not be nested deeper than 200 levels" }],
    },
  });
});

test("an unknown config and a key without rights", async () => {
  expect(await service.request("POST", "/console/v1/dynamic_configs/none", { body: least })).toMatchObject({
    status: 404,
    body: { message: "Dynamic config not found." },
  });
  expect(await post(least, "", { key: "read" })).toMatchObject({ status: 403 });
  expect(await versions()).toBe(1);
});

test("a write on an outdated version is refused with the current config", async () => {
  const ifMatch = { headers: { "If-Match": '"1"' } };
  expect((await post({ ...least, description: "One" }, "", ifMatch)).status).toBe(200);
  const refused = await post({ ...least, description: "Two" }, "", ifMatch);
  expect(refused.status).toBe(412);
  expect(refused.body.data).toEqual(await stored());
  expect(await stored()).toMatchObject({ description: "One", version: 2 });
});

test("history and references follow a write", async () => {
  await post({
    ...least,
    rules: [{ ...rule, conditions: [{ type: "fails_gate", targetValue: "new_gate" }] }],
  });
  expect(await versions()).toBe(2);
  const referring = async (gateID: string) =>
    (await service.request("GET", `/console/v1/gates/${gateID}/dynamic_config_references`)).body.data;
  expect(await referring("old_gate")).toEqual([]);
  expect(await referring("new_gate")).toMatchObject([{ id: "banner" }]);
});
