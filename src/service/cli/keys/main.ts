// `npm run keys -- list | create --name <name> [--read] | revoke <id>`: the API keys of a data folder or of DATABASE_URL.
import type { Database } from "#service/database/database.ts";
import { databaseOf, openDatabase } from "#service/database/open-database.ts";
import { createKey, listKeys, revokeKey } from "#service/http/api-keys.ts";
import { readSettings } from "#service/settings.ts";
import { type KeyCommand, readCommand, usage } from "./command-line.ts";

async function run(database: Database, command: KeyCommand) {
  const keys = await listKeys(database);
  if (command.kind === "create") {
    const { name, rights } = command;
    if (keys.some((key) => key.name === name))
      throw new Error(
        `There is a key named '${name}' already. Choose another name, or revoke that one first.`,
      );
    console.log(await createKey(database, { name, rights, now: Date.now() }));
    console.log(
      `This is the only time the key is shown. It may ${rights === "read" ? "only read" : "read and write"}.`,
    );
    return;
  }
  if (command.kind === "revoke") {
    if (!(await revokeKey(database, command.id)))
      throw new Error(`No key has the id ${command.id}. List them with: npm run keys -- list`);
    console.log(`Revoked ${command.id}`);
    return;
  }
  if (keys.length === 0) console.log("No keys are stored.");
  for (const { id, rights, createdTime, name } of keys)
    console.log(`${id}  ${rights.padEnd(5)}  ${new Date(createdTime).toISOString()}  ${name}`);
}

async function main() {
  const args = process.argv.slice(2);
  if (args.includes("--help")) return console.log(usage);
  const command = readCommand(args);
  const settings = readSettings(process.env);
  const database = await openDatabase(databaseOf(settings));
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
