// Opens the database that the settings name, brought to the newest tables.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "./database.ts";
import { openDuckdb } from "./duckdb.ts";
import { migrate } from "./migrations.ts";
import { openPostgres } from "./postgres.ts";

/** PostgreSQL by its address, an embedded file in a data folder, or an embedded database in memory. */
export type Where = { url: string } | { dataDir: string } | { memory: true };

async function connect(where: Where): Promise<Database> {
  if ("url" in where) return openPostgres(where.url);
  if ("memory" in where) return openDuckdb(":memory:");
  mkdirSync(where.dataDir, { recursive: true });
  return openDuckdb(join(where.dataDir, "assay.duckdb"));
}

export async function openDatabase(where: Where): Promise<Database> {
  const database = await connect(where);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw "url" in where && error instanceof Error
      ? new Error(`DATABASE_URL: the database cannot be used (${error.message}).`, { cause: error })
      : error;
  }
  return database;
}
