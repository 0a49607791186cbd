// The form of a script for the admin of a warehouse, and how names are quoted in it.
export const scriptNames = ["Grant", "Verify", "Revoke"] as const;
export type ScriptName = (typeof scriptNames)[number];

/** A setting by its name; the second text stands where it is empty. */
export type Fill = (name: string, otherwise: string) => string;
export type Scripts = Readonly<Record<ScriptName, readonly string[]>>;

/** In backticks, each part of a name with points. */
export const ticked = (name: string) =>
  name
    .split(".")
    .map((part) => `\`${part.replaceAll("`", "")}\``)
    .join(".");
