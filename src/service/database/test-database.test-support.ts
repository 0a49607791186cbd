// A fresh database for a test: embedded in memory, or a schema of its own on TEST_DATABASE_URL that close() drops.
import { randomBytes } from "node:crypto";
import type { Database, Engine } from "./database.ts";
import { openDatabase } from "./open-database.ts";
import { openPostgres } from "./postgres.ts";
import { copiedTables } from "./copied-tables.test-support.ts";

export async function openTestDatabase(between = (engine: Engine) => engine): Promise<Database> {
  const url = process.env["TEST_DATABASE_URL"];
  if (!url) return openDatabase({ memory: true }, async (engine) => between(await copiedTables(engine)));
  const schema = `test_${randomBytes(6).toString("hex")}`;
  const server = openPostgres(url);
  await server.query(`create schema ${schema}`);
  const own = new URL(url);
  own.searchParams.set("options", `-c search_path=${schema}`);
  const database = await openDatabase({ url: own.href }, between);
  return {
    ...database,
    close: async () => {
      await database.close();
      await server.query(`drop schema ${schema} cascade`);
      await server.close();
    },
  };
}
