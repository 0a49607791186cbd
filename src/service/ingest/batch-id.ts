// Libraries send a batch again when they did not hear that it was stored: with other metadata and keys in another order, but with the same
// events (API 7.2).
import { createHash } from "node:crypto";

/** Deeper than anything a library sends. */
const mostLevels = 100;

/** Thrown for events that nest deeper than can be stored. */
export class NestedTooDeep extends Error {}

const lengthAndText = (text: string) => `${text.length}"${text}`;

/** More names than that are sorted by the engine, which takes longer to begin. */
const fewNames = 20;

/** The names of the fields of an object in order; of events nearly all have a few. */
function sortedNames(fields: object): string[] {
  const names = Object.keys(fields);
  if (names.length > fewNames) return names.sort();
  for (let place = 1; place < names.length; place += 1) {
    const name = names[place] ?? "";
    let free = place;
    for (let before = names[free - 1]; before !== undefined && before > name; before = names[free - 1]) {
      names[free] = before;
      free -= 1;
    }
    names[free] = name;
  }
  return names;
}

/** A text for each value that JSON can hold, another one for each, with the fields of an object in order of their names. Texts stand
 *  behind their length: to escape them would take most of the time. */
function canonical(value: unknown, level = 0): string {
  if (level > mostLevels) throw new NestedTooDeep();
  if (typeof value === "string") return lengthAndText(value);
  if (typeof value !== "object" || value === null) return `${String(value)},`;
  if (Array.isArray(value)) {
    let text = "[";
    for (let place = 0; place < value.length; place += 1) text += canonical(value[place], level + 1);
    return `${text}]`;
  }
  // The entries of an object that was parsed: its type says no more.
  const fields = value as Readonly<Record<string, unknown>>;
  let text = "{";
  for (const name of sortedNames(fields)) text += lengthAndText(name) + canonical(fields[name], level + 1);
  return `${text}}`;
}

/** The same for the same events of the same key and session, whatever else differs. */
export const batchID = (keyID: string, session: string, events: readonly unknown[]): string =>
  createHash("sha256")
    .update(JSON.stringify([keyID, session]))
    .update(canonical(events))
    .digest("base64url")
    .slice(0, 22);
