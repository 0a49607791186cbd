// The doctor for Athena, run against a server that behaves as AWS's documentation describes; rejections are those that
// AWS is known to give.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defaultLimits } from "#contract/warehouse-connection.ts";
import type { WarehouseCheckStep } from "#contract/warehouse-check.ts";
import { awsServer, secretOfSession, type AwsServer } from "#service/warehouse/aws-server.test-support.ts";
import { runDoctor } from "./run-doctor.ts";

let aws: AwsServer;
const settings = {
  region: "eu-central-1",
  workgroup: "assay",
  roleArn: "arn:aws:iam::111122223333:role/analysis",
  externalId: "shop-4711",
  database: "shop",
};
beforeEach(async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIAEXAMPLEOWN000001");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "own-secret");
  aws = await awsServer();
  aws.externalId = "shop-4711";
  aws.answer = (text) =>
    text.includes("unnest") ? { ms: 60_000 } : { columns: [{ name: "a", type: "integer" }], rows: [["1"]] };
});
afterEach(() => {
  aws.close();
  vi.unstubAllEnvs();
});

async function examined(more: object = {}, limits: object = {}) {
  let steps: readonly WarehouseCheckStep[] = [];
  await runDoctor({
    provider: "athena",
    settings: { ...settings, ...more },
    limits: { ...defaultLimits, ...limits },
    endpoints: { aws: aws.url },
    changed: (told) => {
      steps = told;
    },
  });
  return steps;
}
const step = (steps: readonly WarehouseCheckStep[], name: string) => steps.find((each) => each.name === name);
const failed = (steps: readonly WarehouseCheckStep[]) => steps.find(({ state }) => state === "failed");

test("goes through all steps, writes only into the bucket that is set, and ends its long statement", async () => {
  const steps = await examined({ bucket: "assay-staging" });
  expect(steps.map(({ name, state }) => `${name}: ${state}`)).toEqual(
    [
      "Form",
      "Name, port, TLS",
      "Clock",
      "Sign-in",
      "Compute",
      "Catalog",
      "Read tables",
      "Write staging",
      "Too many rights",
      "Cost guard",
      "Cancel",
    ].map((name) => `${name}: passed`),
  );
  expect(step(steps, "Sign-in")?.sentence).toBe(
    "111122223333:assumed-role/analysis/assay, assumed by 111122223333:user/assay.",
  );
  expect(step(steps, "Compute")?.sentence).toBe(
    "Workgroup assay, Athena engine version 3; results go to s3://results/athena/.",
  );
  expect(aws.executions.map(({ text }) => text.split(" ").slice(0, 2).join(" "))).toEqual([
    "select *",
    "select *",
    "create table",
    "select a",
    "drop table",
    "select count(*)",
  ]);
  expect(aws.executions.at(-1)?.state).toBe("CANCELLED");
  expect(aws.executions.some(({ request }) => "ResultReuseConfiguration" in request)).toBe(false);
});

test("a role that lets others in alone, a machine without an identity, and a key that is gone fail at sign-in", async () => {
  expect(failed(await examined({ externalId: "another" }))).toMatchObject({
    name: "Sign-in",
    field: "roleArn",
    who: "warehouse admin",
    code: "AccessDenied",
  });
  aws.refusals["GetCallerIdentity"] = {
    status: 403,
    code: "InvalidClientTokenId",
    message: "The security token included in the request is invalid.",
  };
  expect(failed(await examined())).toMatchObject({ name: "Sign-in", who: "you" });
  vi.stubEnv("AWS_ACCESS_KEY_ID", "");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "");
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent");
  vi.stubEnv("AWS_CONFIG_FILE", "/nonexistent");
  expect(failed(await examined())).toMatchObject({
    name: "Sign-in",
    code: "CredentialsProviderError",
    sentence: expect.stringContaining("This server has no identity at AWS"),
  });
});

test("a clock that is five minutes off is found before anything is signed, half a minute is a word", async () => {
  aws.skew = 310_000;
  expect(failed(await examined())).toMatchObject({
    name: "Clock",
    who: "you",
    sentence: expect.stringMatching(
      /^This server's clock is 3(09|10|11) s behind that of AWS, which refuses/,
    ),
  });
  expect(aws.actions).toEqual([]);
  aws.skew = -60_000;
  expect(step(await examined(), "Clock")).toMatchObject({ state: "warned" });
});

const refusals: [string, string, string, { step: string; field: string | undefined; who: string }][] = [
  [
    "AmazonAthena.GetWorkGroup",
    "InvalidRequestException",
    "WorkGroup assay is not found.",
    { step: "Compute", field: "workgroup", who: "you" },
  ],
  [
    "AmazonAthena.GetWorkGroup",
    "AccessDeniedException",
    "User: arn:aws:sts::111122223333:assumed-role/analysis/assay is not authorized to perform: athena:GetWorkGroup on resource: x",
    { step: "Compute", field: "roleArn", who: "warehouse admin" },
  ],
  [
    "AmazonAthena.GetDatabase",
    "MetadataException",
    "Database shop not found. (Service: AWSGlue; Error Code: EntityNotFoundException)",
    { step: "Catalog", field: "database", who: "you" },
  ],
  [
    "AmazonAthena.GetDatabase",
    "MetadataException",
    "User: x is not authorized to perform: glue:GetDatabase on resource: y",
    { step: "Catalog", field: "roleArn", who: "warehouse admin" },
  ],
  [
    "AmazonAthena.StartQueryExecution",
    "InvalidRequestException",
    "No output location provided. An output location is required either through the Workgroup result configuration setting or as an API input.",
    { step: "Read tables", field: "queryResultLocation", who: "you" },
  ],
  [
    "AmazonAthena.StartQueryExecution",
    "InvalidRequestException",
    "Unable to verify/create output bucket results",
    { step: "Read tables", field: "queryResultLocation", who: "warehouse admin" },
  ],
];
test.each(refusals)("%s: %s %s", async (action, code, message, expected) => {
  aws.refusals[action] = { status: 400, code, message };
  const { name, field, who, said } = failed(await examined()) ?? {};
  expect({ step: name, field, who }).toEqual(expected);
  expect(said).toContain(message.slice(0, 20));
});

test.each([
  ["PERMISSION_DENIED: Access Denied on bucket: shop-data", "s3:GetObject"],
  ["Insufficient Lake Formation permission(s) on events", "Lake Formation"],
  ["User x is not authorized to perform: kms:Decrypt on the resource", "kms:Decrypt"],
])("a table whose objects may not be read says which right is missing: %s", async (failure, sentence) => {
  aws.answer = () => ({ failure });
  expect(failed(await examined())).toMatchObject({
    name: "Read tables",
    field: "roleArn",
    who: "warehouse admin",
    sentence: expect.stringContaining(sentence),
  });
});

test("too many rights are found by simulation, and limits that the workgroup does not keep are said", async () => {
  aws.allowed = ["s3:DeleteObject", "glue:DeleteTable"];
  const steps = await examined({}, { bytesPerStatement: 50e9 });
  expect(step(steps, "Too many rights")).toMatchObject({ state: "warned", field: "roleArn" });
  expect(step(steps, "Too many rights")?.sentence).toContain(
    "The role may do glue:DeleteTable, s3:DeleteObject everywhere.",
  );
  expect(step(steps, "Cost guard")).toMatchObject({
    state: "warned",
    sentence: expect.stringContaining("stops a statement only at 100 GB"),
  });
  expect(aws.executions.every(({ text }) => text.startsWith("select"))).toBe(true);
  aws.refusals["SimulatePrincipalPolicy"] = { status: 403, code: "AccessDenied", message: "no" };
  expect(step(await examined(), "Too many rights")).toMatchObject({ state: "skipped" });
});

test("rows that have nowhere to go, and a workgroup that is disabled, are found before a statement is sent", async () => {
  aws.workgroup = { State: "ENABLED", Configuration: {} };
  expect(failed(await examined())).toMatchObject({ name: "Compute", field: "queryResultLocation" });
  aws.workgroup = { State: "DISABLED", Configuration: {} };
  expect(failed(await examined())).toMatchObject({ name: "Compute", field: "workgroup" });
  expect(aws.executions).toEqual([]);
});

test("an unknown message is shown as it is, without keys of the session", async () => {
  aws.refusals["AmazonAthena.GetWorkGroup"] = {
    status: 400,
    code: "InternalThing",
    message: `Something new ASIAEXAMPLEOFROLE001 x-amz-security-token:${secretOfSession}`,
  };
  const steps = await examined();
  expect(failed(steps)).toMatchObject({
    code: "InternalThing",
    sentence: "The engine refused this. These are its words.",
  });
  expect(JSON.stringify(steps)).not.toMatch(/ASIA|canary|own-secret/);
});
