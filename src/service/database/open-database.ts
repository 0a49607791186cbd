// Opens the database that the settings name, brought to the newest tables.
import { accessSync, chmodSync, constants, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Database, DatabaseInUse, type Engine } from "./database.ts";
import { openDuckdb } from "./duckdb.ts";
import { openEmbedded } from "./embedded.ts";
import { ownMemory } from "./memory.ts";
import { migrate } from "./migrations.ts";
import { openPostgres } from "./postgres.ts";
import { openRemote } from "./remote.ts";
import { serverMemory } from "./server-memory.ts";
import { withWriterGroups } from "./writer-groups.ts";

/** PostgreSQL by its address, an embedded file in a data folder, or an embedded database in memory. */
export type Where = { url: string } | { dataDir: string; memoryLimit?: number } | { memory: true };

interface DatabaseSettings {
  DATABASE_URL?: string | undefined;
  DATA_DIR: string;
  /** MiB */
  MEMORY_LIMIT: number;
}

/** Where the settings say, or in another data folder. */
export const databaseOf = (settings: DatabaseSettings, dataDir?: string): Where =>
  settings.DATABASE_URL && dataDir === undefined
    ? { url: settings.DATABASE_URL }
    : { dataDir: dataDir ?? settings.DATA_DIR, memoryLimit: settings.MEMORY_LIMIT };

const ownFiles = /^(assay\.duckdb.*|api-key|secrets-key|service\.sock)$/;

/** The folder holds keys and users' data: it is made for its owner alone, and what others could read before is closed to them. */
export function prepareFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const own = readdirSync(folder).filter((name) => ownFiles.test(name));
    for (const name of own) chmodSync(join(folder, name), 0o600);
    // A folder with other files, such as a home, has rights of its own.
    if (own.length === readdirSync(folder).length) chmodSync(folder, 0o700);
    // For files that are made later, by the engine too.
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

/** Tests put something between the database and its engine. */
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
  return withWriterGroups(engine, "url" in where ? serverMemory(engine) : ownMemory());
}

/** ms; a command or a service that is starting may hold the database for so long. */
const longestWait = 20_000;

/** The database as a command uses it: through the running service where one holds it. */
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
