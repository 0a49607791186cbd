// `npm run keys -- list | create … | revoke <id> | forget <unit>`: the keys, and the units, of a data folder or of DATABASE_URL.
import type { NewKey } from "#contract/stored-key-update.ts";
import type { Database } from "#service/database/database.ts";
import { forgetUnit } from "#service/database/forget-unit.ts";
import { databaseOf, openForCommand } from "#service/database/open-database.ts";
import { createKey, listKeys, revokeKey } from "#service/http/api-keys.ts";
import { readSettings } from "#service/settings.ts";
import { type KeyCommand, readCommand, usage } from "./command-line.ts";

function mayDo(key: NewKey): string {
  if (key.kind === "console") return `It may ${key.rights === "read" ? "only read" : "read and write"}.`;
  if (key.kind === "client") return `It is for apps that anybody can read, in ${key.environment}.`;
  return `It is for servers, in ${key.environment}: keep it out of apps that others can read.`;
}

async function run(database: Database, command: KeyCommand) {
  if (command.kind === "create") {
    console.log(await createKey(database, command.key, Date.now()));
    console.log(`This is the only time the key is shown. ${mayDo(command.key)}`);
    return;
  }
  if (command.kind === "revoke") {
    if (!(await revokeKey(database, command.id, Date.now())))
      throw new Error(`No key has the id ${command.id}. List them with: npm run keys -- list`);
    console.log(`Revoked ${command.id}`);
    return;
  }
  if (command.kind === "forget") {
    const { events, exposures, checks } = await forgetUnit(database, command.unit);
    console.log(`Removed ${events} events, ${exposures} exposures and ${checks} checks of ${command.unit}`);
    return;
  }
  const keys = await listKeys(database);
  if (keys.length === 0) console.log("No keys are stored.");
  for (const { id, kind, rights, environment, ending, createdTime, name } of keys)
    console.log(
      [
        id,
        kind.padEnd(7),
        (rights ?? environment).padEnd(10),
        `…${ending ?? "????"}`,
        new Date(createdTime).toISOString(),
        name,
      ].join("  "),
    );
}

async function main() {
  const args = process.argv.slice(2);
  if (args.includes("--help")) return console.log(usage);
  const command = readCommand(args);
  const settings = readSettings(process.env);
  const database = await openForCommand(databaseOf(settings));
  try {
    await run(database, command);
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
