// Runs against a server that behaves as AWS's documentation describes: role, statement, pages, cache, stop, failures.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { awsServer, secretOfSession, type AwsServer } from "./aws-server.test-support.ts";
import { openClient } from "./open-client.ts";
import { runStatement } from "./run-statement.ts";
import type { WarehouseClient } from "./statement.ts";

let aws: AwsServer;
let client: WarehouseClient;
const settings = {
  region: "eu-central-1",
  workgroup: "assay",
  roleArn: "arn:aws:iam::111122223333:role/analysis",
  externalId: "shop-4711",
  database: "shop",
  queryResultLocation: "s3://results/assay/",
};
beforeEach(async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIAEXAMPLEOWN000001");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "own-secret");
  aws = await awsServer();
  aws.externalId = "shop-4711";
  client = await openClient("athena", settings, { aws: aws.url });
});
afterEach(async () => {
  await client.close();
  aws.close();
  vi.unstubAllEnvs();
});

const statement = (text: string, values: readonly (string | number | null)[] = []) => ({
  text,
  values,
  tag: "test",
  deadline: Date.now() + 20_000,
});

test("asks by the role, sends values beside the text, and reads all pages by name and type", async () => {
  aws.answer = () => ({
    columns: [
      { name: "Name", type: "varchar" },
      { name: "share", type: "double" },
      { name: "at", type: "timestamp" },
      { name: "yes", type: "boolean" },
    ],
    rows: [
      ["a", "0.5", "2026-11-01 12:00:00.000", "true"],
      ["b", null, null, "false"],
      ["c", "2", "2026-11-02 00:00:00.000", null],
    ],
    bytes: 4096,
  });
  const found = await runStatement(
    client,
    statement("select * from t where a = $1 and b = $2 and c is not distinct from $3", ["it's", 7, null]),
  );
  expect(found.rows).toEqual([
    { name: "a", share: 0.5, at: "2026-11-01T12:00:00.000Z", yes: true },
    { name: "b", share: null, at: null, yes: false },
    { name: "c", share: 2, at: "2026-11-02T00:00:00.000Z", yes: null },
  ]);
  expect(found).toMatchObject({ bytes: 4096, cached: false, id: "execution-0" });
  expect(aws.executions[0]).toMatchObject({
    text: "select * from t where a = ? and b = ? and c is not distinct from null",
    parameters: ["'it''s'", "7"],
    request: {
      WorkGroup: "assay",
      QueryExecutionContext: { Database: "shop" },
      ResultConfiguration: { OutputLocation: "s3://results/assay/" },
    },
  });
  expect(aws.executions[0]?.token.length).toBeGreaterThanOrEqual(32);
  const start = aws.actions.find(({ action }) => action.endsWith("StartQueryExecution"));
  expect(start?.headers["authorization"]).toContain("ASIAEXAMPLEOFROLE001");
  // The role is assumed once, not for each request.
  expect(aws.actions.filter(({ action }) => action === "AssumeRole")).toHaveLength(1);
});

test("an equal text is answered from the rows that Athena has, unless it must be fresh", async () => {
  await runStatement(client, statement("select 1"));
  expect(await runStatement(client, statement("select 1"))).toMatchObject({ cached: true, bytes: 0 });
  expect(await runStatement(client, { ...statement("select 1"), isFresh: true })).toMatchObject({
    cached: false,
  });
});

test("a request that AWS has no time for goes through once, and a refused one is not repeated", async () => {
  const busy = { status: 400, code: "ThrottlingException", message: "Rate exceeded" };
  aws.refusals["AmazonAthena.StartQueryExecution"] = [busy, { ...busy, status: 503 }];
  await runStatement(client, statement("select 1"));
  expect(aws.executions).toHaveLength(1);
  const tokens = aws.actions
    .filter(({ action }) => action.endsWith("StartQueryExecution"))
    .map(({ body }) => /"ClientRequestToken":"([^"]+)"/.exec(body)?.[1]);
  expect({ attempts: tokens.length, tokens: new Set(tokens).size }).toEqual({ attempts: 3, tokens: 1 });

  const refusal = { status: 400, code: "InvalidRequestException", message: "No output location provided." };
  aws.refusals["AmazonAthena.StartQueryExecution"] = refusal;
  await expect(runStatement(client, statement("select 2"))).rejects.toMatchObject({
    code: "InvalidRequestException",
    status: 400,
  });
  expect(aws.actions.filter(({ action }) => action.endsWith("StartQueryExecution"))).toHaveLength(4);
});

test("a statement that S3 slowed down is sent again; any other failure tells its code and place", async () => {
  let runs = 0;
  aws.answer = () => {
    runs += 1;
    return runs === 1
      ? {
          failure:
            "Please reduce your request rate. (Service: Amazon S3; Status Code: 503; Error Code: SlowDown)",
        }
      : { columns: [{ name: "n", type: "integer" }], rows: [["5"]] };
  };
  expect((await runStatement(client, statement("select n from t"))).rows).toEqual([{ n: 5 }]);
  expect(runs).toBe(2);
  aws.answer = () => ({
    failure: "TABLE_NOT_FOUND: line 2:6: Table 'awsdatacatalog.shop.nowhere' does not exist",
  });
  await expect(runStatement(client, statement("select 1\nfrom nowhere"))).rejects.toMatchObject({
    code: "TABLE_NOT_FOUND",
    position: 15,
  });
});

test("the execution is stopped when the caller leaves, at the deadline, and above its bytes", async () => {
  aws.answer = () => ({ ms: 60_000, bytes: 9e9 });
  const leave = new AbortController();
  const left = runStatement(client, statement("select 1"), {
    signal: leave.signal,
    submitted: () => leave.abort(),
  });
  await expect(left).rejects.toMatchObject({ code: "CANCELLED" });
  await expect(
    runStatement(client, { ...statement("select 2"), deadline: Date.now() + 300 }),
  ).rejects.toMatchObject({ code: "DEADLINE" });
  let read: number | null = 0;
  const limited = runStatement(
    client,
    { ...statement("select 3"), byteLimit: 5e9 },
    { read: (bytes) => void (read = bytes) },
  );
  await expect(limited).rejects.toMatchObject({
    code: "BYTE_LIMIT",
    message: "It had read 9 GB when it was stopped; the limit is 5 GB.",
  });
  expect(read).toBe(9e9);
  expect(aws.executions.map(({ state }) => state)).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);
});

const starts = () => aws.actions.filter(({ action }) => action.endsWith("StartQueryExecution"));

test("an execution whose id was never heard of is found by sending the very request again, and stopped", async () => {
  aws.answer = () => ({ ms: 60_000 });
  const chosen: string[] = [];
  await client.submit(statement("select $1", ["it's"]), undefined, async (id) => void chosen.push(id));
  const [sent = ""] = chosen;
  expect(sent).toMatch(/^request /);
  const next = await openClient("athena", settings, { aws: aws.url });
  await next.cancel(sent);
  expect(aws.executions.map(({ state }) => state)).toEqual(["CANCELLED"]);
  // Athena refuses a token that comes with another request.
  expect(new Set(starts().map(({ body }) => body)).size).toBe(1);
  const refusal = {
    status: 400,
    code: "InvalidRequestException",
    message: "Idempotent parameters do not match",
  };
  aws.refusals["AmazonAthena.StartQueryExecution"] = refusal;
  await expect(next.cancel(sent)).resolves.toBeUndefined();
  await next.close();
});

test("a request is not sent again for a statement that Athena has ended by itself", async () => {
  const chosen: string[] = [];
  await client.submit(statement("select 1"), undefined, async (id) => void chosen.push(id));
  const [sent = ""] = chosen;
  const later = Date.now() + 1_800_001;
  vi.spyOn(Date, "now").mockReturnValue(later);
  await client.cancel(sent);
  vi.restoreAllMocks();
  expect(starts()).toHaveLength(1);
});

test("what AWS tells of a refused signature has no key in it", async () => {
  aws.refusals["AmazonAthena.StartQueryExecution"] = {
    status: 403,
    code: "InvalidSignatureException",
    message: `The request signature we calculated does not match. AKIAEXAMPLEOWN000001\n\nThe Canonical String for this request should have been\n'POST\nx-amz-security-token:${secretOfSession}\n'`,
  };
  const failure: unknown = await runStatement(client, statement("select 1")).catch((error: unknown) => error);
  expect(String(failure)).toContain("does not match");
  expect(String(failure)).not.toMatch(/canary|AKIA/);
});
