// The form of a script for the admin of a warehouse, and how names are quoted in it.
export const scriptNames = ["Grant", "Verify", "Rotate", "Revoke"] as const;
export type ScriptName = (typeof scriptNames)[number];

/** A setting by its name; the second text stands where it is empty. */
export type Fill = (name: string, otherwise: string) => string;
/** All but the rotation, which has a file of its own. */
export type Scripts = Readonly<Record<Exclude<ScriptName, "Rotate">, readonly string[]>>;

/** In backticks, each part of a name with points. */
export const ticked = (name: string) =>
  name
    .split(".")
    .map((part) => `\`${part.replaceAll("`", "")}\``)
    .join(".");

/** In quotation marks where it is not a plain name. */
export const quoted = (name: string) =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
