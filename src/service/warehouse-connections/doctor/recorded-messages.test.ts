// Error responses from documentation and user reports, each passed through its client: checks the sentence, the field
// it belongs to, and who can fix it.
import { afterEach, expect, test } from "vitest";
import { settings as bigQuery } from "#service/warehouse/bigquery-server.test-support.ts";
import { openClient } from "#service/warehouse/open-client.ts";
import { runStatement } from "#service/warehouse/run-statement.ts";
import { settings as snowflake } from "#service/warehouse/snowflake-server.test-support.ts";
import { WarehouseError } from "#service/warehouse/statement.ts";
import { vendorServer, type VendorServer } from "#service/warehouse/vendor-server.test-support.ts";
import { bigQueryMessages } from "#service/warehouse/messages/bigquery-messages.ts";
import { databricksMessages } from "#service/warehouse/messages/databricks-messages.ts";
import type { Who } from "#service/warehouse/messages/known-message.ts";
import { explain } from "#service/warehouse/messages/known-messages.ts";
import { snowflakeMessages } from "#service/warehouse/messages/snowflake-messages.ts";

const settings = {
  snowflake,
  databricks: {
    host: "dbc-1.cloud.databricks.com",
    path: "/sql/1.0/warehouses/abc123",
    accessToken: "dapi-1",
  },
  bigquery: bigQuery,
};
type Vendor = keyof typeof settings;
type Recorded = readonly [
  vendor: Vendor,
  status: number,
  body: unknown,
  sentence: RegExp,
  field: string | undefined,
  who: Who,
];

const google = (code: number, reason: string, message: string) => ({
  error: { code, message, errors: [{ message, domain: "global", reason }], status: "INVALID_ARGUMENT" },
});
const databricksFailed = (message: string) => ({
  statement_id: "01ef",
  status: { state: "FAILED", error: { error_code: "BAD_REQUEST", message } },
});
const admin = "warehouse admin";

const recorded: readonly Recorded[] = [
  [
    "snowflake",
    401,
    { code: "390144", message: "JWT token is invalid. [0b1c-4a]" },
    /did not accept the signature/,
    "privateKey",
    "you",
  ],
  [
    "snowflake",
    401,
    { code: "394400", message: "Programmatic access token is invalid." },
    /A password cannot be used here/,
    "serviceUserPassword",
    "you",
  ],
  [
    "snowflake",
    401,
    { code: "390100", message: "Incorrect username or password was specified." },
    /A password cannot be used here/,
    "serviceUserPassword",
    "you",
  ],
  [
    "snowflake",
    403,
    {
      code: "390422",
      message:
        "Incoming request with IP/Token 192.0.2.7 is not allowed to access Snowflake. Contact your account administrator.",
    },
    /network policy/,
    "accountName",
    admin,
  ],
  [
    "snowflake",
    422,
    {
      code: "000606",
      sqlState: "57P03",
      message:
        "No active warehouse selected in the current session. Select an active warehouse with the 'use warehouse' command.",
    },
    /may not use warehouse assay_wh/,
    "computeWarehouse",
    admin,
  ],
  [
    "snowflake",
    400,
    {
      code: "390189",
      message: "Role 'ASSAY_ROLE' specified in the connect string is not granted to this user.",
    },
    /role is not granted/,
    "serviceUserName",
    admin,
  ],
  [
    "snowflake",
    422,
    {
      code: "090105",
      sqlState: "22000",
      message:
        "Cannot perform SELECT. This session does not have a current database. Call 'USE DATABASE', or use a qualified name.",
    },
    /^Name database and schema/,
    "stagingDatabaseName",
    "you",
  ],
  [
    "snowflake",
    422,
    {
      code: "090073",
      sqlState: "57014",
      message:
        "Warehouse 'ASSAY_WH' cannot be resumed because resource monitor 'SHOP' has exceeded its quota.",
    },
    /used up its quota/,
    "computeWarehouse",
    admin,
  ],
  [
    "snowflake",
    422,
    {
      code: "002003",
      sqlState: "42S02",
      message: "SQL compilation error:\nObject 'SHOP.ANALYTICS.EVENT' does not exist or not authorized.",
    },
    /^SHOP\.ANALYTICS\.EVENT does not exist/,
    undefined,
    admin,
  ],
  [
    "snowflake",
    422,
    {
      code: "003001",
      sqlState: "42501",
      message: "SQL access control error:\nInsufficient privileges to operate on schema 'ASSAY'",
    },
    /lacks a right on schema 'ASSAY'/,
    "serviceUserName",
    admin,
  ],
  [
    "snowflake",
    408,
    {
      code: "000630",
      sqlState: "57014",
      message: "Statement reached its statement or warehouse timeout of 10 second(s) and was canceled.",
    },
    /longer than the limit/,
    "computeWarehouse",
    admin,
  ],
  ["snowflake", 403, "<html><body>Forbidden</body></html>", /no account of this name/, "accountName", "you"],

  [
    "databricks",
    403,
    { error_code: 403, message: "Invalid access token." },
    /expired or was revoked/,
    "accessToken",
    "you",
  ],
  [
    "databricks",
    403,
    { error_code: "403", message: "Invalid Token" },
    /expired or was revoked/,
    "accessToken",
    "you",
  ],
  [
    "databricks",
    401,
    { error_code: 401, message: "Credential was not sent or was of an unsupported type for this API." },
    /expired or was revoked/,
    "accessToken",
    "you",
  ],
  [
    "databricks",
    403,
    {
      error_code: "PERMISSION_DENIED",
      message: "Source IP address: 192.0.2.7 is blocked by Databricks IP ACL for workspace: 123",
    },
    /IP access list/,
    "host",
    admin,
  ],
  [
    "databricks",
    401,
    { error: "invalid_client", error_description: "Client authentication failed" },
    /client ID with this secret/,
    "oauthClientID",
    "you",
  ],
  [
    "databricks",
    403,
    { error_code: "PERMISSION_DENIED", message: "6b7a does not have permission to use warehouse abc123" },
    /CAN USE is missing/,
    "path",
    admin,
  ],
  [
    "databricks",
    403,
    {
      error_code: "PERMISSION_DENIED",
      message: "User 6b7a is not authorized to use this SQL Endpoint. Please contact your administrator.",
    },
    /CAN USE is missing/,
    "path",
    admin,
  ],
  [
    "databricks",
    404,
    { error_code: "RESOURCE_DOES_NOT_EXIST", message: "SQL warehouse abc123 does not exist." },
    /no SQL warehouse with this path/,
    "path",
    "you",
  ],
  [
    "databricks",
    200,
    databricksFailed(
      "[INSUFFICIENT_PERMISSIONS] Insufficient privileges:\nUser does not have USE SCHEMA on Schema 'shop.analytics'. SQLSTATE: 42501",
    ),
    /^USE SCHEMA on Schema 'shop\.analytics' is missing/,
    "oauthClientID",
    admin,
  ],
  [
    "databricks",
    200,
    databricksFailed(
      "[TABLE_OR_VIEW_NOT_FOUND] The table or view `shop`.`analytics`.`event` cannot be found. Verify the spelling. SQLSTATE: 42P01",
    ),
    /^`shop`\.`analytics`\.`event` does not exist/,
    undefined,
    "you",
  ],
  [
    "databricks",
    200,
    databricksFailed(
      "Inline byte limit exceeded. Statements executed with disposition=INLINE can have a result size of at most 26214400 bytes. The result exceeds 25 MiB",
    ),
    /larger than the 25 MiB/,
    undefined,
    "you",
  ],
  ["databricks", 404, "<!doctype html><title>Not found</title>", /no Databricks workspace/, "host", "you"],

  [
    "bigquery",
    400,
    {
      error: "invalid_grant",
      error_description:
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.",
    },
    /refused the time in our signature/,
    undefined,
    "you",
  ],
  [
    "bigquery",
    400,
    { error: "invalid_grant", error_description: "Invalid JWT Signature." },
    /deleted or replaced: make a new one/,
    "privateKey",
    "you",
  ],
  [
    "bigquery",
    400,
    { error: "invalid_grant", error_description: "Invalid grant: account not found" },
    /no service account of this name/,
    "privateKey",
    admin,
  ],
  [
    "bigquery",
    400,
    google(
      400,
      "bytesBilledLimitExceeded",
      "Query exceeded limit for bytes billed: 10000000. 3210739712 or higher required.",
    ),
    /^This would read 3\.21 GB; the limit is 10 MB: narrow the dates or raise the limit\.$/,
    undefined,
    "you",
  ],
  [
    "bigquery",
    404,
    google(404, "notFound", "Not found: Job my-project-123:assay_1"),
    /location is missing or wrong/,
    "project",
    "you",
  ],
  [
    "bigquery",
    404,
    google(404, "notFound", "Not found: Dataset my-project-123:shop was not found in location US"),
    /^Dataset my-project-123:shop is not in US/,
    "stagingDataset",
    "you",
  ],
  [
    "bigquery",
    403,
    google(
      403,
      "accessDenied",
      "Access Denied: Project my-project-123: User does not have bigquery.jobs.create permission in project my-project-123.",
    ),
    /may not run jobs in my-project-123:/,
    "project",
    admin,
  ],
  [
    "bigquery",
    403,
    google(
      403,
      "accessDenied",
      "Access Denied: Table my-project-123:shop.events: User does not have permission to query table my-project-123:shop.events, or perhaps it does not exist.",
    ),
    /may not read table my-project-123:shop\.events/,
    "privateKey",
    admin,
  ],
  [
    "bigquery",
    403,
    google(
      403,
      "accessNotConfigured",
      "BigQuery API has not been used in project 123 before or it is disabled.",
    ),
    /not enabled/,
    "project",
    admin,
  ],
  [
    "bigquery",
    403,
    google(
      403,
      "billingNotEnabled",
      "Billing has not been enabled for this project. Enable billing at the console.",
    ),
    /no billing account/,
    "project",
    admin,
  ],
  [
    "bigquery",
    403,
    google(403, "quotaExceeded", "Quota exceeded: Your project exceeded quota for free query bytes scanned."),
    /quota of the project/,
    "project",
    admin,
  ],
  [
    "bigquery",
    404,
    google(404, "notFound", "Not found: Table my-project-123:shop.event was not found in location EU"),
    /^There is no table my-project-123:shop\.event\.$/,
    "project",
    "you",
  ],
];

const opened: VendorServer[] = [];
afterEach(() => opened.splice(0).forEach((each) => each.close()));

async function refusal([vendor, status, body]: Recorded): Promise<WarehouseError> {
  const isOfToken = JSON.stringify(body).includes("invalid_grant");
  const server = await vendorServer(({ path }) =>
    path === "/token" && !isOfToken
      ? { status: 200, body: { access_token: "google-token", expires_in: 3599 } }
      : { status, body },
  );
  opened.push(server);
  const origin = { snowflake: server.origin, databricks: server.origin, google: server.origin };
  const client = await openClient(vendor, settings[vendor], origin);
  const statement = { text: "select 1", values: [], tag: "test", deadline: Date.now() + 10_000 };
  const error: unknown = await runStatement(client, statement).catch((thrown: unknown) => thrown);
  if (error instanceof WarehouseError) return error;
  throw error;
}

test.each(
  recorded.map((each) => [`${each[0]} ${each[1]} ${JSON.stringify(each[2]).slice(0, 110)}`, each] as const),
)("%s", async (_name, each) => {
  const [vendor, , , sentence, field, who] = each;
  const { code, message } = await refusal(each);
  const explained = explain(vendor, code, message, settings[vendor]);
  expect(explained).toMatchObject({ sentence: expect.stringMatching(sentence), who });
  expect(explained?.field).toBe(field);
});

/** Error codes of this service or of the network, which no response contains. */
const own: readonly (readonly [Vendor, code: string, message: string, field: string | undefined])[] = [
  ["snowflake", "NO_SECRET", "There is neither a private key nor an access token.", "privateKey"],
  ["snowflake", "BAD_KEY", "Could not deserialize key data", "privateKey"],
  ["snowflake", "ENOTFOUND", "getaddrinfo ENOTFOUND x.snowflakecomputing.com", "accountName"],
  ["databricks", "NO_WAREHOUSE_PATH", "The HTTP path is not the one of a SQL warehouse.", "path"],
  ["databricks", "ENOTFOUND", "getaddrinfo ENOTFOUND x.databricks.com", "host"],
  ["bigquery", "BAD_KEY", "Could not deserialize key data", "privateKey"],
  ["bigquery", "NOT_SELECT", "Only SELECT is run, and this is SCRIPT.", undefined],
  ["bigquery", "ENOTFOUND", "getaddrinfo ENOTFOUND oauth2.googleapis.com", undefined],
  ["bigquery", "ECONNREFUSED", "connect ECONNREFUSED 192.0.2.7:443", undefined],
];
test.each(own)("%s %s", (vendor, code, message, field) => {
  const explained = explain(vendor, code, message);
  expect(explained?.sentence).toMatch(/\.$/);
  expect(explained?.field).toBe(field);
});

test("a name of Google that is not found is the network's, as nobody typed it", () => {
  expect(explain("bigquery", "ENOTFOUND", "getaddrinfo ENOTFOUND oauth2.googleapis.com")).toEqual({
    sentence: "This server does not find oauth2.googleapis.com: let it look up and reach Google's addresses.",
    who: "network",
  });
});

test("every known message has a recorded body", async () => {
  const lists = { snowflake: snowflakeMessages, databricks: databricksMessages, bigquery: bigQueryMessages };
  const met = new Set(
    (
      await Promise.all(
        recorded.map(async (each) => ({
          vendor: each[0],
          text: await refusal(each).then(({ code, message }) => `${code} ${message}`),
        })),
      )
    )
      .concat(own.map(([vendor, code, message]) => ({ vendor, text: `${code} ${message}` })))
      .map(({ vendor, text }) => lists[vendor].find(({ pattern }) => pattern.test(text))),
  );
  const unmet = Object.values(lists).flatMap((list) => list.filter((row) => !met.has(row)));
  expect(unmet.map(({ pattern }) => String(pattern))).toEqual([]);
});
