// Parses the arguments of the key commands. Nothing is read or stored here.
import { parseArgs } from "node:util";
import { KeyLine, type NewKey } from "#contract/stored-key-update.ts";
import { sdkKinds } from "#service/http/api-keys.ts";

export const usage = `Usage:
  npm run keys -- list
  npm run keys -- create --name <name> [--read]
  npm run keys -- create --name <name> --kind server|client [--environment <environment>]
  npm run keys -- revoke <id>
  npm run keys -- forget <unit>

A console key is for this console and its API, and may only read with --read. A server or client key is for an app;
its environment is production where none is given. To forget a user, a device or another unit removes all events,
exposures and checks with its id; results are computed anew from the others. Rules that name the id stay as they are.`;

export type KeyCommand =
  | { kind: "list" }
  | { kind: "create"; key: NewKey }
  | { kind: "revoke"; id: string }
  | { kind: "forget"; unit: string };

const text = { type: "string" } as const;
const words = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { name: text, read: { type: "boolean" }, kind: text, environment: text },
  });
type Values = ReturnType<typeof words>["values"];

function lineOf(given: string, option: string): string {
  const { data } = KeyLine.safeParse(given);
  if (data === undefined) throw new Error(`--${option} takes one line of 1 to 100 characters.`);
  return data;
}

function newKey(given: string, { kind: kindGiven = "console", read, environment }: Values): NewKey {
  const name = lineOf(given, "name");
  const kind = sdkKinds.find((one) => one === kindGiven);
  if (kind) {
    if (read) throw new Error("--read is for console keys.");
    return { name, kind, environment: lineOf(environment ?? "production", "environment") };
  }
  if (kindGiven !== "console") throw new Error("--kind takes console, server or client.");
  if (environment !== undefined) throw new Error("--environment is for server and client keys.");
  return { name, kind: kindGiven, rights: read ? "read" : "write" };
}

/** The parsed command; an Error names the problem. */
export function readCommand(args: readonly string[]): KeyCommand {
  const { positionals, values } = words(args);
  const [kind, id, more] = positionals;
  if (kind === "list" && id === undefined) return { kind };
  if (kind === "create" && id === undefined && values.name !== undefined)
    return { kind, key: newKey(values.name, values) };
  if (kind === "revoke" && id !== undefined && more === undefined) return { kind, id };
  if (kind === "forget" && id && more === undefined) return { kind, unit: id };
  throw new Error(usage);
}
