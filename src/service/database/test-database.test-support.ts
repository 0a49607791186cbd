// Opens an empty database for a test: embedded in memory, or in a schema of its own on TEST_DATABASE_URL, which close() returns.
import { copiedTables } from "./copied-tables.test-support.ts";
import type { Database, Engine } from "./database.ts";
import { openDatabase } from "./open-database.ts";
import { takeSchema } from "./test-schemas.test-support.ts";

export async function openTestDatabase(between = (engine: Engine) => engine): Promise<Database> {
  const address = process.env["TEST_DATABASE_URL"];
  if (!address) return openDatabase({ memory: true }, async (engine) => between(await copiedTables(engine)));
  const schema = await takeSchema(address);
  const database = await openDatabase({ url: schema.url }, between);
  return {
    ...database,
    close: async () => {
      await database.close();
      await schema.close();
    },
  };
}
