// Opens the database given by the settings, and migrates it to the newest tables.
import { accessSync, chmodSync, constants, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Database, DatabaseInUse, type Engine } from "./database.ts";
import { openDuckdb } from "./duckdb.ts";
import { openEmbedded } from "./embedded.ts";
import { singleProcessCache } from "./value-cache.ts";
import { migrate } from "./migrations.ts";
import { openPostgres } from "./postgres.ts";
import { openRemote } from "./remote.ts";
import { multiProcessCache } from "./multi-process-cache.ts";
import { withWriterGroups } from "./writer-groups.ts";

/** A PostgreSQL server by URL, an embedded database file in a data folder, or an embedded database in memory. */
export type Where = { url: string } | { dataDir: string; memoryLimit?: number } | { memory: true };

interface DatabaseSettings {
  DATABASE_URL?: string | undefined;
  DATA_DIR: string;
  /** MiB. */
  MEMORY_LIMIT: number;
}

/** The database that the settings choose, or the one in another data folder. */
export const databaseOf = (settings: DatabaseSettings, dataDir?: string): Where =>
  settings.DATABASE_URL && dataDir === undefined
    ? { url: settings.DATABASE_URL }
    : { dataDir: dataDir ?? settings.DATA_DIR, memoryLimit: settings.MEMORY_LIMIT };

const ownFiles = /^(assay\.duckdb.*|api-key|secrets-key|service\.sock)$/;

/** Creates the data folder, which holds keys and user data, for its owner alone, and removes access that others had to it. */
export function prepareFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const own = readdirSync(folder).filter((name) => ownFiles.test(name));
    for (const name of own) chmodSync(join(folder, name), 0o600);
    // A folder with other files, such as a home folder, keeps its permissions.
    if (own.length === readdirSync(folder).length) chmodSync(folder, 0o700);
    // Applies to files that are created later, also by the engine.
    process.umask(0o077);
  } catch (error) {
    throw new Error(
      `DATA_DIR: the folder ${folder} cannot be written (${error instanceof Error ? error.message : ""}).`,
      { cause: error },
    );
  }
}

async function openEngine(where: Where): Promise<Engine> {
  if ("url" in where) return openPostgres(where.url);
  if ("memory" in where) return openDuckdb(":memory:");
  prepareFolder(where.dataDir);
  return openEmbedded(where.dataDir, where.memoryLimit);
}

/** Opens a database. Tests use `between` to wrap its engine. */
export async function openDatabase(
  where: Where,
  between: (engine: Engine) => Engine | Promise<Engine> = (engine) => engine,
): Promise<Database> {
  const engine = await between(await openEngine(where));
  try {
    await migrate(withWriterGroups(engine));
  } catch (error) {
    await engine.close();
    throw "url" in where && error instanceof Error
      ? new Error(`DATABASE_URL: the database cannot be used (${error.message}).`, { cause: error })
      : error;
  }
  return withWriterGroups(engine, "url" in where ? multiProcessCache(engine) : singleProcessCache());
}

/** Milliseconds to wait for a command, or for a service that is starting, that holds the database. */
const longestWait = 20_000;

/** Opens the database for a command: through the running service where one holds it. */
export async function openForCommand(where: Where): Promise<Database> {
  const until = performance.now() + longestWait;
  for (;;) {
    const remote = "dataDir" in where ? await openRemote(where.dataDir) : undefined;
    if (remote) return withWriterGroups(remote);
    try {
      return await openDatabase(where);
    } catch (error) {
      if (!(error instanceof DatabaseInUse) || performance.now() > until) throw error;
    }
    await wait(100);
  }
}
