import { z } from "zod/mini";
// Enabling, disabling, launching and archiving gates.
import { afterEach, beforeEach, expect, test } from "vitest";
import { Gate } from "#contract/gate.ts";
import { writeEntity } from "#service/database/entities.ts";
import { testApp, testNow, type TestAnswer, type TestRequest } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
  await service.request("POST", "/console/v1/gates", { body: { name: "checkout" } });
});
afterEach(() => service.close());

const gates = "/console/v1/gates";
const put = (action: string, options: TestRequest = {}) =>
  service.request("PUT", `${gates}/checkout/${action}`, options);
const patch = (body: unknown) => service.request("PATCH", `${gates}/checkout`, { body });
const gateIn = ({ body }: TestAnswer) => Gate.parse(body.data);
const read = async () => gateIn(await service.request("GET", `${gates}/checkout`));
const stateOf = (gate: Gate) => [gate.status, gate.isEnabled];
const after = async (action: string, options?: TestRequest) => stateOf(gateIn(await put(action, options)));

const archivedMessage = "The gate is archived; unarchive it before it is changed";

test("a gate goes off, on, to everyone, and back", async () => {
  const answer = await put("disable");
  expect(answer).toMatchObject({
    status: 200,
    body: { message: "Gate updated successfully.", data: { id: "checkout", version: 2, rules: [] } },
  });
  expect(answer.headers.get("ETag")).toBe('"2"');
  expect(stateOf(gateIn(answer))).toEqual(["Disabled", false]);
  expect((await service.request("GET", `${gates}/checkout`)).body.data).toEqual(answer.body.data);
  expect(await after("enable")).toEqual(["In Progress", true]);
  expect(await after("launch")).toEqual(["Launched", true]);
  expect(await after("enable")).toEqual(["Launched", true]);
  expect(await after("disable")).toEqual(["Disabled", false]);
  expect(await after("launch")).toEqual(["Launched", true]);
  expect(await after("archive")).toEqual(["Archived", false]);
  expect(await after("unarchive")).toEqual(["Disabled", false]);
});

test("switching to where the gate is already stores no further version", async () => {
  await put("disable");
  expect(gateIn(await put("disable")).version).toBe(2);
  await put("archive");
  expect(gateIn(await put("archive")).version).toBe(3);
  await put("unarchive");
  expect(gateIn(await put("unarchive")).version).toBe(4);
  const versions = await service.request("GET", `${gates}/checkout/versions`);
  expect(versions.body.pagination?.totalItems).toBe(4);
});

test.each(["enable", "disable", "launch", "archive", "unarchive"])(
  "%s knows no other gate",
  async (action) => {
    expect(await service.request("PUT", `${gates}/none/${action}`)).toMatchObject({
      status: 404,
      body: { message: "Gate not found." },
    });
    expect(await service.request("POST", `${gates}/checkout/${action}`, { body: {} })).toMatchObject({
      status: 405,
    });
  },
);

test("a switch can be tried, wants the version it is based on, and takes a body only where it has one", async () => {
  expect(await after("disable?dryRun=true")).toEqual(["Disabled", false]);
  expect(stateOf(await read())).toEqual(["In Progress", true]);
  await put("disable");
  const outdated = await put("enable", { headers: { "If-Match": '"1"' } });
  expect(outdated).toMatchObject({ status: 412, body: { data: { version: 2, status: "Disabled" } } });
  expect(await put("enable", { headers: { "Content-Type": "application/json" } })).toMatchObject({
    status: 200,
  });
  expect(await put("enable", { body: { reason: "x" } })).toMatchObject({
    status: 400,
    body: { errors: [{ property: "reason", errorMessage: "Unknown field" }] },
  });
});

test("the reason of a switch is kept, whatever it is called", async () => {
  const reason = async (action: string, body: object) =>
    gateIn(await put(action, { body })).lastModifiedReason;
  expect(await reason("disable", { changeReason: "Incident 7" })).toBe("Incident 7");
  expect(await reason("archive", { archiveReason: "Removed from the code" })).toBe("Removed from the code");
  expect(await reason("unarchive", { unarchiveReason: "Not quite" })).toBe("Not quite");
  expect(await reason("enable", {})).toBeUndefined();
});

test("an archived gate is hidden, and does not change until it is unarchived", async () => {
  await put("archive");
  const names = async (query: string) =>
    z
      .array(Gate)
      .parse((await service.request("GET", `${gates}${query}`)).body.data)
      .map(({ id }) => id);
  expect(await names("")).toEqual([]);
  expect(await names("?includeArchived=true")).toEqual(["checkout"]);
  const body = { isEnabled: true, description: "", rules: [] };
  const refusals = [
    await put("enable"),
    await put("disable"),
    await put("launch"),
    await patch({ tags: ["x"] }),
    await service.request("POST", `${gates}/checkout`, { body }),
    await service.request("PATCH", `${gates}/checkout/rules/r`, { body: { name: "New" } }),
  ];
  for (const refusal of refusals)
    expect(refusal).toMatchObject({
      status: 400,
      body: { errors: [{ property: "status", errorMessage: archivedMessage }] },
    });
  expect((await read()).version).toBe(2);
});

test("status and isEnabled follow each other, and archiving has its own address", async () => {
  const patched = async (body: object) => stateOf(gateIn(await patch(body)));
  expect(await patched({ isEnabled: false })).toEqual(["Disabled", false]);
  expect(await patched({ isEnabled: true })).toEqual(["In Progress", true]);
  expect(await patched({ status: "Launched" })).toEqual(["Launched", true]);
  expect(await patched({ isEnabled: true })).toEqual(["Launched", true]);
  expect(await patched({ status: "Disabled" })).toEqual(["Disabled", false]);
  expect(await patched({ status: "In Progress", isEnabled: false })).toEqual(["In Progress", false]);
  expect(await patched({ isEnabled: false })).toEqual(["In Progress", false]);
  expect(await patch({ status: "Archived" })).toMatchObject({
    status: 400,
    body: { errors: [{ property: "status", errorMessage: "Archive the gate over its own address" }] },
  });
});

test("a gate that something in use refers to is archived by force only", async () => {
  const asks = {
    name: "Asks",
    passPercentage: 100,
    conditions: [{ type: "fails_gate", targetValue: "checkout" }],
  };
  for (const path of ["gates", "dynamic_configs"])
    for (const name of ["one", "two"])
      await service.request("POST", `/console/v1/${path}`, { body: { name, rules: [asks] } });
  await service.database.transaction(async (transaction) => {
    const experiments = [
      { id: "running", status: "active" },
      { id: "over", status: "archived" },
    ];
    for (const document of experiments)
      await writeEntity(transaction, "experiment", { document, references: ["checkout"] }, testNow);
  });
  await service.request("PUT", `${gates}/two/archive`);
  await service.request("PUT", "/console/v1/dynamic_configs/two/archive");
  expect(await put("archive")).toMatchObject({
    status: 400,
    body: {
      errors: [
        {
          property: "forceArchive",
          errorMessage:
            "Referred to by dynamic config 'one', experiment 'running', gate 'one'; send forceArchive true to archive it nevertheless",
        },
      ],
    },
  });
  expect(await after("archive", { body: { forceArchive: true } })).toEqual(["Archived", false]);
});
