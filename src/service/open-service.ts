// Opens everything the service stands on: database, first key, secrets key, demo. Shared by the server and by development.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "#service/database/database.ts";
import { databaseOf, openDatabase, prepareFolder } from "#service/database/open-database.ts";
import { fillDemo } from "#service/demo/fill-demo.ts";
import { openSecretsKey } from "#service/warehouse-connections/secrets-key.ts";
import { listKeys, newKey, storeKey } from "#service/http/api-keys.ts";
import type { Settings } from "./settings.ts";

export interface OpenService {
  database: Database;
  secretsKey: Buffer;
  /** The first key, where it was made by this start. */
  newKey: string | undefined;
}

export async function openService(settings: Settings, say: (line: string) => void): Promise<OpenService> {
  prepareFolder(settings.DATA_DIR);
  const database = await openDatabase(databaseOf(settings));
  const secretsKey = await openSecretsKey(database, settings);
  // Whoever set a key knows it; what is printed may end in a log.
  const firstNewKey = settings.CONSOLE_API_KEY ? undefined : await firstKey(database, settings.DATA_DIR);
  if (settings.DEMO && (await isEmpty(database))) {
    const started = Date.now();
    await fillDemo(database, started, say);
    say(`Demo project ready in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
  return { database, secretsKey, newKey: firstNewKey };
}

/**
 * Makes the first key where none is stored, and answers it: it is printed once. Its file is written before the key is stored, so
 * that a stop between the two leaves no key that nobody knows.
 */
async function firstKey(database: Database, dataDir: string): Promise<string | undefined> {
  if ((await listKeys(database)).length > 0) return undefined;
  const key = newKey("write");
  writeFileSync(join(dataDir, "api-key"), `${key}\n`, { mode: 0o600 });
  await storeKey(database, key, { name: "First key", rights: "write", now: Date.now() });
  return key;
}

async function isEmpty(database: Database): Promise<boolean> {
  for (const table of ["gate", "dynamic_config", "experiment", "metric", "event", "exposure"])
    if ((await database.query(`select 1 as one from ${table} limit 1`)).length > 0) return false;
  return true;
}
