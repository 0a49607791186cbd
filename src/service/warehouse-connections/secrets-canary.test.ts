// Servers that repeat everything they receive: no secret in it reaches a response, the log or the database.
import { afterEach, expect, test } from "vitest";
import { WarehouseCheck } from "#contract/warehouse-check.ts";
import { testApp } from "#service/test-app.test-support.ts";
import { keyFile } from "#service/warehouse/bigquery-server.test-support.ts";
import { privateKey } from "#service/warehouse/snowflake-server.test-support.ts";
import { vendorServer, type Sent } from "#service/warehouse/vendor-server.test-support.ts";

const closed: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closed.splice(0)) await close();
});

const everything = ({ headers, text }: Sent) =>
  `${JSON.stringify(headers)} ${text} ${decodeURIComponent(text)}`;

/** Rejections in each vendor's format; Google's tokens are granted, so that the next request is rejected as well. */
function refused(sent: Sent) {
  const message = everything(sent);
  if (sent.path === "/token" && !sent.text.includes("refuse"))
    return { status: 200, body: { access_token: "canary-access-token", expires_in: 3599 } };
  if (sent.path === "/oidc/v1/token")
    return { status: 200, body: { access_token: "canary-access-token", expires_in: 3599 } };
  if (sent.path.startsWith("/bigquery"))
    return { status: 400, body: { error: { code: 400, message, errors: [{ message, reason: "invalid" }] } } };
  return { status: 400, body: { code: "999999", error_code: "UNKNOWN", message } };
}

const googleLine = /PRIVATE KEY-----\\n([^\\]+)/.exec(keyFile)?.[1] ?? "";
const vendors = [
  [
    "snowflake",
    { accountName: "myorg-shop", serviceUserName: "assay", privateKey, keyPassPhrase: "canary-phrase" },
    [privateKey.split("\n")[1] ?? "", "canary-phrase", "eyJ"],
  ],
  [
    "snowflake",
    { accountName: "myorg-shop", serviceUserName: "assay", serviceUserPassword: "canary-access-token" },
    ["canary"],
  ],
  [
    "databricks",
    { host: "dbc-1.cloud.databricks.com", path: "/sql/1.0/warehouses/abc", accessToken: "canary-secret" },
    ["canary"],
  ],
  [
    "databricks",
    {
      host: "dbc-1.cloud.databricks.com",
      path: "/sql/1.0/warehouses/abc",
      oauthClientID: "app-1",
      accessToken: "canary-secret",
    },
    ["canary", Buffer.from("app-1:canary-secret").toString("base64")],
  ],
  ["bigquery", { project: "my-project-123", privateKey: keyFile }, [googleLine, "canary", "eyJ"]],
] as const;

test.each(vendors)("%s %#", async (provider, settings, secrets) => {
  const server = await vendorServer(refused);
  const { origin } = server;
  const service = await testApp({
    warehouseEndpoints: { snowflake: origin, databricks: origin, google: origin },
  });
  closed.push(
    () => service.close(),
    () => server.close(),
  );
  const stored = await service.request("PATCH", "/console/v1/wh_connections", {
    body: { [provider]: settings },
  });
  expect(stored.status).toBe(200);
  const begun = await service.request("POST", "/console/v1/wh_connections/checks", {
    body: { provider, settings: {} },
  });
  const { id } = WarehouseCheck.parse(begun.body.data);
  const read = () => service.request("GET", `/console/v1/wh_connections/checks/${id}`);
  const check = async () => WarehouseCheck.parse((await read()).body.data);
  await expect.poll(async () => (await check()).isFinished, { timeout: 20_000, interval: 20 }).toBe(true);
  const failed = (await check()).steps.find(({ state }) => state === "failed");
  // The server's message was shown, and it repeated a signed request.
  expect(failed).toMatchObject({ name: "Sign-in", said: expect.stringContaining("•••") });
  expect(server.sent.some(({ headers }) => headers.authorization !== undefined)).toBe(true);
  const connection = await service.request("GET", "/console/v1/wh_connections");
  const rows = await service.database.query("select * from warehouse_connection");
  const seen = JSON.stringify([(await read()).text, connection.text, service.logged, rows]);
  for (const secret of secrets) expect(seen).not.toContain(secret);
});
