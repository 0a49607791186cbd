// Opens an empty database for a test: embedded in memory, or in a schema of its own on TEST_DATABASE_URL, which close() returns.
import type { Database, Engine } from "./database.ts";
import { singleProcessCache } from "./value-cache.ts";
import { migrate } from "./migrations.ts";
import { openDatabase } from "./open-database.ts";
import { takeEngine } from "./test-engines.test-support.ts";
import { takeSchema } from "./test-schemas.test-support.ts";
import { withWriterGroups } from "./writer-groups.ts";

export async function openTestDatabase(between = (engine: Engine) => engine): Promise<Database> {
  const address = process.env["TEST_DATABASE_URL"];
  if (!address) {
    const engine = between(await takeEngine());
    await migrate(withWriterGroups(engine));
    return withWriterGroups(engine, singleProcessCache());
  }
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
