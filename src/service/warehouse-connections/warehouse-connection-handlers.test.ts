import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testApp } from "#service/test-app.test-support.ts";
import { decryptSecret, encryptSecret } from "./secrets.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const path = "/console/v1/wh_connections";
const patch = (body: unknown) => service.request("PATCH", path, { body });
const stored = async () => (await service.request("GET", path)).body.data;

test("answers the message alone", async () => {
  const { status, body } = await patch({ snowflake: { accountName: "fjord-eu1" } });
  expect({ status, body }).toEqual({ status: 200, body: { message: "Connection updated successfully" } });
});

test("merges field by field, across groups", async () => {
  await patch({
    snowflake: { accountName: "one", computeWarehouse: "XS" },
    redshift: { port: 5439, verifyCA: true },
  });
  await patch({ snowflake: { accountName: "two" } });
  expect(await stored()).toMatchObject({
    snowflake: { accountName: "two", computeWarehouse: "XS", storedSecrets: [] },
    redshift: { port: 5439, verifyCA: true },
    athena: { storedSecrets: [] },
  });
});

test("an empty text clears, null clears where it is allowed", async () => {
  await patch({
    snowflake: {
      accountName: "one",
      privateKey: "pem",
      consoleComputeWarehouse: "XS",
      serviceUserPassword: "pw",
    },
  });
  await patch({ snowflake: { accountName: "", privateKey: null, consoleComputeWarehouse: null } });
  expect(await stored()).toMatchObject({ snowflake: { storedSecrets: ["serviceUserPassword"] } });
  expect(JSON.stringify(await stored())).not.toMatch(/accountName|consoleComputeWarehouse/);
});

test.each([
  [{ snowflake: { accountName: null } }, "snowflake.accountName", "Expected string, received null"],
  [{ redshift: { port: "5439" } }, "redshift.port", "Expected number, received string"],
  [{ oracle: {} }, "oracle", "Unknown field"],
  [{ athena: { bukket: "x" } }, "athena.bukket", "Unknown field"],
])("refuses %j and stores nothing", async (body, property, errorMessage) => {
  const refused = await patch({ databricks: { host: "kept-out" }, ...body });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    message: "Bad Request Exception",
    errors: [{ property, errorMessage }],
  });
  expect(JSON.stringify(await stored())).not.toContain("kept-out");
});

test("a secret is found nowhere: not in an answer, a log line or a stored row", async () => {
  const secret = "correct-horse-battery";
  await patch({
    snowflake: { serviceUserPassword: secret },
    bigquery: { privateKey: secret },
    redshift: { port: "bad", password: secret },
  });
  await patch({ snowflake: { serviceUserPassword: secret }, bigquery: { privateKey: secret } });
  const rows = await service.database.query("select * from warehouse_connection");
  const everything = JSON.stringify([rows, service.logged, await stored()]);
  expect(await stored()).toMatchObject({ snowflake: { storedSecrets: ["serviceUserPassword"] } });
  expect(everything).not.toContain(secret);
  expect(everything).not.toContain(Buffer.from(secret).toString("base64"));
});

test("a stored secret opens only with its key and at its place", () => {
  const key = randomBytes(32);
  const text = encryptSecret(key, "snowflake.privateKey", "pem");
  expect(encryptSecret(key, "snowflake.privateKey", "pem")).not.toBe(text);
  expect(decryptSecret(key, "snowflake.privateKey", text)).toBe("pem");
  expect(() => decryptSecret(key, "snowflake.keyPassPhrase", text)).toThrow();
  expect(() => decryptSecret(randomBytes(32), "snowflake.privateKey", text)).toThrow();
});
