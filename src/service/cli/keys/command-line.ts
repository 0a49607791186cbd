// Parses the arguments of the key commands. Does no I/O.
import { parseArgs } from "node:util";
import { KeyLine, KeyRotation, type NewKey } from "#contract/stored-key-update.ts";
import { sdkKinds } from "#service/http/api-keys.ts";

export const usage = `Usage:
  npm run keys -- list
  npm run keys -- create --name <name> [--read]
  npm run keys -- create --name <name> --kind server|client [--environment <environment>] [--reads-rules]
  npm run keys -- rotate <id> [--days <days>|never]
  npm run keys -- revoke <id>
  npm run keys -- forget <unit>

A console key is for this console and its API, and may only read with --read. A server or client key is for an app;
its environment is production where none is given. A client key with --reads-rules gets all rules, for evaluation on
the device, where anybody can read them. A rotated key is replaced by one of the same name and rights, and stays valid
for 7 days, or as long as --days says: 0 to 365, or never for until it is revoked. To forget a user, a device or another unit removes all events,
exposures and checks with its id; results are computed anew from the others. Rules that name the id stay as they are.`;

export type KeyCommand =
  | { kind: "list" }
  | { kind: "create"; key: NewKey }
  | { kind: "rotate"; id: string; oldKeyDays: number | null }
  | { kind: "revoke"; id: string }
  | { kind: "forget"; unit: string };

const text = { type: "string" } as const;
const words = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: text,
      read: { type: "boolean" },
      kind: text,
      environment: text,
      "reads-rules": { type: "boolean" },
      days: text,
    },
  });
type Values = ReturnType<typeof words>["values"];

function lineOf(given: string, option: string): string {
  const { data } = KeyLine.safeParse(given);
  if (data === undefined) throw new Error(`--${option} takes one line of 1 to 100 characters.`);
  return data;
}

function newKey(given: string, values: Values): NewKey {
  const { kind: kindGiven = "console", read, environment, "reads-rules": readsRules } = values;
  const name = lineOf(given, "name");
  if (readsRules && kindGiven !== "client") throw new Error("--reads-rules is for client keys.");
  const kind = sdkKinds.find((one) => one === kindGiven);
  if (kind) {
    if (read) throw new Error("--read is for console keys.");
    const ofApp = { name, kind, environment: lineOf(environment ?? "production", "environment") };
    return readsRules ? { ...ofApp, readsRules } : ofApp;
  }
  if (kindGiven !== "console") throw new Error("--kind takes console, server or client.");
  if (environment !== undefined) throw new Error("--environment is for server and client keys.");
  return { name, kind: kindGiven, rights: read ? "read" : "write" };
}

/** Parses the number of days until the old key is revoked; null keeps it. */
function daysOf(given: string | undefined): number | null {
  if (given === "never") return null;
  const days = given === undefined ? undefined : /^\d{1,3}$/.test(given) ? Number(given) : Number.NaN;
  const { data } = KeyRotation.safeParse({ oldKeyDays: days });
  if (!data) throw new Error("--days takes a number from 0 to 365, or never.");
  return data.oldKeyDays;
}

/** Parses a command; throws an Error that describes the problem. */
export function readCommand(args: readonly string[]): KeyCommand {
  const { positionals, values } = words(args);
  const [kind, id, more] = positionals;
  if (kind === "list" && id === undefined) return { kind };
  if (kind === "create" && id === undefined && values.name !== undefined)
    return { kind, key: newKey(values.name, values) };
  if (kind === "rotate" && id && more === undefined) return { kind, id, oldKeyDays: daysOf(values.days) };
  if (kind === "revoke" && id !== undefined && more === undefined) return { kind, id };
  if (kind === "forget" && id && more === undefined) return { kind, unit: id };
  throw new Error(usage);
}
