// Executes a key command and returns the lines to print.
import type { NewKey } from "#contract/stored-key-update.ts";
import type { Database } from "#service/database/database.ts";
import { forgetUnit } from "#service/database/forget-unit.ts";
import { createKey, listKeys, revokeKey } from "#service/http/api-keys.ts";
import { rotateKey } from "#service/http/rotate-keys.ts";
import type { KeyCommand } from "./command-line.ts";

function mayDo(key: NewKey): string {
  if (key.kind === "console") return `It may ${key.rights === "read" ? "only read" : "read and write"}.`;
  if (key.kind === "server")
    return `It is for servers, in ${key.environment}: keep it out of apps that others can read.`;
  const rules = key.readsRules ? " They can then read all rules." : "";
  return `It is for apps that anybody can read, in ${key.environment}.${rules}`;
}

const day = 86_400_000;
const shownOnce = "This is the only time the key is shown.";
const unknownKey = (id: string) => new Error(`No key has the id ${id}. List them with: npm run keys -- list`);

async function rotate(database: Database, id: string, oldKeyDays: number | null, now: number) {
  const endsTime = oldKeyDays === null ? undefined : now + oldKeyDays * day;
  const made = await rotateKey(database, { id, now, creator: undefined, endsTime });
  if (!made) throw unknownKey(id);
  const end = endsTime === undefined ? "you revoke it" : new Date(endsTime).toISOString();
  return [made.text, `${shownOnce} The old one, ${id}, stays valid until ${end}.`];
}

async function list(database: Database) {
  const keys = await listKeys(database);
  if (keys.length === 0) return ["No keys are stored."];
  return keys.map(({ id, kind, rights, environment, ending, createdTime, name, readsRules }) =>
    [
      id,
      kind.padEnd(7),
      (rights ?? environment).padEnd(10),
      `…${ending ?? "????"}`,
      new Date(createdTime).toISOString(),
      readsRules ? `${name} (reads rules)` : name,
    ].join("  "),
  );
}

/** Executes a command; `now` in ms. */
export async function runCommand(database: Database, command: KeyCommand, now: number): Promise<string[]> {
  if (command.kind === "create")
    return [await createKey(database, command.key, now), `${shownOnce} ${mayDo(command.key)}`];
  if (command.kind === "rotate") return rotate(database, command.id, command.oldKeyDays, now);
  if (command.kind === "revoke") {
    if (!(await revokeKey(database, command.id, now))) throw unknownKey(command.id);
    return [`Revoked ${command.id}`];
  }
  if (command.kind === "forget") {
    const { events, exposures, checks } = await forgetUnit(database, command.unit);
    return [`Removed ${events} events, ${exposures} exposures and ${checks} checks of ${command.unit}`];
  }
  return list(database);
}
