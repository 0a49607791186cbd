// Backs up and restores the embedded database and its keys by copying folders, and verifies the copy.
import { constants, copyFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join, parse, resolve } from "node:path";
import { fileName } from "#service/database/data-files.ts";
import { logsOf } from "#service/database/log-mark.ts";
import type { Engine } from "#service/database/database.ts";
import { openRemote } from "#service/database/remote.ts";
import { openDatabase, prepareFolder } from "#service/database/open-database.ts";
import { readSettings } from "#service/settings.ts";

/** Key files, without which the secrets in the database cannot be decrypted. */
const keyFiles = ["secrets-key", "api-key"];

/** Number of rows of each table, with a checksum of its content. */
type Content = Readonly<Record<string, { rows: number; sum: string | null }>>;

/** Reads every row of a folder's database, then closes it so that all data is in one file. */
async function readAll(folder: string): Promise<Content> {
  const database = await openDatabase({ dataDir: folder });
  try {
    const tables = await database.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'main' order by 1",
    );
    const content: Record<string, { rows: number; sum: string | null }> = {};
    for (const { name } of tables) {
      const [row] = await database.query<{ rows: number; sum: string | null }>(
        `select count(*) as rows, cast(bit_xor(hash(one)) as text) as sum from "${name}" as one`,
      );
      if (row) content[name] = row;
    }
    return content;
  } finally {
    await database.close();
  }
}

function makeEmptyFolder(folder: string) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`The folder ${folder} is not empty. Move what is in it away, or choose another folder.`);
  prepareFolder(folder);
}

function copyFiles(from: string, to: string, names = [fileName, ...keyFiles]) {
  for (const name of names.filter((file) => existsSync(join(from, file))))
    copyFileSync(join(from, name), join(to, name), constants.COPYFILE_EXCL);
}

function copyFolder(from: string, to: string) {
  if (!existsSync(join(from, fileName))) throw new Error(`There is no database in ${from}.`);
  makeEmptyFolder(to);
  copyFiles(from, to);
}

/** Makes the running service copy a consistent snapshot of its database while it continues. */
async function copyRunning(service: Engine, dataDir: string, folder: string) {
  makeEmptyFolder(folder);
  const copy = `copy_${Date.now()}`;
  const path = resolve(folder, fileName).replaceAll("'", "''");
  try {
    await service.query(
      `attach '${path}' as ${copy}; copy from database ${parse(fileName).name} to ${copy}; detach ${copy}`,
    );
    copyFiles(dataDir, folder, keyFiles);
    return await readAll(folder);
  } catch (error) {
    await service.query(`detach database if exists ${copy}`).catch(() => undefined);
    // A partial copy must not be mistaken for a backup.
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    throw error;
  }
}

/** Copies a data folder into an empty one; throws if the contents differ afterwards. */
export async function backUp(dataDir: string, folder: string): Promise<Content> {
  const service = await openRemote(dataDir);
  if (service) return copyRunning(service, dataDir, folder);
  const content = await readAll(dataDir);
  if (logsOf(join(dataDir, fileName)).some((log) => existsSync(log)))
    throw new Error(`The log in ${dataDir} could not be brought into its database. Make room on its disk.`);
  copyFolder(dataDir, folder);
  if (JSON.stringify(await readAll(folder)) !== JSON.stringify(content))
    throw new Error(`The copy in ${folder} differs from ${dataDir}. Do not use it.`);
  return content;
}

/** Copies a backup into an empty data folder and reads all of the copy; the backup itself is not changed. */
export async function restore(dataDir: string, folder: string): Promise<Content> {
  copyFolder(folder, dataDir);
  return readAll(dataDir);
}

/** Runs a command whose only argument is a folder, and prints a one-line summary. */
async function runCopy(usage: string, work: (dataDir: string, folder: string) => Promise<Content>) {
  const [folder, more] = process.argv.slice(2);
  if (folder === "--help") return console.log(usage);
  if (folder === undefined || folder.startsWith("-") || more !== undefined) throw new Error(usage);
  const { DATA_DIR, DATABASE_URL } = readSettings(process.env);
  if (DATABASE_URL !== undefined)
    throw new Error(
      "DATABASE_URL is set: use pg_dump and pg_restore of PostgreSQL, and keep SECRETS_KEY with the dump.",
    );
  const content = await work(DATA_DIR, folder);
  const rows = (table: string) => (content[table]?.rows ?? 0).toLocaleString("en");
  console.log(
    `Copied and read back: ${rows("gate")} gates, ${rows("dynamic_config")} dynamic configs, ${rows("experiment")} experiments, ${rows("event")} events, ${rows("exposure")} exposures.`,
  );
}

/** Runs the command; on an error, prints the message and exits with status 1. */
export function runCopyCommand(...command: Parameters<typeof runCopy>) {
  runCopy(...command).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
}
