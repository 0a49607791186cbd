// Fills an empty database with the demo project, in a child process of the service, which waits for it to end.
import { databaseOf, openDatabase } from "#service/database/open-database.ts";
import { fillDemo } from "#service/demo/fill-demo.ts";
import { readSettings } from "./settings.ts";

const say = (line: string) => process.stderr.write(`${line}\n`);

// Without the parent nobody waits for the demo, so the database stays empty.
process.on("disconnect", () => process.exit(1));

try {
  const database = await openDatabase(databaseOf(readSettings(process.env)));
  await fillDemo(database, Date.now(), say);
  await database.close();
  process.exit();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
