import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "#service/database/database.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import { openDatabase } from "#service/database/open-database.ts";
import { decryptSecret, encryptSecret } from "#service/warehouse/secrets.ts";
import { openSecretsKey } from "#service/warehouse-connections/secrets-key.ts";
import { openService } from "./open-service.ts";
import { readSettings } from "./settings.ts";

let folder: string;
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-open-"));
  database = await openTestDatabase();
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const newSecretsKey = () => randomBytes(32).toString("hex");
const settingsOf = (environment: Record<string, string> = {}) =>
  readSettings({ DATA_DIR: folder, DEMO: "0", ...environment });

test("the first key is written to a file before it is stored, works, and is printed by the first start alone", async () => {
  const first = await openService(settingsOf(), () => undefined);
  expect(readFileSync(join(folder, "api-key"), "utf8").trim()).toBe(first.newKey);
  await first.database.close();
  const second = await openService(settingsOf(), () => undefined);
  expect(second.newKey).toBeUndefined();
  await second.database.close();
  // A stop in between leaves a key file without a stored key: the next start creates another key.
  const stored = await openDatabase({ dataDir: folder });
  await stored.query("delete from api_key");
  await stored.close();
  const third = await openService(settingsOf(), () => undefined);
  expect(readFileSync(join(folder, "api-key"), "utf8").trim()).toBe(third.newKey);
  await third.database.close();
});

test("nobody else can read the data folder, whichever command made it, and one that was open is closed", async () => {
  const modes = () =>
    [folder, ...readdirSync(folder).map((name) => join(folder, name))].map((path) =>
      (statSync(path).mode & 0o777).toString(8),
    );
  rmSync(folder, { recursive: true });
  mkdirSync(folder, { mode: 0o755 });
  const stored = await openDatabase({ dataDir: folder });
  expect(modes().filter((mode) => !mode.endsWith("00"))).toEqual([]);
  await stored.close();
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "assay.duckdb"), 0o644);
  await (await openService(settingsOf(), () => undefined)).database.close();
  expect(modes().filter((mode) => !mode.endsWith("00"))).toEqual([]);
});

test("a folder with other files in it keeps its rights", async () => {
  writeFileSync(join(folder, "notes.txt"), "mine");
  chmodSync(join(folder, "notes.txt"), 0o644);
  chmodSync(folder, 0o755);
  await (await openDatabase({ dataDir: folder })).close();
  expect((statSync(folder).mode & 0o777).toString(8)).toBe("755");
  expect((statSync(join(folder, "notes.txt")).mode & 0o777).toString(8)).toBe("644");
});

const storeSecret = (key: Buffer) =>
  database.query(
    "insert into warehouse_connection (provider, settings, secrets) values ('snowflake', '{}'::jsonb, $1::jsonb)",
    [JSON.stringify({ privateKey: encryptSecret(key, "snowflake.privateKey", "pem") })],
  );

const storedSecrets = async () => {
  const [row] = await database.query<{ secrets: { privateKey?: string } }>(
    "select secrets from warehouse_connection",
  );
  return row?.secrets;
};

test("with another secrets key the start is refused, stored secrets or not; the new and the old one together encrypt all anew", async () => {
  const [old, next] = [newSecretsKey(), newSecretsKey()];
  const open = (SECRETS_KEY: string) => openSecretsKey(database, settingsOf({ SECRETS_KEY }));
  await open(old);
  await expect(open(next)).rejects.toThrow(/^SECRETS_KEY: the database is used with another key/);
  await storeSecret(await open(old));
  await expect(open(next)).rejects.toThrow("another key");
  await expect(open(next)).rejects.not.toThrow(new RegExp(`${next}|${old}`));
  await expect(open(`${next},${newSecretsKey()}`)).rejects.toThrow("another key");
  const key = await open(`${next},${old}`);
  expect(decryptSecret(key, "snowflake.privateKey", (await storedSecrets())?.privateKey ?? "")).toBe("pem");
  expect(await open(next)).toEqual(key);
  await expect(open(old)).rejects.toThrow("another key");
});

test("a secrets key of a file lasts; a damaged one, a lost one, and none beside DATABASE_URL stop the start", async () => {
  const file = join(folder, "secrets-key");
  const open = (environment: Record<string, string> = {}) =>
    openSecretsKey(database, settingsOf(environment));
  await expect(open({ DATABASE_URL: "postgres://localhost/a" })).rejects.toThrow(
    /^SECRETS_KEY: set it beside DATABASE_URL/,
  );
  const made = await open();
  expect(await open()).toEqual(made);
  writeFileSync(file, "cut off");
  await expect(open()).rejects.toThrow(/secrets-key does not hold 32 bytes/);
  rmSync(file);
  await expect(open()).rejects.toThrow(/secrets-key back.*SECRETS_KEY=lost/);
  expect(existsSync(file)).toBe(false);
});

test("a key that is lost is replaced where the setting says so: the secrets go with it, and the new one lasts", async () => {
  const open = (environment: Record<string, string> = {}) =>
    openSecretsKey(database, settingsOf(environment));
  await storeSecret(await open());
  rmSync(join(folder, "secrets-key"));
  const made = await open({ SECRETS_KEY: "lost" });
  expect(await storedSecrets()).toEqual({});
  expect(await open()).toEqual(made);
  const given = newSecretsKey();
  await storeSecret(made);
  expect((await open({ SECRETS_KEY: `${given},lost` })).toString("hex")).toBe(given);
  expect(await storedSecrets()).toEqual({});
  await expect(open()).rejects.toThrow("another key");
});
