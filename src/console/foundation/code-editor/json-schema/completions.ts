// Completions at a cursor: the names and values that the schema allows there.
import { childOf } from "#contract/json-pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "#contract/json5.ts";
import { nameText, printed, type Style, usualStyle } from "#console/foundation/code-editor/json5/style.ts";
import { sliceOf, type Span } from "#console/foundation/code-editor/json5/tokens.ts";
import { type Cursor, cursorAt, unquoted } from "./cursor.ts";
import { descriptionIn, typeText } from "./hover.ts";
import {
  childSchemas,
  choicesOf,
  type Known,
  keywordLists,
  propertyNames,
  requiredNames,
  keywordIn,
  schemasAt,
  typesOf,
} from "./schema-at.ts";

export interface Completion {
  kind: "name" | "value";
  /** The name, or the value as written in the text. */
  label: string;
  /** Replaces the text at `span`; `$0` is the new cursor position, and `\\` escapes the next character. */
  snippet: string;
  /** Text that the typed word is matched against. */
  typed: string;
  span: Span;
  detail: string;
  description: string;
  isRequired: boolean;
}

const escaped = (text: string) => text.replace(/[\\$}]/g, "\\$&");

/** Guesses the style of names and texts by search, since a text that is being typed may not parse. */
function styleNear(text: string, word: string): Style {
  const opened = word.charAt(0);
  const quote = opened === "'" || (opened !== '"' && !text.includes('"') && text.includes("'")) ? "'" : '"';
  const quotesNames = /["']\s*:/.test(text) && !/[\w$]\s*:/.test(text);
  return { ...usualStyle, quote, quotesNames };
}

const emptyOf: Readonly<Record<string, string>> = { object: "{ $0 }", array: "[$0]" };

/** Snippet of the value after a new name: its default, else the brackets or quotes of its type around the cursor. */
function valueSnippet(parts: readonly JsonObject[], style: Style): string {
  const value = keywordIn(parts, "default") ?? keywordIn(parts, "const");
  if (value !== undefined) return escaped(printed(value, style, ""));
  const [type = "", ...others] = [...new Set(parts.flatMap(typesOf))];
  if (others.length || choicesOf(parts).length) return "$0";
  return type === "string" ? `${style.quote}$0${style.quote}` : (emptyOf[type] ?? "$0");
}

const isWordBehind = (next: string) => next !== "" && !/^[,:}\]]/.test(next);

function nameCompletions(schema: Json, cursor: Cursor, style: Style, word: string): Completion[] {
  const { path, value, next, word: span } = cursor;
  const holder = path.reduce<Known>(childOf, value);
  const schemas = schemasAt(schema, path, value);
  const present = new Set(isJsonObject(holder) ? Object.keys(holder) : []);
  const required = requiredNames(schemas);
  return (
    propertyNames(schemas)
      .filter((name) => !present.has(name) || name === unquoted(word))
      // A forbidden property is not offered.
      .filter((name) => !schemas.some((part) => childSchemas(part, name, holder).includes(false)))
      .map((name) => {
        const parts = schemasAt(schema, [...path, name], value);
        const typed = nameText(name, { ...style, quotesNames: style.quotesNames || /^["']/.test(word) });
        const comma = isWordBehind(next) ? "," : "";
        const snippet =
          next === ":" ? escaped(typed) : `${escaped(typed)}: ${valueSnippet(parts, style)}${comma}`;
        return {
          kind: "name",
          label: name,
          snippet,
          typed,
          span,
          detail: typeText(parts),
          description: descriptionIn(parts),
          isRequired: required.has(name),
        };
      })
  );
}

/** The values that a schema suggests, the most likely first. */
function valuesOf(parts: readonly JsonObject[]): Json[] {
  const byDefault = keywordIn(parts, "default");
  const types = parts.flatMap(typesOf);
  return [
    ...(byDefault === undefined ? [] : [byDefault]),
    ...choicesOf(parts),
    ...keywordLists(parts, "examples"),
    ...(types.includes("boolean") ? [true, false] : []),
    ...(types.includes("null") ? [null] : []),
  ];
}

function valueCompletions(
  schema: Json,
  { path, value, next, word: span }: Cursor,
  style: Style,
): Completion[] {
  const parts = schemasAt(schema, path, value);
  const byDefault = keywordIn(parts, "default");
  const texts = valuesOf(parts).map((one) => printed(one, style, ""));
  const types = new Set(parts.flatMap(typesOf));
  const empty = ["object", "array"].filter((type) => types.has(type) && !texts.length);
  const shared = { kind: "value" as const, span, description: descriptionIn(parts), isRequired: false };
  const comma = isWordBehind(next) ? "," : "";
  return [
    ...[...new Set(texts)].map((text) => ({
      ...shared,
      label: text,
      typed: text,
      snippet: escaped(text) + comma,
      detail: byDefault !== undefined && text === texts[0] ? "default" : "",
    })),
    ...empty.map((type) => {
      const snippet = emptyOf[type] ?? "";
      const text = snippet.replace("$0", "");
      return { ...shared, label: text, typed: text, snippet: snippet + comma, detail: type };
    }),
  ];
}

/** Returns the completions in display order. */
export function completionsAt(text: string, offset: number, schema: Json): Completion[] {
  const cursor = cursorAt(text, offset);
  if (!cursor) return [];
  const word = sliceOf(text, cursor.word);
  const style = styleNear(text, word);
  if (cursor.part === "value") return valueCompletions(schema, cursor, style);
  const names = nameCompletions(schema, cursor, style, word);
  return [...names.filter(({ isRequired }) => isRequired), ...names.filter(({ isRequired }) => !isRequired)];
}
