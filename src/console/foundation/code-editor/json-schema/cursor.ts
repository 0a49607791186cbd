// Finds the path of the value at a cursor, even while the text around it is incomplete and does not parse.
import type { Json, JsonObject } from "#contract/json5.ts";
import type { Path } from "#console/foundation/code-editor/json5/places.ts";
import {
  isLineComment,
  isTrivia,
  sliceOf,
  type Span,
  type Token,
  tokensFrom,
} from "#console/foundation/code-editor/json5/tokens.ts";
import { scalarIn } from "#console/foundation/code-editor/json5/tree.ts";
import type { Known } from "./schema-at.ts";

interface Place {
  /** Path of the value; for a name, path of the object that contains it. */
  path: Path;
  part: "name" | "value";
}

export interface Cursor extends Place {
  /** The word being typed; empty between words. */
  word: Span;
  /** The next word after it, skipping comments; empty at the end of the text. */
  next: string;
  /** The whole value as far as it can be parsed, without the word being typed. */
  value: Known;
}

/** A list or an object that is not closed yet. */
interface Frame {
  path: Path;
  holder: JsonObject | Json[];
  /** Name of the member that is being read; its value follows the colon. */
  name?: string | undefined;
  hasColon?: boolean;
}

/** Place of the next word within a frame. */
function placeIn(frame: Frame | undefined): Place {
  if (!frame) return { path: [], part: "value" };
  const { path, holder, name = "", hasColon } = frame;
  if (Array.isArray(holder)) return { path: [...path, String(holder.length)], part: "value" };
  return hasColon ? { path: [...path, name], part: "value" } : { path, part: "name" };
}

export const unquoted = (word: string) => (/^["']/.test(word) ? String(scalarIn(word)) : word);

/** Accepts words in any order, and ignores invalid ones. */
function looseReader() {
  const frames: Frame[] = [];
  let whole: Known;
  const put = (value: Known) => {
    const frame = frames.at(-1);
    if (!frame) whole ??= value;
    else if (Array.isArray(frame.holder)) frame.holder.push(value ?? null);
    else {
      const { name, holder, hasColon } = frame;
      if (hasColon && name !== undefined && name !== "__proto__" && value !== undefined) holder[name] = value;
      Object.assign(frame, { name: undefined, hasColon: false });
    }
  };
  const open = (holder: JsonObject | Json[]) => {
    const { path } = placeIn(frames.at(-1));
    put(holder);
    frames.push({ path, holder });
  };
  const read = (word: string, isCursor: boolean) => {
    const frame = frames.at(-1);
    const object = Array.isArray(frame?.holder) ? undefined : frame;
    if (word === "{") open({});
    else if (word === "[") open([]);
    else if (word === (object ? "}" : "]")) frames.pop();
    else if (word === ":" && object) object.hasColon = object.name !== undefined;
    else if (word === ",") Object.assign(object ?? {}, { name: undefined, hasColon: false });
    else if (object && !object.hasColon) object.name = unquoted(word);
    else put(isCursor || Number.isNaN(scalarIn(word)) ? undefined : scalarIn(word));
  };
  return { read, place: () => placeIn(frames.at(-1)), whole: () => whole };
}

const isInComment = (text: string, token: Token, offset: number) =>
  token.kind === "comment" &&
  token.start < offset &&
  (offset < token.end ||
    (offset === token.end && (isLineComment(text, token) || !text.endsWith("*/", offset))));

/** Returns the place of a cursor; undefined in comments. */
export function cursorAt(text: string, offset: number): Cursor | undefined {
  const reader = looseReader();
  let found: (Place & { word: Span }) | undefined;
  let next: string | undefined;
  for (const token of tokensFrom(text)) {
    if (isInComment(text, token, offset)) return undefined;
    if (isTrivia(token)) continue;
    const word = sliceOf(text, token);
    const isAtCursor = !found && token.kind !== "punctuation" && token.start < offset && offset <= token.end;
    if (!found && offset <= token.start) found = { ...reader.place(), word: { start: offset, end: offset } };
    if (found) next ??= word;
    if (isAtCursor) found = { ...reader.place(), word: { start: token.start, end: token.end } };
    reader.read(word, isAtCursor);
  }
  found ??= { ...reader.place(), word: { start: offset, end: offset } };
  return { ...found, next: next ?? "", value: reader.whole() };
}
