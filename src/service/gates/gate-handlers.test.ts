import { z } from "zod/mini";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Gate } from "#contract/gate.ts";
import { writeEntity } from "#service/database/entities.ts";
import { testApp, testNow, type TestRequest } from "#service/test-app.test-support.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";

type Service = Awaited<ReturnType<typeof testApp>>;
let service: Service;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const everyone = { type: "public" };
const passes = (gateID: string) => ({ type: "passes_gate", targetValue: [gateID] });

const gate = (id: string, change: Partial<Gate> = {}): Gate => ({
  id,
  name: id,
  description: "",
  idType: "userID",
  createdTime: 1000,
  creatorName: "Ada",
  tags: [],
  isEnabled: true,
  status: "In Progress",
  type: "TEMPORARY",
  rules: [],
  version: 1,
  ...change,
});

const checkout = gate("checkout", {
  rules: [
    {
      id: "r1:10.00:1",
      baseID: "r1",
      name: "Staff",
      passPercentage: 10,
      conditions: [{ type: "email", operator: "str_contains_any", targetValue: ["@a.example"] }],
      environments: null,
    },
    { id: "r2", name: "Everyone", passPercentage: 100, conditions: [everyone], environments: ["production"] },
  ],
});

const store = (...gates: Gate[]) =>
  service.database.transaction(async (transaction) => {
    for (const document of gates)
      await writeEntity(transaction, "gate", { document, references: gateIDsIn(document.rules) }, testNow);
  });

const get = (path: string) => service.request("GET", `/console/v1/gates${path}`);
const patch = (path: string, body: unknown, options: TestRequest = {}) =>
  service.request("PATCH", `/console/v1/gates${path}`, { body, ...options });
interface Answered {
  body: { data?: unknown };
}
const gateIn = ({ body }: Answered) => Gate.parse(body.data);
const namesIn = ({ body }: Answered) =>
  z
    .array(Gate)
    .parse(body.data)
    .map(({ name }) => name);

test("a gate is read with its address in the console and its version as a tag", async () => {
  await store(checkout);
  const { status, body, headers } = await get("/checkout");
  expect(status).toBe(200);
  expect(headers.get("ETag")).toBe('"1"');
  expect(body).toMatchObject({
    message: "Gate read successfully.",
    data: {
      id: "checkout",
      permalink: "https://console.test/demo/gates/checkout",
      rules: [
        {
          id: "r1:10.00:1",
          completedAutomatedRollouts: [],
          pendingAutomatedRollouts: [],
          conditions: [{ type: "email", operator: "str_contains_any", targetValue: "@a.example" }],
        },
        { id: "r2" },
      ],
    },
  });
});

test.each(["/none", "/none/versions", "/none/gate_references"])("an unknown gate: %s", async (path) => {
  expect(await get(path)).toMatchObject({ status: 404, body: { status: 404, message: "Gate not found." } });
});

test("gates are listed by name, page by page, with links that keep the filter", async () => {
  await store(...["Delta", "alpha", "Charlie", "bravo"].map((name) => gate(name.toLowerCase(), { name })));
  const middle = await get("?limit=1&page=2&status=In%20Progress");
  expect(namesIn(middle)).toEqual(["bravo"]);
  expect(middle.body).toMatchObject({
    message: "Gates listed successfully.",
    pagination: {
      itemsPerPage: 1,
      pageNumber: 2,
      totalItems: 4,
      nextPage: "/console/v1/gates?status=In+Progress&page=3&limit=1",
      previousPage: "/console/v1/gates?status=In+Progress&page=1&limit=1",
      all: "/console/v1/gates",
    },
  });
  const all = await get("");
  expect(namesIn(all)).toEqual(["alpha", "bravo", "Charlie", "Delta"]);
  expect(all.body.pagination).toMatchObject({ itemsPerPage: 100, nextPage: null, previousPage: null });
  expect((await get("?limit=0")).body).toMatchObject({ data: [], pagination: { totalItems: 4 } });
  expect((await get("?page=9")).body).toMatchObject({ data: [], pagination: { totalItems: 4 } });
});

test("the list is filtered, and archived gates show only when asked for", async () => {
  await store(
    gate("a", { tags: ["core", "web"], creatorName: "Bob", description: "Faster search" }),
    gate("b", { tags: ["core"], type: "PERMANENT", idType: "stableID" }),
    gate("c", { status: "Archived" }),
    gate("d", { status: "Launched" }),
  );
  const found = async (query: string) => namesIn(await get(`?${query}`));
  expect(await found("")).toEqual(["a", "b", "d"]);
  expect(await found("includeArchived=true")).toEqual(["a", "b", "c", "d"]);
  expect(await found("status=Archived")).toEqual(["c"]);
  expect(await found("status=Launched")).toEqual(["d"]);
  expect(await found("tags=core,web")).toEqual(["a"]);
  expect(await found("type=PERMANENT")).toEqual(["b"]);
  expect(await found("idType=stableID")).toEqual(["b"]);
  expect(await found("creatorName=Bob")).toEqual(["a"]);
  expect(await found("search=SEARCH")).toEqual(["a"]);
});

test("the list is searched by name or id, in any order, and counted by what a further choice would find", async () => {
  await store(
    gate("a2", { name: "Gate 10", tags: ["core"], checksPerHour: 5 }),
    gate("b1", { name: "Gate 9", description: "Gate 10 by another name" }),
    gate("c1", {
      name: "Asks",
      status: "Disabled",
      isEnabled: false,
      rules: [{ id: "r:1.00:1", name: "Asks", passPercentage: 1, conditions: [passes("a2")] }],
    }),
    gate("d1", { name: "Gone", status: "Archived", tags: ["core"] }),
  );
  const found = async (query: string) => namesIn(await get(`?${query}`));
  expect(await found("named=GATE%2010")).toEqual(["Gate 10"]);
  expect(await found("search=GATE%2010")).toEqual(["Gate 9", "Gate 10"]);
  expect(await found("sort=name&order=descending")).toEqual(["Gate 10", "Gate 9", "Asks"]);
  expect(await found("sort=checksPerHour")).toEqual(["Gate 10", "Asks", "Gate 9"]);
  expect(await found("status=Disabled,Archived")).toEqual(["Asks", "Gone"]);
  expect((await get("?sort=rules")).body.errors).toMatchObject([{ property: "sort" }]);
  const { text } = await get("?named=1&counts=true&status=Disabled");
  expect(JSON.parse(text)).toMatchObject({
    data: [{ id: "c1" }],
    counts: {
      inUse: 3,
      archived: 1,
      values: [
        {
          field: "status",
          values: [
            { value: "Archived", count: 1 },
            { value: "Disabled", count: 1 },
            { value: "In Progress", count: 2 },
          ],
        },
        { field: "tags", values: [{ value: "core", count: 0 }] },
        { field: "typeReason" },
      ],
      names: [{ id: "a2", name: "Gate 10" }],
    },
  });
  expect(JSON.parse((await get("")).text)).not.toHaveProperty("counts");
});

test("a list refuses paging that is out of range, every field at once", async () => {
  expect(await get("?limit=101&page=0")).toMatchObject({
    status: 400,
    body: { message: "Bad Request Exception", errors: [{ property: "limit" }, { property: "page" }] },
  });
});

test("references are the gates whose rules ask about a gate, and follow an edit", async () => {
  const asking = (id: string, target: string) =>
    gate(id, {
      rules: [
        { id: "r:100.00:1", baseID: "r", name: "Asks", passPercentage: 100, conditions: [passes(target)] },
      ],
    });
  await store(checkout, gate("other"), asking("x", "checkout"), asking("y", "checkout"));
  const first = await get("/checkout/gate_references?limit=1");
  expect(namesIn(first)).toEqual(["x"]);
  expect(first.body).toMatchObject({
    message: "Gates listed successfully.",
    pagination: {
      totalItems: 2,
      nextPage: "/console/v1/gates/checkout/gate_references?page=2&limit=1",
      previousPage: null,
      all: "",
    },
  });
  await patch("/x/rules/r", { conditions: [passes("other")] });
  expect(namesIn(await get("/checkout/gate_references"))).toEqual(["y"]);
  expect(namesIn(await get("/other/gate_references"))).toEqual(["x"]);
});

test("an update of a rule changes the given fields only and answers the whole gate", async () => {
  await store(checkout);
  const { status, body, headers } = await patch("/checkout/rules/r1%3A10.00%3A1", {
    passPercentage: 12.5,
    environments: ["staging"],
  });
  expect(status).toBe(200);
  expect(headers.get("ETag")).toBe('"2"');
  expect(body.message).toBe("Gate updated successfully.");
  expect(body.data).toMatchObject({
    id: "checkout",
    status: "In Progress",
    version: 2,
    lastModifierName: "Test writer",
    lastModifierEmail: null,
    lastModifiedTime: testNow,
    createdTime: 1000,
    rules: [
      {
        id: "r1:12.50:1",
        baseID: "r1",
        name: "Staff",
        passPercentage: 12.5,
        environments: ["staging"],
        conditions: [{ type: "email", targetValue: "@a.example" }],
      },
      { id: "r2", name: "Everyone" },
    ],
  });
  expect((await get("/checkout")).body.data).toEqual(body.data);
  expect(JSON.stringify(body)).not.toContain("percentCounts");
});

test("a rule's id counts how often it has had its percent, and stays without a change of it", async () => {
  await store(checkout);
  const ruleID = async (body: unknown, address = "r1") => {
    const answer = await patch(`/checkout/rules/${address}`, body);
    expect(answer.status).toBe(200);
    return gateIn(answer).rules[0]?.id;
  };
  expect(await ruleID({ passPercentage: 20 })).toBe("r1:20.00:1");
  expect(await ruleID({ passPercentage: 10 }, "r1:20.00:1")).toBe("r1:10.00:2");
  expect(await ruleID({ passPercentage: 20 }, "r1:10.00:1")).toBe("r1:20.00:2");
  expect(await ruleID({ name: "Team", id: "ignored", baseID: "ignored" })).toBe("r1:20.00:2");
});

test("several values are answered as a list, one as itself", async () => {
  await store(checkout);
  const country = (targetValue: unknown) => [{ type: "country", operator: "any", targetValue }];
  const answered = async (targetValue: unknown) => {
    const answer = await patch("/checkout/rules/r2", { conditions: country(targetValue) });
    return gateIn(answer).rules[1]?.conditions[0]?.targetValue;
  };
  expect(await answered(["DE", "FR"])).toEqual(["DE", "FR"]);
  expect(await answered(["DE"])).toBe("DE");
  expect(await answered("FR")).toBe("FR");
});

test("a refused update names every field and stores nothing", async () => {
  await store(checkout);
  expect(
    await patch("/checkout/rules/r1", {
      passPercentage: 10.005,
      name: "",
      conditions: [everyone, { type: "country", operator: "any", targetValue: ["Germany"] }],
      surprise: 1,
    }),
  ).toMatchObject({
    status: 400,
    body: {
      status: 400,
      message: "Bad Request Exception",
      errors: expect.arrayContaining([
        { property: "passPercentage", errorMessage: "Must be a multiple of 0.01" },
        { property: "name", errorMessage: "Must not be empty" },
        { property: "surprise", errorMessage: "Unknown field" },
        expect.objectContaining({ property: "conditions.1.targetValue" }),
      ]),
    },
  });
  expect(await patch("/checkout/rules/r1", { name: "Everyone" })).toMatchObject({
    status: 400,
    body: {
      message: "Duplicate rule name(s) given",
      errors: [{ property: "name", errorMessage: "Duplicate rule name(s) given" }],
    },
  });
  expect((await patch("/checkout/rules/r1", { name: "Staff" }, { key: "read" })).status).toBe(403);
  expect((await get("/checkout/versions")).body.pagination?.totalItems).toBe(1);
});

test("an unknown gate or rule", async () => {
  await store(checkout);
  expect(await patch("/none/rules/r1", {})).toMatchObject({
    status: 404,
    body: { message: "Gate not found." },
  });
  expect(await patch("/checkout/rules/r9", {})).toMatchObject({
    status: 404,
    body: { message: "Rule not found." },
  });
});

test("a dry run answers what would be stored and stores nothing", async () => {
  await store(checkout);
  const change = { passPercentage: 33.33, conditions: [passes("other")] };
  const dry = await patch("/checkout/rules/r1?dryRun=true", change);
  expect(dry.body.data).toMatchObject({ version: 2, rules: [{ id: "r1:33.33:1" }, {}] });
  expect((await get("/checkout")).body.data).toMatchObject({
    version: 1,
    rules: [{ passPercentage: 10 }, {}],
  });
  expect((await get("/checkout/versions")).body.pagination?.totalItems).toBe(1);
  expect((await patch("/checkout/rules/r1", change)).body.data).toEqual(dry.body.data);
});

test("a write on an outdated version is refused with the current gate", async () => {
  await store(checkout);
  const ifMatch = (tag: string) => ({ headers: { "If-Match": tag } });
  expect((await patch("/checkout/rules/r1", { name: "One" }, ifMatch('"1"'))).status).toBe(200);
  const refused = await patch("/checkout/rules/r1", { name: "Two" }, ifMatch('"1"'));
  expect(refused.status).toBe(412);
  expect(refused.body.data).toEqual((await get("/checkout")).body.data);
  expect(refused.body.data).toMatchObject({ version: 2, rules: [{ name: "One" }, {}] });
});

test("every version stays readable, the current one first", async () => {
  await store(checkout);
  await patch("/checkout/rules/r1", { passPercentage: 20 });
  await patch("/checkout/rules/r1", { passPercentage: 30 });
  const { body } = await get("/checkout/versions?limit=2");
  expect(body).toMatchObject({
    message: "Gate versions listed successfully.",
    data: [
      {
        version: 3,
        rules: [{ passPercentage: 30 }, {}],
        permalink: "https://console.test/demo/gates/checkout",
      },
      { version: 2, rules: [{ passPercentage: 20 }, {}] },
    ],
    pagination: {
      totalItems: 3,
      nextPage: "/console/v1/gates/checkout/versions?page=2&limit=2",
      all: "/console/v1/gates/checkout/versions",
    },
  });
});
