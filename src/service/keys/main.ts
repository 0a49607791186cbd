// `npm run keys -- list | create --name <name> [--read] | revoke <id>`: the API keys of a data folder or of DATABASE_URL.
import { parseArgs } from "node:util";
import { openDatabase } from "#service/database/open-database.ts";
import { createKey, listKeys, revokeKey } from "#service/http/api-keys.ts";
import { readSettings } from "#service/settings.ts";

const usage = `Usage:
  npm run keys -- list
  npm run keys -- create --name <name> [--read]
  npm run keys -- revoke <id>`;

async function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { name: { type: "string" }, read: { type: "boolean", default: false } },
  });
  const [command, id] = positionals;
  if (command !== "list" && !(command === "create" && values.name) && !(command === "revoke" && id))
    throw new Error(usage);

  const settings = readSettings(process.env);
  const database = await openDatabase(
    settings.DATABASE_URL ? { url: settings.DATABASE_URL } : { dataDir: settings.DATA_DIR },
  );
  try {
    if (command === "create" && values.name) {
      const rights = values.read ? "read" : "write";
      const key = await createKey(database, { name: values.name, rights, now: Date.now() });
      console.log(
        `${key}\nThis is the only time the key is shown. It may ${rights === "read" ? "only read" : "read and write"}.`,
      );
    } else if (command === "revoke" && id) {
      if (!(await revokeKey(database, id)))
        throw new Error(`No key has the id ${id}. List them with: npm run keys -- list`);
      console.log(`Revoked ${id}`);
    } else {
      const keys = await listKeys(database);
      if (keys.length === 0) console.log("No keys are stored.");
      for (const key of keys)
        console.log(
          `${key.id}  ${key.rights.padEnd(5)}  ${new Date(key.createdTime).toISOString()}  ${key.name}`,
        );
    }
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
