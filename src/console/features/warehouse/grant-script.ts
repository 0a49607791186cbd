// The form of a script for the admin of a warehouse, and how names are quoted in it.
export const scriptNames = ["Grant", "Verify", "Rotate", "Revoke"] as const;
export type ScriptName = (typeof scriptNames)[number];

/** A setting by its name; the second text stands where it is empty. */
export type Fill = (name: string, otherwise: string) => string;
/** All but the rotation, which has a file of its own. */
export type Scripts = Readonly<Record<Exclude<ScriptName, "Rotate">, readonly string[]>>;

/** The tables that stored sources read, with the schemas and catalogs of them, as they are written in SQL; an example where there are none. */
export interface Read {
  readonly tables: readonly string[];
  readonly schemas: readonly string[];
  readonly catalogs: readonly string[];
}

const wholePart = /"[^"]*"|`[^`]*`|[^.]+/g;

/** `start` stands before the names that have fewer parts than the example. */
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

/** After the line of a table that is an example. */
export const oneForEach = (tables: readonly string[]) =>
  tables.length > 0 ? "" : "  -- one line for each table";

/** In backticks, each part of a name with points. */
export const ticked = (name: string) =>
  name
    .split(".")
    .map((part) => `\`${part.replaceAll("`", "")}\``)
    .join(".");

/** In quotation marks where it is not a plain name. */
export const quoted = (name: string) =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
