// Types of the scripts for the admin of a warehouse, and quoting of names in them.
export const scriptNames = ["Grant", "Verify", "Rotate", "Revoke"] as const;
export type ScriptName = (typeof scriptNames)[number];

/** Returns a setting by its name, or the given default if it is empty. */
export type Fill = (name: string, otherwise: string) => string;
/** The scripts other than the rotation, which has a file of its own. */
export type Scripts = Readonly<Record<Exclude<ScriptName, "Rotate">, readonly string[]>>;

/** The tables that stored sources read, with their schemas and catalogs, as written in SQL; an example if there are none. */
export interface Read {
  readonly tables: readonly string[];
  readonly schemas: readonly string[];
  readonly catalogs: readonly string[];
}

const wholePart = /"[^"]*"|`[^`]*`|[^.]+/g;

/** Splits table names; `start` is prepended to names with fewer parts than the example. */
export function readOf(tables: readonly string[], example: string, start: readonly string[] = []): Read {
  const length = example.match(wholePart)?.length ?? 0;
  const named = (tables.length > 0 ? tables : [example]).map((table) => {
    const parts = table.match(wholePart) ?? [];
    return [...start.slice(0, Math.max(0, length - parts.length)), ...parts];
  });
  const unique = (names: readonly string[]) => [...new Set(names)];
  return {
    tables: unique(named.map((parts) => parts.join("."))),
    schemas: unique(named.map((parts) => parts.slice(0, -1).join(".")).filter(Boolean)),
    catalogs: unique(named.flatMap((parts) => (parts.length > 2 ? parts.slice(0, 1) : []))),
  };
}

/** Comment after the line of the example table; empty if there are real tables. */
export const exampleLineNote = (tables: readonly string[]) =>
  tables.length > 0 ? "" : "  -- one line for each table";

/** Quotes each part of a dotted name in backticks. */
export const backquoted = (name: string) =>
  name
    .split(".")
    .map((part) => `\`${part.replaceAll("`", "")}\``)
    .join(".");

/** Quotes a name in double quotes, unless it is a plain identifier. */
export const quoted = (name: string) =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
