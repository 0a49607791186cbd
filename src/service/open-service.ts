// Opens everything that the service is built on: database, first key, secrets key, demo. Shared by the server and the development server.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "#service/database/database.ts";
import { logReadingChanges } from "#service/changes/changed-readings.ts";
import { databaseOf, openDatabase, prepareFolder } from "#service/database/open-database.ts";
import { serveCommands } from "#service/database/serve-commands.ts";
import { fillDemo } from "#service/demo/fill-demo.ts";
import { openSecretsKey } from "#service/warehouse-connections/secrets-key.ts";
import { forgetKeys, keyText, listKeys, storeKey } from "#service/http/api-keys.ts";
import type { Settings } from "./settings.ts";

export interface OpenService {
  database: Database;
  secretsKey: Buffer;
  /** The first key, if this start created it. */
  newKey: string | undefined;
}

/** `fillBeside` fills the closed, empty database with the demo in another process; without it, this process does so. */
export async function openService(
  settings: Settings,
  say: (line: string) => void,
  fillBeside?: () => Promise<void>,
): Promise<OpenService> {
  prepareFolder(settings.DATA_DIR);
  let database = await openDatabase(databaseOf(settings));
  const secretsKey = await openSecretsKey(database, settings);
  await logReadingChanges(database, say);
  // The user who set a key knows it; printed output may end up in a log.
  const firstNewKey = settings.CONSOLE_API_KEY ? undefined : await firstKey(database, settings.DATA_DIR);
  if (settings.DEMO && (await isEmpty(database))) {
    const started = Date.now();
    if (fillBeside) {
      await database.close();
      await fillBeside();
      database = await openDatabase(databaseOf(settings));
    } else await fillDemo(database, started, say);
    say(`Demo project ready in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
  const served = await withCommands(database, settings.DATA_DIR, say);
  return { database: served, secretsKey, newKey: firstNewKey };
}

/** Lets commands reach the embedded database through this process until it is closed; PostgreSQL accepts commands itself. */
async function withCommands(database: Database, dataDir: string, say: (line: string) => void) {
  if (database.engine !== "duckdb") return database;
  const served = {
    ...database,
    close: async () => {
      await stop();
      await database.close();
    },
  };
  const changed = () => {
    database.forget?.();
    forgetKeys(served);
  };
  const stop = await serveCommands(database, dataDir, { changed, say });
  return served;
}

/** Creates the first key where none is stored, and returns it to be printed once. Its file is written before the key is stored, so that a
 *  stop in between leaves no key that nobody knows. */
async function firstKey(database: Database, dataDir: string): Promise<string | undefined> {
  if ((await listKeys(database)).some(({ kind }) => kind === "console")) return undefined;
  const key = keyText("write");
  writeFileSync(join(dataDir, "api-key"), `${key}\n`, { mode: 0o600 });
  await storeKey(database, key, { name: "First key", kind: "console", rights: "write" }, Date.now());
  return key;
}

async function isEmpty(database: Database): Promise<boolean> {
  for (const table of ["gate", "dynamic_config", "experiment", "metric", "event", "exposure"])
    if ((await database.query(`select 1 as one from ${table} limit 1`)).length > 0) return false;
  return true;
}
