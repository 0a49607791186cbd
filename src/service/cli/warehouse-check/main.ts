// `npm run warehouse:check`: runs the checklist on a real warehouse and prints a report that can be pasted into an issue.
import { readFileSync } from "node:fs";
import { databaseOf, openDatabase, openForCommand } from "#service/database/open-database.ts";
import { readSettings } from "#service/settings.ts";
import { openSecretsKey } from "#service/warehouse-connections/secrets-key.ts";
import { checkWarehouse } from "./check-warehouse.ts";
import { readCommand, usage } from "./command-line.ts";
import { reportOf } from "./report.ts";
import { storeGiven } from "./given-settings.ts";

async function main() {
  const args = process.argv.slice(2);
  if (args.includes("--help")) return console.log(usage);
  const { file, isRun } = readCommand(args);
  const settings = readSettings(process.env);
  const database = await (file === undefined
    ? openForCommand(databaseOf(settings))
    : openDatabase({ memory: true }));
  try {
    const secretsKey =
      file === undefined
        ? await openSecretsKey(database, settings)
        : await storeGiven(database, readFileSync(file, "utf8"), process.env);
    const say = (line: string) => console.error(line);
    const checked = await checkWarehouse({ database, secretsKey, isRun, now: Date.now(), say });
    console.log(reportOf(checked));
    if (checked.failed.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
