// Finds nesting without end in the bytes of a body before they are parsed: to parse a megabyte of brackets holds everybody up.
import { tooDeep } from "#contract/storable.ts";
import { badField } from "./errors.ts";

/** Deeper than what may be stored, which is refused after parsing, with its path. */
const mostLevels = 1000;

const [quote, backslash, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}');

/** Throws 400 about the field of the body that is nested too deep. */
export function refuseDeepNesting(bytes: Uint8Array) {
  let [level, second, isText] = [0, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at];
    if (isText) {
      if (sign === backslash) at += 1;
      else if (sign === quote) isText = false;
    } else if (sign === quote) isText = true;
    else if (sign === openList || sign === openObject) {
      level += 1;
      if (level === 2) second = at;
      if (level > mostLevels) {
        const before = Buffer.from(bytes.subarray(Math.max(0, second - 100), second)).toString();
        throw badField(/"([^"]*)"\s*:\s*$/.exec(before)?.[1] ?? "", tooDeep);
      }
    } else if (sign === closeList || sign === closeObject) level -= 1;
  }
}
