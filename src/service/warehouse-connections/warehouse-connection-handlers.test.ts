import { generateKeyPairSync, randomBytes } from "node:crypto";
import ssh from "ssh2";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WarehouseConnection } from "#contract/warehouse-connection.ts";
import { warehouseFields, warehouseProviderNames } from "#contract/warehouse-providers.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { decryptSecret, encryptSecret } from "#service/warehouse/secrets.ts";
import { sshKeys } from "#service/warehouse/ssh-server.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const keyOf = (passphrase?: string): string =>
  generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({
      type: "pkcs8",
      format: "pem",
      ...(passphrase === undefined ? {} : { cipher: "aes-256-cbc", passphrase }),
    })
    .toString();

const path = "/console/v1/wh_connections";
const patch = (body: unknown) => service.request("PATCH", path, { body });
const stored = async () => (await service.request("GET", path)).body.data;

test("answers the message alone", async () => {
  const { status, body } = await patch({ snowflake: { accountName: "fjord-eu1" } });
  expect({ status, body }).toEqual({ status: 200, body: { message: "Connection updated successfully" } });
});

test("where another service on the database uses another key, no secret is stored that it could not read", async () => {
  await service.database.transaction((transaction) =>
    transaction.query("insert into secrets_key (fingerprint) values ('another')"),
  );
  const { status, body } = await patch({ redshift: { password: "Secret-4711" } });
  expect({ status, message: body.message }).toEqual({
    status: 503,
    message: expect.stringContaining("another SECRETS_KEY"),
  });
  expect(await stored()).toMatchObject({ redshift: { storedSecrets: [] } });
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

test("names the provider in use and the limits of its statements, those that are given; null is the usual one", async () => {
  await patch({ active: "postgres", limits: { seconds: 60, concurrent: 5 } });
  await patch({ limits: { seconds: null }, trino: { host: "trino.example" } });
  expect(await stored()).toMatchObject({
    active: "postgres",
    limits: { seconds: 900, concurrent: 5, bytesPerDay: 1e12 },
    trino: { host: "trino.example" },
  });
  await patch({ active: null });
  expect(await stored()).not.toHaveProperty("active");
  expect((await patch({ active: "oracle" })).body.errors).toMatchObject([{ property: "active" }]);
  expect((await patch({ limits: { concurrent: 0 } })).body.errors).toMatchObject([
    { property: "limits.concurrent" },
  ]);
});

test("an empty text clears, null clears where it is allowed", async () => {
  await patch({
    snowflake: {
      accountName: "one",
      privateKey: keyOf(),
      consoleComputeWarehouse: "XS",
      serviceUserPassword: "pw",
    },
  });
  await patch({ snowflake: { accountName: "", privateKey: null, consoleComputeWarehouse: null } });
  const { former: _, fingerprints, ...snowflake } = WarehouseConnection.parse(await stored()).snowflake ?? {};
  expect(snowflake).toEqual({ storedSecrets: ["serviceUserPassword"] });
  expect(Object.keys(fingerprints ?? {})).toEqual(["serviceUserPassword"]);
});

test("the last save of settings that are not secret is undone once, secrets stay, and the undo can be undone", async () => {
  await patch({ redshift: { host: "a.example", port: 5439, password: "first" } });
  await patch({ redshift: { host: "b.example", verifyCA: true, port: 1 } });
  await patch({ redshift: { password: "second" } });
  const { redshift } = WarehouseConnection.parse(await stored());
  expect(redshift?.former).toEqual({
    settings: { host: "a.example", port: 5439 },
    savedTime: testNow,
    savedBy: "Test writer",
  });
  const undo = (savedTime: number) =>
    service.request("POST", `${path}/undo`, { body: { provider: "redshift", savedTime } });
  const before = await service.database.query("select secrets from warehouse_connection");
  expect((await undo(testNow - 1)).status).toBe(409);
  expect((await undo(testNow)).status).toBe(200);
  const undone = WarehouseConnection.parse(await stored()).redshift;
  expect(undone).toMatchObject({ host: "a.example", port: 5439, storedSecrets: ["password"] });
  expect(undone).not.toHaveProperty("verifyCA");
  expect(await service.database.query("select secrets from warehouse_connection")).toEqual(before);
  await undo(testNow);
  expect(await stored()).toMatchObject({ redshift: { host: "b.example", verifyCA: true, port: 1 } });
});

test("any save is undone with those since, where nobody has saved meanwhile", async () => {
  let now = testNow;
  const later = await testApp({ now: () => (now += 1000) });
  const save = (redshift: object) => later.request("PATCH", path, { body: { redshift } });
  for (const redshift of [
    { host: "a.example", port: 5439 },
    { host: "b.example", verifyCA: true },
    { password: "secret" },
    { host: "c.example", port: 5440 },
  ])
    expect((await save(redshift)).status).toBe(200);
  const read = async () => WarehouseConnection.parse((await later.request("GET", path)).body.data);
  const { redshift, history } = await read();
  const ofHosts = (history ?? []).filter(({ after }) => "host" in after);
  const [newestTime, second] = [redshift?.former?.savedTime, ofHosts[1]?.savedTime];
  const undo = (body: object) =>
    later.request("POST", `${path}/undo`, { body: { provider: "redshift", savedTime: second, ...body } });
  expect((await undo({})).status).toBe(409);
  expect((await undo({ newestTime: second })).status).toBe(409);
  expect((await undo({ newestTime })).status).toBe(200);
  const undone = (await read()).redshift;
  expect(undone).toMatchObject({ host: "a.example", port: 5439, storedSecrets: ["password"] });
  expect(undone).not.toHaveProperty("verifyCA");
  await later.close();
});

test.each([
  [{ snowflake: { accountName: null } }, "snowflake.accountName", "Expected string, received null"],
  [{ redshift: { port: "5439" } }, "redshift.port", "Expected number, received string"],
  [{ oracle: {} }, "oracle", "Unknown field"],
  [{ athena: { bukket: "x" } }, "athena.bukket", "Unknown field"],
  [
    { snowflake: { accountName: "https://fjord.snowflakecomputing.com" } },
    "snowflake.accountName",
    "Expected the account name alone, such as myorg-account, no address",
  ],
  [
    { snowflake: { privateKey: "not a key at all" } },
    "snowflake.privateKey",
    "Expected the text of a private key, from -----BEGIN … PRIVATE KEY----- to its END line",
  ],
  [
    { snowflake: { privateKey: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----" } },
    "snowflake.privateKey",
    "It is no private key that can be read",
  ],
  [
    { snowflake: { privateKey: keyOf("open sesame") } },
    "snowflake.keyPassPhrase",
    "The private key is encrypted: its pass phrase is needed",
  ],
  [
    { snowflake: { privateKey: keyOf("open sesame"), keyPassPhrase: "wrong" } },
    "snowflake.keyPassPhrase",
    "It does not open the private key",
  ],
  [
    { bigquery: { privateKey: '{"type":"service_account"}' } },
    "bigquery.privateKey",
    "Expected the JSON text of a service account key, with client_email, private_key and project_id",
  ],
  [
    { athena: { roleArn: "analysis" } },
    "athena.roleArn",
    "Expected the ARN of a role, such as arn:aws:iam::123456789012:role/analysis",
  ],
  [
    { redshift: { host: "https://db" } },
    "redshift.host",
    "Expected a host name without https:// and without a path",
  ],
])("refuses a bad value and stores nothing, case %#", async (body, property, errorMessage) => {
  const refused = await patch({ databricks: { stagingDatabase: "kept-out" }, ...body });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    message: "Bad Request Exception",
    errors: [{ property, errorMessage }],
  });
  expect(JSON.stringify(await stored())).not.toContain("kept-out");
});

const textFields = warehouseProviderNames.flatMap((provider) =>
  warehouseFields(provider)
    .filter(({ kind, secret }) => kind === "text" && !secret)
    .map(({ name }) => [provider, name] as const),
);

test("no text field takes a web address", async () => {
  for (const [provider, name] of textFields) {
    const { status, body } = await patch({ [provider]: { [name]: "https://acme.example.com/login" } });
    expect({ status, errors: body.errors }).toMatchObject({
      status: 400,
      errors: [{ property: `${provider}.${name}` }],
    });
  }
});

test("a secret is found nowhere: not in an answer, a log line or a stored row", async () => {
  const secret = "correct-horse-battery";
  await patch({
    snowflake: { serviceUserPassword: secret },
    bigquery: { privateKey: secret },
    redshift: { port: "bad", password: secret },
  });
  await patch({ snowflake: { privateKey: keyOf("x"), keyPassPhrase: secret } });
  await patch({ snowflake: { serviceUserPassword: secret }, redshift: { password: secret } });
  const rows = await service.database.query("select * from warehouse_connection");
  const everything = JSON.stringify([rows, service.logged, await stored()]);
  expect(await stored()).toMatchObject({ snowflake: { storedSecrets: ["serviceUserPassword"] } });
  expect(everything).not.toContain(secret);
  expect(everything).not.toContain(Buffer.from(secret).toString("base64"));
});

test("a key with its pass phrase is stored; a pass phrase that does not fit it replaces nothing", async () => {
  const privateKey = keyOf("open sesame");
  expect((await patch({ snowflake: { privateKey, keyPassPhrase: "open sesame" } })).status).toBe(200);
  expect((await patch({ snowflake: { keyPassPhrase: "another" } })).body.errors).toEqual([
    { property: "snowflake.keyPassPhrase", errorMessage: "It does not open the private key" },
  ]);
  expect((await patch({ snowflake: { accountName: "fjord" } })).status).toBe(200);
});

test("keys that have their form and still do not fit together are refused at their field", async () => {
  const [own, other] = [sshKeys(), sshKeys()];
  const locked = ssh.utils.generateKeyPairSync("ed25519", {
    passphrase: "x",
    cipher: "aes256-ctr",
    rounds: 1,
  });
  const account = { client_email: "a@b.example", project_id: "shop-123" };
  const badKey = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----";
  const badCertificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
  const refused = async (body: object) => (await patch(body)).body.errors?.[0];
  expect(await refused({ redshift: { sshPrivateKey: locked.private } })).toEqual({
    property: "redshift.sshPrivateKey",
    errorMessage: "It has a pass phrase: give the key without one",
  });
  expect(await refused({ redshift: { sshPrivateKey: own.private, sshPublicKey: other.public } })).toEqual({
    property: "redshift.sshPublicKey",
    errorMessage: "It is not the public half of the SSH private key",
  });
  expect(await refused({ postgres: { certificateAuthority: badCertificate } })).toEqual({
    property: "postgres.certificateAuthority",
    errorMessage: "It is no certificate that can be read",
  });
  expect(
    await refused({ bigquery: { privateKey: JSON.stringify({ ...account, private_key: badKey }) } }),
  ).toEqual({
    property: "bigquery.privateKey",
    errorMessage: "The private_key in it is none that can be read",
  });
  expect((await patch({ redshift: { sshPrivateKey: own.private, sshPublicKey: own.public } })).status).toBe(
    200,
  );
  const fits = {
    bigquery: { privateKey: JSON.stringify({ ...account, private_key_id: "0a1b", private_key: keyOf() }) },
  };
  expect((await patch(fits)).status).toBe(200);
  const { bigquery, redshift } = WarehouseConnection.parse(await stored());
  expect(bigquery?.fingerprints).toEqual({ privateKey: "0a1b of a@b.example" });
  expect(redshift?.fingerprints?.["sshPrivateKey"]).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
});

test("the history tells who changed what, of secrets the fingerprint alone, and of a save that changes nothing no word", async () => {
  await patch({ redshift: { host: "a.example", password: "canary-1" } });
  await patch({ redshift: { host: "b.example" } });
  await patch({ redshift: { host: "b.example" }, active: "redshift" });
  await patch({ redshift: { password: "canary-2" } });
  await patch({ redshift: { password: "" } });
  const { history = [], redshift } = WarehouseConnection.parse(await stored());
  const told = [...(history ?? [])].map(({ provider, before, after, secrets }) => ({
    provider,
    before,
    after,
    secrets,
  }));
  expect(told).toHaveLength(5);
  expect(told).toContainEqual({
    provider: "redshift",
    before: { host: "a.example" },
    after: { host: "b.example" },
    secrets: {},
  });
  expect(told).toContainEqual({
    provider: "use",
    before: { active: null },
    after: { active: "redshift" },
    secrets: {},
  });
  const fingerprints = told.flatMap(({ secrets }) => ("password" in secrets ? [secrets["password"]] : []));
  expect(new Set(fingerprints).size).toBe(3);
  expect(fingerprints).toContain(null);
  expect(redshift?.fingerprints).toEqual({});
  expect(history?.every(({ savedBy, savedTime }) => savedBy === "Test writer" && savedTime === testNow)).toBe(
    true,
  );
  expect(JSON.stringify(await service.database.query("select * from warehouse_change"))).not.toContain(
    "canary",
  );
});

test("a stored secret opens only with its key and at its place", () => {
  const key = randomBytes(32);
  const text = encryptSecret(key, "snowflake.privateKey", "pem");
  expect(encryptSecret(key, "snowflake.privateKey", "pem")).not.toBe(text);
  expect(decryptSecret(key, "snowflake.privateKey", text)).toBe("pem");
  expect(() => decryptSecret(key, "snowflake.keyPassPhrase", text)).toThrow();
  expect(() => decryptSecret(randomBytes(32), "snowflake.privateKey", text)).toThrow();
});
