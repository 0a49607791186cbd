// `npm run keys -- list | create … | rotate <id> | revoke <id> | forget <unit>`:
// manages API keys, and deletes the data of units, in a data folder or in DATABASE_URL.
import { databaseOf, openForCommand } from "#service/database/open-database.ts";
import { readSettings } from "#service/settings.ts";
import { readCommand, usage } from "./command-line.ts";
import { runCommand } from "./run-command.ts";

async function main() {
  const args = process.argv.slice(2);
  if (args.includes("--help")) return console.log(usage);
  const command = readCommand(args);
  const settings = readSettings(process.env);
  const database = await openForCommand(databaseOf(settings));
  try {
    for (const line of await runCommand(database, command, Date.now())) console.log(line);
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
