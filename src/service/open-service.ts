// Opens everything the service stands on: database, first key, secrets key, demo. Shared by the server and by development.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Database } from "#service/database/database.ts";
import { openDatabase } from "#service/database/open-database.ts";
import { fillDemo } from "#service/demo/fill-demo.ts";
import { loadSecretsKey } from "#service/warehouse-connections/secrets.ts";
import { createKey, findKey, listKeys } from "#service/http/api-keys.ts";
import type { Settings } from "./settings.ts";

export interface OpenService {
  database: Database;
  secretsKey: Buffer;
  /** The first key, where this machine still knows it in the clear. */
  knownKey: string | undefined;
}

export async function openService(settings: Settings, say: (line: string) => void): Promise<OpenService> {
  prepareFolder(settings.DATA_DIR);
  const database = await openDatabase(
    settings.DATABASE_URL ? { url: settings.DATABASE_URL } : { dataDir: settings.DATA_DIR },
  );
  const secretsKey = loadSecretsKey(settings.SECRETS_KEY, settings.DATA_DIR);
  // Whoever set a key knows it; what is printed may end in a log.
  const knownKey = settings.CONSOLE_API_KEY ? undefined : await firstKey(database, settings.DATA_DIR);
  if (settings.DEMO && (await isEmpty(database))) {
    const started = Date.now();
    await fillDemo(database, started, say);
    say(`Demo project ready in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
  return { database, secretsKey, knownKey };
}

/** The folder holds keys and users' data, so a new one is for its owner alone. */
function prepareFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `DATA_DIR: the folder ${folder} cannot be written (${error instanceof Error ? error.message : ""}).`,
      { cause: error },
    );
  }
}

/** Makes the first key when none is stored; answers it as long as its file and the store agree. */
async function firstKey(database: Database, dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, "api-key");
  if (existsSync(file)) {
    const key = readFileSync(file, "utf8").trim();
    if (await findKey(database, key, undefined)) return key;
  }
  if ((await listKeys(database)).length > 0) return undefined;
  const key = await createKey(database, { name: "First key", rights: "write", now: Date.now() });
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return key;
}

async function isEmpty(database: Database): Promise<boolean> {
  for (const table of ["gate", "dynamic_config", "experiment", "metric", "event", "exposure"])
    if ((await database.query(`select 1 as one from ${table} limit 1`)).length > 0) return false;
  return true;
}
