// Parses the arguments of the key commands. Nothing is read or stored here.
import { parseArgs } from "node:util";
import type { Rights } from "#service/http/api-keys.ts";

export const usage = `Usage:
  npm run keys -- list
  npm run keys -- create --name <name> [--read]
  npm run keys -- revoke <id>`;

export type KeyCommand =
  | { kind: "list" }
  | { kind: "create"; name: string; rights: Rights }
  | { kind: "revoke"; id: string };

const words = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { name: { type: "string" }, read: { type: "boolean", default: false } },
  });

/** Writes are signed with the name of their key, so it is one plain line. */
function nameOf(given: string): string {
  const name = given.trim();
  if (name === "" || name.length > 100 || /\p{Control}/u.test(name))
    throw new Error("--name takes one line of 1 to 100 characters.");
  return name;
}

/** The parsed command; an Error names the problem. */
export function readCommand(args: readonly string[]): KeyCommand {
  const { positionals, values } = words(args);
  const [kind, id, more] = positionals;
  if (kind === "list" && id === undefined) return { kind };
  if (kind === "create" && id === undefined && values.name !== undefined)
    return { kind, name: nameOf(values.name), rights: values.read ? "read" : "write" };
  if (kind === "revoke" && id !== undefined && more === undefined) return { kind, id };
  throw new Error(usage);
}
