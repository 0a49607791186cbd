// The help on hover: what a schema says about the name or value at a cursor.
import type { Json, JsonObject } from "#contract/json5.ts";
import { sliceOf, type Span } from "#console/foundation/code-editor/json5/tokens.ts";
import { cursorAt, unquoted } from "./cursor.ts";
import { choicesOf, keywordIn, schemasAt, typesOf } from "./schema-at.ts";

const textKeyword = (parts: readonly JsonObject[], keyword: string): string => {
  const value = keywordIn(parts, keyword);
  return typeof value === "string" ? value : "";
};

export const titleIn = (parts: readonly JsonObject[]) => textKeyword(parts, "title");
export const descriptionIn = (parts: readonly JsonObject[]) => textKeyword(parts, "description");

const limits: readonly [string, (value: string) => string][] = [
  ["minimum", (value) => `at least ${value}`],
  ["exclusiveMinimum", (value) => `more than ${value}`],
  ["maximum", (value) => `at most ${value}`],
  ["exclusiveMaximum", (value) => `less than ${value}`],
  ["multipleOf", (value) => `a multiple of ${value}`],
  ["minLength", (value) => `at least ${value} characters`],
  ["maxLength", (value) => `at most ${value} characters`],
  ["pattern", (value) => `matches ${value}`],
  ["format", (value) => value],
  ["minItems", (value) => `at least ${value} items`],
  ["maxItems", (value) => `at most ${value} items`],
];

/** Describes types and limits: "number, at least 0, at most 100". */
export function typeText(parts: readonly JsonObject[]): string {
  const types = [...new Set(parts.flatMap(typesOf))].join(" or ");
  const bounds = limits.flatMap(([keyword, words]) => {
    const value = keywordIn(parts, keyword);
    return typeof value === "number" || typeof value === "string" ? [words(String(value))] : [];
  });
  return [types, ...bounds].filter(Boolean).join(", ");
}

export interface Hover {
  span: Span;
  title: string;
  type: string;
  description: string;
  /** Such as "One of …" or "Default …". */
  facts: string[];
}

const shown = (values: readonly Json[]) => values.map((value) => JSON.stringify(value)).join(", ");

/** Returns undefined if the schema says nothing about the place. */
export function hoverAt(text: string, offset: number, schema: Json): Hover | undefined {
  const cursor = cursorAt(text, offset);
  if (!cursor || cursor.word.start === cursor.word.end) return undefined;
  const name = unquoted(sliceOf(text, cursor.word));
  const path = cursor.part === "name" ? [...cursor.path, name] : cursor.path;
  const parts = schemasAt(schema, path, cursor.value);
  const choices = choicesOf(parts);
  const byDefault = keywordIn(parts, "default");
  const hover = {
    span: cursor.word,
    title: titleIn(parts),
    type: typeText(parts),
    description: descriptionIn(parts),
    facts: [
      ...(choices.length ? [`One of ${shown(choices)}`] : []),
      ...(byDefault === undefined ? [] : [`Default ${shown([byDefault])}`]),
    ],
  };
  return hover.title || hover.type || hover.description || hover.facts.length ? hover : undefined;
}
