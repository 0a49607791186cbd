// Identifies a batch, so that it is recognized when a library sends it again for lack of an answer: the metadata and the order of keys
// may then differ, but the events are the same (API 7.2).
import { createHash } from "node:crypto";

/** Deeper than anything a library sends. */
const mostLevels = 100;

/** Thrown for events that nest deeper than can be stored. */
export class NestedTooDeep extends Error {}

const lengthAndText = (text: string) => `${text.length}"${text}`;

/** With more names than this, the engine's sort, which takes longer to start, is faster. */
const fewNames = 20;

/** The field names of an object, sorted by insertion: nearly all objects in events have only a few. */
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

/** A text for each JSON value, different for different values, with the fields of an object sorted by name. Texts are prefixed by their
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
  // The entries of a parsed object; its type says no more.
  const fields = value as Readonly<Record<string, unknown>>;
  let text = "{";
  for (const name of sortedNames(fields)) text += lengthAndText(name) + canonical(fields[name], level + 1);
  return `${text}}`;
}

/** Equal for the same events of the same key and session, whatever else differs. */
export const batchID = (keyID: string, session: string, events: readonly unknown[]): string =>
  createHash("sha256")
    .update(JSON.stringify([keyID, session]))
    .update(canonical(events))
    .digest("base64url")
    .slice(0, 22);
