// The limits of the warehouse in use hold under concurrent requests.
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { activeWarehouse } from "./active-warehouse.ts";
import { awsServer, type AwsServer } from "./aws-server.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
let aws: AwsServer;
let now = testNow;
let warehouse: ReturnType<typeof activeWarehouse>;
beforeEach(async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIAEXAMPLEOWN000001");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "own-secret");
  now = testNow;
  aws = await awsServer();
  service = await testApp();
  await patch({ active: "athena", athena: { region: "eu-central-1", workgroup: "assay" } });
  warehouse = activeWarehouse(service.database, randomBytes(32), {
    now: () => now,
    endpoints: { aws: aws.url },
  });
});
afterEach(async () => {
  await service.close();
  aws.close();
  vi.unstubAllEnvs();
});

const patch = (body: object) => service.request("PATCH", "/console/v1/wh_connections", { body });
const ask = async (text: string, more: object = {}, watch = {}) => {
  const opened = await warehouse();
  if (!opened) throw new Error("No warehouse is in use.");
  return opened.run({ text, values: [], tag: "test", ...more }, watch);
};
const runningNow = () => aws.executions.filter(({ state }) => state === "RUNNING").length;

/** Holds statements until the given number run at the same time, then for 30 ms each; returns the maximum that ran concurrently. */
function holdUntil(together: number) {
  let most = 0;
  const held: { ms: number }[] = [];
  aws.answer = (text) => {
    most = Math.max(most, runningNow() + 1);
    const told = {
      columns: [{ name: "n", type: "integer" }],
      rows: [[/\d+/.exec(text)?.[0] ?? ""]],
      ms: most < together ? 60_000 : 30,
    };
    held.push(told);
    if (most >= together) for (const one of held) one.ms = 30;
    return told;
  };
  return () => most;
}

test("50 readers at once, before it was ever opened, have two statements at the engine, and all get their rows", async () => {
  const ofTwo = holdUntil(2);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(`select ${n} as n`)));
  expect(answers.map(({ rows }) => rows[0]?.["n"])).toEqual(Array.from({ length: 50 }, (_, n) => n));
  expect({ most: ofTwo(), statements: aws.executions.length }).toEqual({ most: 2, statements: 50 });
  await patch({ limits: { concurrent: 5 } });
  const ofFive = holdUntil(5);
  await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`select ${n} as m`)));
  expect(ofFive()).toBe(5);
});

test("equal statements are one, which ends only when the last who waits has left", async () => {
  aws.answer = () => ({ columns: [{ name: "n", type: "integer" }], rows: [["1"]], ms: 200 });
  const ids: string[] = [];
  const leave = new AbortController();
  const submitted = (id: string) => void ids.push(id);
  const left = ask("select 1", {}, { signal: leave.signal, submitted });
  const stayed = ask("select 1", {}, { signal: new AbortController().signal, submitted });
  const plain = ask("select 1");
  await expect.poll(() => ids.length).toBe(2);
  leave.abort();
  await expect(left).rejects.toMatchObject({ code: "CANCELLED" });
  expect((await stayed).id).toBe((await plain).id);
  expect(aws.executions.map(({ state }) => state)).toEqual(["SUCCEEDED"]);

  const alone = new AbortController();
  const last = ask("select 2", {}, { signal: alone.signal, submitted: () => alone.abort() });
  await expect(last).rejects.toMatchObject({ code: "CANCELLED" });
  expect(aws.executions.at(-1)?.state).toBe("CANCELLED");
});

test("what is read is counted by day, also of a stopped statement, and refused above the limit with both numbers", async () => {
  await patch({ limits: { bytesPerStatement: 40e9, bytesPerDay: 100e9 } });
  aws.answer = () => ({ bytes: 30e9 });
  await ask("select 1");
  await ask("select 2");
  aws.answer = () => ({ bytes: 45e9, ms: 60_000 });
  await expect(ask("select 3")).rejects.toMatchObject({
    code: "BYTE_LIMIT",
    message: "It had read 45 GB when it was stopped; the limit is 40 GB.",
  });
  const before = aws.executions.length;
  await expect(ask("select 4", { estimate: 12e9 })).rejects.toMatchObject({
    code: "BYTE_LIMIT",
    message: "It would read 12 GB; 105 GB of the 100 GB of a day are read.",
  });
  await expect(ask("select 5")).rejects.toMatchObject({ code: "BYTE_LIMIT" });
  expect(aws.executions).toHaveLength(before);
  const other = activeWarehouse(service.database, randomBytes(32), { now: () => now });
  const fromOther = await other();
  await expect(fromOther?.run({ text: "select 6", values: [], tag: "test" })).rejects.toMatchObject({
    code: "BYTE_LIMIT",
  });

  now += 86_400_000;
  aws.answer = () => ({ bytes: 1e9 });
  await ask("select 7");
  await expect(ask("select 8", { estimate: 41e9 })).rejects.toMatchObject({
    message: "It would read 41 GB; a statement may read 40 GB.",
  });
});

test("the engine has to do with at most what is left of the day", async () => {
  await patch({ limits: { bytesPerStatement: 40e9, bytesPerDay: 100e9 } });
  aws.answer = () => ({ bytes: 30e9 });
  for (const n of [1, 2, 3]) await ask(`select ${n}`);
  aws.answer = () => ({ bytes: 11e9, ms: 60_000 });
  await expect(ask("select 4")).rejects.toMatchObject({
    message: "It had read 11 GB when it was stopped; the limit is 10 GB.",
  });
});

test("after too many requests all readers recover, and a refusal is told without a second attempt", async () => {
  const busy = { status: 400, code: "TooManyRequestsException", message: "Rate exceeded" };
  aws.refusals["AmazonAthena.GetQueryExecution"] = Array.from({ length: 3 }, () => busy);
  const answers = await Promise.all(Array.from({ length: 4 }, (_, n) => ask(`select ${n}`)));
  expect(answers.map(({ rows }) => rows.length)).toEqual([1, 1, 1, 1]);
  expect(aws.executions).toHaveLength(4);
  aws.refusals["AmazonAthena.StartQueryExecution"] = {
    status: 400,
    code: "AccessDeniedException",
    message: "not authorized to perform: athena:StartQueryExecution",
  };
  const starts = () => aws.actions.filter(({ action }) => action.endsWith("StartQueryExecution")).length;
  const before = starts();
  await expect(ask("select 9")).rejects.toMatchObject({ code: "AccessDeniedException" });
  expect(starts() - before).toBe(1);
});
