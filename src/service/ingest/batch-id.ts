// Identifies a batch, to recognize it when a library sends it again because it got no answer. The metadata and the order of keys
// may then differ, but the events are the same (API 7.2).
import { createHash } from "node:crypto";

/** Maximum nesting of events; libraries send nothing as deep. */
const mostLevels = 100;

/** Thrown for events that nest deeper than can be stored. */
export class NestedTooDeep extends Error {}

const lengthAndText = (text: string) => `${text.length}"${text}`;

/** For more names than this, the built-in sort is faster; it takes longer to start. */
const fewNames = 20;

/** Returns the sorted field names of an object; insertion sort is faster for the few that nearly all objects in events have. */
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

/** Returns a text that is the same only for equal JSON values, whatever the order of fields. Strings in it are prefixed by their
 *  length, because escaping them would take most of the time. */
function canonical(value: unknown, level = 0): string {
  if (level > mostLevels) throw new NestedTooDeep();
  if (typeof value === "string") return lengthAndText(value);
  if (typeof value !== "object" || value === null) return `${String(value)},`;
  if (Array.isArray(value)) {
    let text = "[";
    for (let place = 0; place < value.length; place += 1) text += canonical(value[place], level + 1);
    return `${text}]`;
  }
  // Any other JSON value is an object.
  const fields = value as Readonly<Record<string, unknown>>;
  let text = "{";
  for (const name of sortedNames(fields)) text += lengthAndText(name) + canonical(fields[name], level + 1);
  return `${text}}`;
}

/** Returns a hash of 22 characters over the key, the session and the events. Throws NestedTooDeep. */
export const batchID = (keyID: string, session: string, events: readonly unknown[]): string =>
  createHash("sha256")
    .update(JSON.stringify([keyID, session]))
    .update(canonical(events))
    .digest("base64url")
    .slice(0, 22);
