// Errors of AWS, each passed through its client: checks the sentence, the field it belongs to, and who can fix it.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { awsServer, type AwsServer } from "#service/warehouse/aws-server.test-support.ts";
import { openClient } from "#service/warehouse/open-client.ts";
import { runStatement } from "#service/warehouse/run-statement.ts";
import { WarehouseError } from "#service/warehouse/statement.ts";
import { awsMessages } from "#service/warehouse/messages/aws-messages.ts";
import type { Who } from "#service/warehouse/messages/known-message.ts";
import { explain } from "#service/warehouse/messages/known-messages.ts";

type Expected = readonly [sentence: RegExp, field: string | undefined, who: Who];
const admin = "warehouse admin";
const role = "arn:aws:iam::111122223333:role/analysis";
const unauthorized = (action: string) =>
  `User: arn:aws:sts::111122223333:assumed-role/analysis/assay is not authorized to perform: ${action} on resource: x`;

let aws: AwsServer;
beforeEach(async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIAEXAMPLEOWN000001");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "own-secret");
  aws = await awsServer();
});
afterEach(() => {
  aws.close();
  vi.unstubAllEnvs();
});

const settings = {
  athena: { region: "eu-central-1", roleArn: role, database: "shop", workgroup: "assay" },
  redshift: {
    region: "eu-central-1",
    roleArn: role,
    useAssumeRole: true,
    host: "shop.abc.eu-central-1.redshift.amazonaws.com",
    database: "shop",
    username: "assay",
  },
};

/** Refusals of an action: provider, action, status, code, message. */
const refusals: readonly (readonly [keyof typeof settings, string, number, string, string, ...Expected])[] = [
  [
    "athena",
    "AssumeRole",
    403,
    "AccessDenied",
    unauthorized("sts:AssumeRole"),
    /trust policy/,
    "roleArn",
    admin,
  ],
  [
    "athena",
    "AssumeRole",
    403,
    "SignatureDoesNotMatch",
    "Signature expired: 20261128T080000Z is now earlier than 20261128T081500Z",
    /clock/,
    undefined,
    "you",
  ],
  [
    "athena",
    "AssumeRole",
    403,
    "SignatureDoesNotMatch",
    "The request signature we calculated does not match the signature you provided.",
    /secret key/,
    undefined,
    "you",
  ],
  [
    "athena",
    "AssumeRole",
    403,
    "InvalidClientTokenId",
    "The security token included in the request is invalid.",
    /does not know this server/,
    undefined,
    "you",
  ],
  [
    "athena",
    "AmazonAthena.StartQueryExecution",
    400,
    "ExpiredTokenException",
    "The security token included in the request is expired",
    /has expired/,
    undefined,
    "you",
  ],
  [
    "athena",
    "AmazonAthena.StartQueryExecution",
    400,
    "InvalidRequestException",
    "WorkGroup assay is not found.",
    /no workgroup/,
    "workgroup",
    "you",
  ],
  [
    "athena",
    "AmazonAthena.StartQueryExecution",
    400,
    "InvalidRequestException",
    "No output location provided. An output location is required either through the Workgroup result configuration setting or as an API input.",
    /nowhere to go/,
    "queryResultLocation",
    "you",
  ],
  [
    "athena",
    "AmazonAthena.StartQueryExecution",
    400,
    "InvalidRequestException",
    "Unable to verify/create output bucket results",
    /s3:GetBucketLocation/,
    "queryResultLocation",
    admin,
  ],
  [
    "athena",
    "AmazonAthena.StartQueryExecution",
    400,
    "AccessDeniedException",
    unauthorized("athena:StartQueryExecution"),
    /lacks this right/,
    "roleArn",
    admin,
  ],
  [
    "redshift",
    "RedshiftData.ExecuteStatement",
    400,
    "ValidationException",
    "Redshift endpoint doesn't exist in this region.",
    /no cluster/,
    "host",
    "you",
  ],
  [
    "redshift",
    "RedshiftData.ExecuteStatement",
    400,
    "AccessDeniedException",
    unauthorized("redshift:GetClusterCredentials"),
    /sign in to the cluster/,
    "roleArn",
    admin,
  ],
];

/** Reasons of failed executions in Athena. */
const failures: readonly (readonly [string, ...Expected])[] = [
  [
    `Insufficient permissions to execute the query. ${unauthorized("glue:GetTable")}`,
    /read the catalog/,
    "roleArn",
    admin,
  ],
  ["Insufficient Lake Formation permission(s) on events", /^Lake Formation/, "roleArn", admin],
  [unauthorized("kms:Decrypt"), /kms:Decrypt/, "roleArn", admin],
  [
    "Permission denied on S3 path: s3://lake/events. Access Denied (Service: Amazon S3; Status Code: 403; Error Code: AccessDenied)",
    /objects in S3/,
    "roleArn",
    admin,
  ],
  ["SCHEMA_NOT_FOUND: line 1:15: Schema 'shop' does not exist", /no database/, "database", "you"],
  ["Query cancelled! : Bytes scanned limit was exceeded", /BytesScannedCutoffPerQuery/, "workgroup", admin],
];

async function refusalOf(provider: keyof typeof settings): Promise<WarehouseError> {
  const client = await openClient(provider, settings[provider], { aws: aws.url });
  const statement = { text: "select 1", values: [], tag: "test", deadline: Date.now() + 10_000 };
  const error: unknown = await runStatement(client, statement).catch((thrown: unknown) => thrown);
  await client.close();
  if (error instanceof WarehouseError) return error;
  throw error;
}

function expectExplained(
  provider: keyof typeof settings,
  { code, message }: { code: string; message: string },
  [sentence, field, who]: Expected,
) {
  const explained = explain(provider, code, message);
  expect(explained).toMatchObject({ sentence: expect.stringMatching(sentence), who });
  expect(explained?.field).toBe(field);
}

test.each(refusals)("%s %s %i %s %s", async (provider, action, status, code, message, ...expected) => {
  aws.refusals[action] = { status, code, message };
  expectExplained(provider, await refusalOf(provider), expected);
});

test.each(failures)("athena failed: %s", async (failure, ...expected) => {
  aws.answer = () => ({ failure });
  expectExplained("athena", await refusalOf("athena"), expected);
});

/** Errors before or instead of an answer. */
const others: readonly (readonly [string, string, ...Expected])[] = [
  [
    "CredentialsProviderError",
    "Could not load credentials from any providers",
    /no identity at AWS/,
    undefined,
    "you",
  ],
  [
    "FAILED",
    "Please reduce your request rate. (Service: Amazon S3; Error Code: SlowDown)",
    /too much to do/,
    undefined,
    admin,
  ],
];
test.each(others)("athena %s %s", (code, message, ...expected) =>
  expectExplained("athena", { code, message }, expected),
);

test("every message of AWS has a case of its own", () => {
  const cases = [
    ...refusals.map(([provider, , , code, message]) => ({ provider, text: `${code} ${message}` })),
    ...failures.map(([message]) => ({ provider: "athena" as const, text: `FAILED ${message}` })),
    ...others.map(([code, message]) => ({ provider: "athena" as const, text: `${code} ${message}` })),
  ];
  const met = new Set(
    cases.map(({ provider, text }) =>
      awsMessages.find(({ pattern, providers }) => providers?.includes(provider) && pattern.test(text)),
    ),
  );
  expect(awsMessages.filter((one) => !met.has(one)).map(({ pattern }) => String(pattern))).toEqual([]);
});
