// Runs against a server that behaves as the documentation of Redshift's Data API describes.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { awsServer, type AwsServer } from "./aws-server.test-support.ts";
import { openClient } from "./open-client.ts";
import { runStatement } from "./run-statement.ts";
import type { WarehouseClient } from "./statement.ts";

let aws: AwsServer;
let client: WarehouseClient;
const settings = {
  host: "shop.abc123.eu-central-1.redshift.amazonaws.com",
  region: "eu-central-1",
  database: "shop",
  username: "assay",
  useAssumeRole: true,
  roleArn: "arn:aws:iam::111122223333:role/analysis",
};
beforeEach(async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIAEXAMPLEOWN000001");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "own-secret");
  aws = await awsServer();
  client = await openClient("redshift", settings, { aws: aws.url });
});
afterEach(async () => {
  await client.close();
  aws.close();
  vi.unstubAllEnvs();
});

const statement = (text: string, values: readonly (string | number | null)[] = []) => ({
  text,
  values,
  tag: "load 17",
  deadline: Date.now() + 20_000,
});

test("names the cluster of the host and the user, sends values beside the text, and reads all pages", async () => {
  aws.answer = () => ({
    columns: [
      { name: "name", type: "varchar" },
      { name: "n", type: "int8" },
    ],
    rows: [
      ["a", "1"],
      ["b", null],
      ["c", "3"],
    ],
  });
  const { rows, bytes } = await runStatement(
    client,
    statement("select * from t where a = $1 and b = $2 and c = $1 and d is not distinct from $3", [
      "x",
      7,
      null,
    ]),
  );
  expect(rows).toEqual([
    { name: "a", n: 1 },
    { name: "b", n: null },
    { name: "c", n: 3 },
  ]);
  expect(bytes).toBeNull();
  expect(aws.executions[0]).toMatchObject({
    text: "select * from t where a = :p1 and b = :p2 and c = :p1 and d is not distinct from null",
    parameters: ['{"name":"p1","value":"x"}', '{"name":"p2","value":"7"}'],
    request: { ClusterIdentifier: "shop", DbUser: "assay", Database: "shop", StatementName: "assay load 17" },
  });
  const serverless = await openClient(
    "redshift",
    { ...settings, host: "shop.111122223333.eu-central-1.redshift-serverless.amazonaws.com" },
    { aws: aws.url },
  );
  await runStatement(serverless, statement("select 1"));
  expect(aws.executions[1]?.request).toMatchObject({ WorkgroupName: "shop" });
  expect(aws.executions[1]?.request).not.toHaveProperty("DbUser");
  await serverless.close();
});

test("a statement that writes has no rows; one that fails tells its state; one that is left is cancelled", async () => {
  aws.answer = () => ({});
  expect((await runStatement(client, { ...statement("drop table x"), mayWrite: true })).rows).toEqual([]);
  aws.answer = () => ({ failure: 'ERROR: relation "nowhere" does not exist [ErrorId: 1-6] SQLState: 42P01' });
  await expect(runStatement(client, statement("select * from nowhere"))).rejects.toMatchObject({
    code: "42P01",
  });
  aws.answer = () => ({ ms: 60_000 });
  const leave = new AbortController();
  const left = runStatement(client, statement("select 1"), {
    signal: leave.signal,
    submitted: () => leave.abort(),
  });
  await expect(left).rejects.toMatchObject({ code: "CANCELLED" });
  expect(aws.executions.at(-1)?.state).toBe("CANCELLED");
});

test("one whose id was never heard of is found by its mark and cancelled, and no other one", async () => {
  aws.answer = () => ({ ms: 60_000 });
  await client.submit({ ...statement("select 1"), mark: "0a1b2c3d" });
  await client.submit({ ...statement("select 1"), mark: "ffffffff" });
  await client.cancelMarked?.("0a1b2c3d");
  expect(aws.executions.map(({ state }) => state)).toEqual(["CANCELLED", "RUNNING"]);
});

test("too many statements at once are waited for, without asking anybody to try again", async () => {
  aws.refusals["RedshiftData.ExecuteStatement"] = [
    { status: 400, code: "ActiveStatementsExceededException", message: "Active statements exceeded" },
  ];
  expect((await runStatement(client, statement("select 1"))).rows).toEqual([{ n: 1 }]);
  aws.refusals["RedshiftData.ExecuteStatement"] = {
    status: 400,
    code: "ValidationException",
    message: "Redshift endpoint doesn't exist in this region.",
  };
  await expect(runStatement(client, statement("select 1"))).rejects.toMatchObject({
    code: "ValidationException",
  });
});
