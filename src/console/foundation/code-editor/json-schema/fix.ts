// Fixes of problems that have only one sensible solution.
import { childOf } from "#contract/json-pointer.ts";
import type { Json } from "#contract/json5.ts";
import type { Change } from "#console/foundation/code-editor/json5/edit-text.ts";
import type { Path } from "#console/foundation/code-editor/json5/places.ts";
import { defaultAt } from "./default-of.ts";
import type { Known } from "./schema-at.ts";

export interface Fix {
  /** Equal for problems that the same fix solves, whichever value they are in. */
  key: string;
  /** Such as "Make freeFrom a number". */
  label: string;
  change: Change;
}

const missing = /^Missing property '(.+)'/;
const wantsNumber = /^Expected (?:number|integer), received string$/;
const wantsText = /^Expected string, received (?:number|boolean)$/;
const isNumber = (text: Known) =>
  typeof text === "string" && text.trim() !== "" && Number.isFinite(Number(text));

const shown = (value: Json) => {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
};

/** Returns the fix of a problem; undefined if only the author of the value can know it. */
export function fixOf(
  { message, path }: { message: string; path: Path },
  schema: Json,
  whole: Known,
): Fix | undefined {
  const name = path.join(".");
  const value = path.reduce<Known>(childOf, whole);
  const fix = (label: string, change: Change): Fix => ({ key: `${label} ${name}`, label, change });
  const property = missing.exec(message)?.[1];
  if (property !== undefined) {
    const at = [...path, property];
    const added = defaultAt(schema, at, whole);
    return fix(`Add ${at.join(".")} as ${shown(added)}`, { path: at, value: added });
  }
  if (message === "Unknown property") return fix(`Remove ${name}`, { path });
  if (wantsNumber.test(message) && isNumber(value))
    return fix(`Make ${name} a number`, { path, value: Number(value) });
  if (wantsText.test(message)) return fix(`Make ${name} a text`, { path, value: JSON.stringify(value) });
  return undefined;
}
