// Parses JSON5 texts, and compares them with their JSON twins. Editing of texts is elsewhere.
import JSON5 from "json5";
import { storabilityProblems } from "./storable.ts";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export type Parsed =
  | { ok: true; value: Json }
  | { ok: false; message: string; line?: number; column?: number };

/** True for values that JSON can hold: NaN and Infinity have no JSON form. */
export function isJson(value: unknown): value is Json {
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  if (isJsonObject(value)) return Object.values(value).every(isJson);
  return value === null || typeof value === "string" || typeof value === "boolean";
}

const positionOf = (error: Error): { line?: number; column?: number } =>
  "lineNumber" in error &&
  typeof error.lineNumber === "number" &&
  "columnNumber" in error &&
  typeof error.columnNumber === "number"
    ? { line: error.lineNumber, column: error.columnNumber }
    : {};

/** Casts a value that passed `unstorable`: besides NaN and Infinity, which that rejects, json5 only produces JSON values. */
const asJson = (value: unknown) => value as Json;

const tokens =
  /\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/|"[^"\\]*(?:\\[^][^"\\]*)*"|'[^'\\]*(?:\\[^][^'\\]*)*'/g;
const separators = /\\[^]|\u2028|\u2029/g;
const escapes: Readonly<Record<string, string>> = { "\u2028": "\\u2028", "\u2029": "\\u2029" };

/** Escapes line separators within strings: the library logs a warning for each, which a hostile text could trigger a million times. */
const withoutSeparators = (text: string) =>
  /[\u2028\u2029]/.test(text)
    ? text.replace(tokens, (token) =>
        /^["']/.test(token) ? token.replace(separators, (found) => escapes[found] ?? found) : token,
      )
    : text;

/** Parses a JSON5 text to a JSON value; values that cannot be stored as JSON are rejected. */
export function parseJson5(text: string): Parsed {
  try {
    const value: unknown = JSON5.parse(withoutSeparators(text));
    const [problem] = storabilityProblems(value);
    return problem ? { ok: false, message: problem.errorMessage } : { ok: true, value: asJson(value) };
  } catch (error) {
    if (!(error instanceof Error)) return { ok: false, message: "Not valid JSON5" };
    return {
      ok: false,
      message: error.message.replace(/^JSON5: /, "Not valid JSON5: "),
      ...positionOf(error),
    };
  }
}

/** Returns the value of a JSON5 text; undefined if the text is absent or invalid. */
export function valueOfJson5(text: string | null | undefined): Json | undefined {
  const parsed = typeof text === "string" ? parseJson5(text) : undefined;
  return parsed?.ok ? parsed.value : undefined;
}

/** Returns the object of a JSON value and its JSON5 twin, preferring the JSON value if it is an object. */
export function objectOfTwins(json: unknown, json5: string | null | undefined): JsonObject | undefined {
  const value = isJsonObject(json) ? json : valueOfJson5(json5);
  return isJsonObject(value) ? value : undefined;
}

/** Returns the keys that JSON.stringify would write. */
const keysOf = (object: JsonObject) => Object.keys(object).filter((key) => object[key] !== undefined);

/** Whether two values are the same JSON; the order of keys does not matter. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (Object.is(left, right) || (left === 0 && right === 0)) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => sameJson(item, right[index]));
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = keysOf(left);
  return (
    keys.length === keysOf(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]))
  );
}
