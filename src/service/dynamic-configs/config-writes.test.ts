import { z } from "zod/mini";
// Creating, switching and archiving dynamic configs; the full update is in update-dynamic-config.test.ts.
import { afterEach, beforeEach, expect, test } from "vitest";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { testApp, testNow, type TestAnswer, type TestRequest } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const configs = "/console/v1/dynamic_configs";
const create = (body: unknown, query = "") => service.request("POST", `${configs}${query}`, { body });
const put = (action: string, options: TestRequest = {}) =>
  service.request("PUT", `${configs}/banner/${action}`, options);
const read = (id: string) => service.request("GET", `${configs}/${id}`);
const configIn = ({ body }: TestAnswer) => DynamicConfig.parse(body.data);
const stateOf = ({ status, isEnabled }: DynamicConfig) => [status, isEnabled];
const after = async (action: string, options?: TestRequest) => stateOf(configIn(await put(action, options)));
const least = { isEnabled: true, description: "", rules: [] };

const banner = {
  name: "Banner",
  defaultValueJson5: "{ size: 1 } // one",
  schema: '{"type":"object","properties":{"size":{"type":"number"}}}',
  tags: ["home"],
  rules: [
    {
      id: "foreign:10.00:1",
      name: "Staff",
      passPercentage: 10,
      conditions: [{ type: "public" }],
      variants: [{ id: "foreign", name: "Big", passPercentage: 50, returnValueJson5: "{ size: 3 }" }],
    },
  ],
};

test("a new config gets the id form of its name, is on, and has rules and variants of its own", async () => {
  const answer = await create({ ...banner, changeReason: "Spring sale" });
  expect(answer.status).toBe(201);
  expect(answer.headers.get("ETag")).toBe('"1"');
  expect(answer.body).toMatchObject({
    message: "Dynamic config created successfully.",
    data: {
      id: "banner",
      name: "Banner",
      permalink: "https://console.test/demo/dynamic_configs/banner",
      description: "",
      idType: "userID",
      isEnabled: true,
      tags: ["home"],
      defaultValue: { size: 1 },
      defaultValueJson5: "{ size: 1 } // one",
      creatorID: "Test writer",
      creatorName: "Test writer",
      creatorEmail: null,
      createdTime: testNow,
      lastModifiedTime: testNow,
      lastModifiedReason: "Spring sale",
      version: 1,
    },
  });
  const [rule] = configIn(answer).rules;
  expect(rule?.id).toBe(`${rule?.baseID}:10.00:1`);
  expect(rule?.variants).toMatchObject([{ name: "Big", returnValue: { size: 3 } }]);
  expect(JSON.stringify(answer.body.data)).not.toContain("foreign");
  expect((await read("banner")).body.data).toEqual(answer.body.data);
});

test("a refused config names every problem at once, also those of its schema", async () => {
  await create(banner);
  const { status, body } = await create({
    ...banner,
    name: "banner",
    defaultValueJson5: "{ size: 'L' }",
    x: 1,
  });
  expect(status).toBe(400);
  expect(body.errors?.map(({ property }) => property).sort()).toEqual([
    "defaultValueJson5.size",
    "name",
    "x",
  ]);
  expect(await create({ name: "Banner" })).toMatchObject({
    status: 400,
    body: {
      message: "Name is already in use",
      errors: [{ property: "name", errorMessage: "Name is already in use" }],
    },
  });
  expect((await create({})).body.errors).toEqual([{ property: "name", errorMessage: "Required" }]);
});

test("a dry run answers the config that would be stored, and stores nothing", async () => {
  const dry = await create(banner, "?dryRun=true");
  expect((await read("banner")).status).toBe(404);
  expect((await create(banner)).body).toEqual(dry.body);
});

const patch = (body: unknown) => service.request("PATCH", `${configs}/banner`, { body });

test("a partial update changes the given fields only, and a value together with its JSON5 twin", async () => {
  const before = configIn(await create(banner));
  const tagged = configIn(await patch({ tags: [], description: "After" }));
  expect(tagged).toEqual({ ...before, tags: [], description: "After", version: 2 });
  const { defaultValueJson5: _, ...other } = tagged;
  const given = await patch({ defaultValue: { size: 2 } });
  expect(given.body.data).toEqual({ ...other, defaultValue: { size: 2 }, version: 3 });
  expect((await read("banner")).body.data).toEqual(given.body.data);
});

test("a partial update is checked as the whole config that it makes", async () => {
  await create(banner);
  const rules = configIn(await read("banner")).rules;
  const properties = async (body: unknown) =>
    (await patch(body)).body.errors?.map(({ property }) => property);
  expect(await properties({ defaultValue: { size: "L" } })).toEqual(["defaultValue.size"]);
  const [rule] = rules;
  expect(await properties({ rules: [{ ...rule, variants: [], returnValueJson5: "{ size: 'L' }" }] })).toEqual(
    ["rules.0.returnValueJson5.size"],
  );
  expect(await properties({ schemaJson5: "{ properties: { size: { maximum: 2 } } }" })).toEqual([
    "rules.0.variants.0.returnValueJson5.size",
  ]);
  expect(await properties({ rules: [{ ...rule, id: "nine" }], size: 1 })).toEqual(["size", "rules.0.id"]);
  expect(configIn(await read("banner")).version).toBe(1);
});

test("a config goes off and on, into the archive and out of it", async () => {
  await create(banner);
  const answer = await put("disable");
  expect(answer.body.message).toBe("Dynamic config updated successfully.");
  expect(answer.headers.get("ETag")).toBe('"2"');
  expect(stateOf(configIn(answer))).toEqual([undefined, false]);
  expect(await after("enable")).toEqual([undefined, true]);
  expect(configIn(await put("enable")).version).toBe(3);
  expect(await after("archive")).toEqual(["Archived", false]);
  expect(configIn(await put("archive")).version).toBe(4);
  expect(await after("unarchive")).toEqual([undefined, false]);
  expect((await read("banner")).body.data).toMatchObject({
    version: 5,
    isEnabled: false,
    rules: [{ name: "Staff" }],
  });
});

test("an archived config is hidden, and does not change until it is unarchived", async () => {
  await create(banner);
  await put("archive", { body: { archiveReason: "Sale is over" } });
  const listed = async (query: string) => (await service.request("GET", `${configs}${query}`)).body.data;
  expect(await listed("")).toEqual([]);
  expect(await listed("?includeArchived=true")).toMatchObject([
    { id: "banner", status: "Archived", lastModifiedReason: "Sale is over" },
  ]);
  for (const refusal of [
    await put("enable"),
    await put("disable"),
    await service.request("POST", `${configs}/banner`, { body: least }),
  ])
    expect(refusal).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            property: "status",
            errorMessage: "The dynamic config is archived; unarchive it before it is changed",
          },
        ],
      },
    });
});

test("a switch can be tried and wants the version it is based on", async () => {
  await create(banner);
  expect(await after("disable?dryRun=true")).toEqual([undefined, false]);
  expect(configIn(await read("banner")).isEnabled).toBe(true);
  await put("disable");
  expect(await put("enable", { headers: { "If-Match": '"1"' } })).toMatchObject({
    status: 412,
    body: { data: { version: 2, isEnabled: false } },
  });
});

test("a reason is kept with its version, and a removed rule comes back by its id", async () => {
  await create(banner);
  const before = configIn(await read("banner"));
  const update = (body: object) =>
    service.request("POST", `${configs}/banner`, { body: { ...least, ...body } });
  await update({ changeReason: "No rules" });
  const restored = configIn(await update({ rules: before.rules }));
  expect(restored.rules).toEqual(before.rules);
  const { body } = await service.request("GET", `${configs}/banner/versions`);
  expect(
    z
      .array(DynamicConfig)
      .parse(body.data)
      .map(({ lastModifiedReason }) => lastModifiedReason),
  ).toEqual([undefined, "No rules", undefined]);
});

test.each(["enable", "disable", "archive", "unarchive"])("%s knows no other config", async (action) => {
  expect(await service.request("PUT", `${configs}/none/${action}`)).toMatchObject({
    status: 404,
    body: { message: "Dynamic config not found." },
  });
});
