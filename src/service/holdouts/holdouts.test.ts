// Holdouts over the API, and the values that apps get of held-out entities.
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { Experiment } from "#contract/experiment.ts";
import { writeEntity } from "#service/database/entities.ts";
import { createKey } from "#service/http/api-keys.ts";
import { testApp, testNow, type TestAnswer, type TestRequest } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const send = (method: string, path: string, body?: unknown, options: TestRequest = {}) =>
  service.request(method, `/console/v1${path}`, { body, ...options });
const problems = ({ body }: TestAnswer) => body.errors;
const everyone = [{ name: "All", passPercentage: 100, conditions: [{ type: "public" }] }];

test("users who are held out do not pass a gate, launched or not, until the holdout is off", async () => {
  await send("POST", "/gates", { name: "Form", rules: everyone });
  const created = await send("POST", "/holdouts", { name: "Spring", passPercentage: 100, gateIDs: ["form"] });
  expect(created.body).toMatchObject({
    message: "Holdout created successfully.",
    data: { id: "spring", idType: "userID", isEnabled: true, isGlobal: false, layerIDs: [], version: 1 },
  });
  const app = await createKey(
    service.database,
    { name: "Shop", kind: "server", environment: "production" },
    testNow,
  );
  const check = async () => {
    const answer = await service.app.request("/v1/check_gate", {
      method: "POST",
      headers: { "STATSIG-API-KEY": app },
      body: JSON.stringify({ gateName: "form", user: { userID: "ann" } }),
    });
    return answer.json();
  };
  expect(await check()).toMatchObject({ value: false, rule_id: "holdout:spring" });
  await send("PUT", "/gates/form/launch");
  await expect.poll(check).toMatchObject({ value: false, rule_id: "holdout:spring" });
  const old = { headers: { "If-Match": '"7"' } };
  expect((await send("PATCH", "/holdouts/spring", { isEnabled: false }, old)).status).toBe(412);
  await send("PATCH", "/holdouts/spring?dryRun=true", { isEnabled: false });
  expect((await send("GET", "/holdouts")).body.data).toMatchObject([{ id: "spring", isEnabled: true }]);
  await send("PATCH", "/holdouts/spring", { isEnabled: false });
  await expect.poll(check).toMatchObject({ value: true, rule_id: "launched" });
  const versions = await send("GET", "/holdouts/spring/versions");
  expect(versions.body.data).toMatchObject([
    { version: 2, isEnabled: false },
    { version: 1, isEnabled: true },
  ]);
  expect((await send("GET", "/holdouts/spring")).body.data).toMatchObject({
    heldOut: [{ kind: "gate", id: "form", name: "Form", status: "Launched" }],
  });
  expect((await send("GET", "/holdouts/none")).body.message).toBe("Holdout not found.");
});

test("what does not fit is refused at its field, and running experiments keep their users", async () => {
  expect(
    problems(
      await send("POST", "/holdouts", {
        name: "Wrong",
        passPercentage: 120,
        gateIDs: ["none"],
        isGlobal: true,
      }),
    ),
  ).toEqual([
    expect.objectContaining({ property: "isGlobal" }),
    expect.objectContaining({ property: "passPercentage" }),
    { property: "gateIDs", errorMessage: "The following Gate IDs could not be found: [none]" },
  ]);
  await send("POST", "/gates", { name: "By device", idType: "stableID", rules: everyone });
  expect(problems(await send("POST", "/holdouts", { name: "Unit", gateIDs: ["by_device"] }))).toEqual([
    { property: "gateIDs", errorMessage: "'By device' divides its users by stableID, the holdout by userID" },
  ]);
  const started = await send("POST", "/experiments", { name: "Button", status: "setup" });
  expect(started.status).toBe(201);
  const held = { name: "Early", passPercentage: 5, experimentIDs: ["button"] };
  expect((await send("POST", "/holdouts", held)).status).toBe(201);
  const { data } = z.looseObject({ data: Experiment }).parse((await send("GET", "/experiments/button")).body);
  const running = { ...data, id: "button", status: "active", startTime: 1 };
  await service.database.transaction((transaction) =>
    writeEntity(transaction, "experiment", { document: running, references: [] }, testNow),
  );
  const leave = "The experiment 'Button' has already started: its users would leave their groups";
  expect(problems(await send("PATCH", "/holdouts/early", { passPercentage: 10 }))).toEqual([
    { property: "passPercentage", errorMessage: leave },
  ]);
  expect(problems(await send("POST", "/holdouts", { ...held, name: "Late" }))).toEqual([
    { property: "experimentIDs", errorMessage: leave },
  ]);
  expect((await send("PATCH", "/holdouts/early", { passPercentage: 2 })).status).toBe(200);
});
