// Libraries send a batch again when they did not hear that it was stored: with other metadata and keys in another order, but with the same
// events (API 7.2).
import { createHash } from "node:crypto";

/** Deeper than anything a library sends. */
const mostLevels = 100;

/** Thrown for events that nest deeper than can be stored. */
export class NestedTooDeep extends Error {}

/** JSON with the fields of each object in order of their names. */
function canonical(value: unknown, level = 0): string {
  if (level > mostLevels) throw new NestedTooDeep();
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, level + 1)).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner, level + 1)}`).join()}}`;
}

/** The same for the same events of the same key and session, whatever else differs. */
export const batchID = (keyID: string, session: string, events: readonly unknown[]): string =>
  createHash("sha256")
    .update(JSON.stringify([keyID, session]))
    .update(canonical(events))
    .digest("base64url")
    .slice(0, 22);
