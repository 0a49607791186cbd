// Counts the brackets of a body before it is parsed: parsing and traversing a megabyte of them would block the process.
import { limits } from "#contract/limits.ts";
import { tooDeep } from "#contract/storable.ts";
import { badField } from "./errors.ts";

/** Deeper than the limit for storing, which is enforced after parsing with a more precise path. */
const mostLevels = 1000;

const [quote, backslash, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}');

/** Returns the name of the field whose value begins at a position. */
function fieldAt(bytes: Uint8Array, start: number): string {
  const before = Buffer.from(bytes.subarray(Math.max(0, start - 100), start)).toString();
  return /"([^"]*)"\s*:\s*$/.exec(before)?.[1] ?? "";
}

/** Throws 400 if the body is nested too deeply or has too many objects and lists; names the field. */
export function refuseNesting(bytes: Uint8Array) {
  let [level, total, start, isText] = [0, 0, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at];
    if (isText) {
      if (sign === backslash) at += 1;
      else if (sign === quote) isText = false;
    } else if (sign === quote) isText = true;
    else if (sign === openList || sign === openObject) {
      level += 1;
      total += 1;
      if (level === 2) start = at;
      if (level > mostLevels) throw badField(fieldAt(bytes, start), tooDeep);
      if (total > limits.holders)
        throw badField(fieldAt(bytes, start), `Must have at most ${limits.holders} objects and lists in it`);
    } else if (sign === closeList || sign === closeObject) level -= 1;
  }
}
