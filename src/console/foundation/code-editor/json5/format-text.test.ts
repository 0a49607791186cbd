import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { parseJson5, sameJson } from "#contract/json5.ts";
import { formatSpread, formatText } from "./format-text.ts";
import { commentedText } from "./random-texts.test-support.ts";
import { sliceOf, tokensFrom } from "./tokens.ts";

test.each<[string, string, string]>([
  ["one line that fits", "{a:1,b:[1,2,]}", "{ a: 1, b: [1, 2] }"],
  ["lines that were asked for", "{\na:1,b:{}}", "{\n  a: 1,\n  b: {},\n}"],
  [
    "one line that is too long",
    `["${"x".repeat(40)}","${"y".repeat(40)}"]`,
    `[\n  "${"x".repeat(40)}",\n  "${"y".repeat(40)}",\n]`,
  ],
  [
    "columns",
    '[\n{ id: "a",  price: 5.9 },\n{ id: "bcd", price: 0   }]',
    '[\n  { id: "a", price: 5.9 },\n  { id: "bcd", price: 0 },\n]',
  ],
  [
    "comments of a line",
    "{ // head\n// lead\na: 1 // gap\n, b: 2, // trail\n// end\n}",
    "{ // head\n  // lead\n  a: 1, // gap\n  b: 2, // trail\n  // end\n}",
  ],
  ["comments within a line", "[/*a*/1/*b*/,/*c*/2,/*d*/]", "[/*a*/ 1 /*b*/, /*c*/ 2 /*d*/]"],
  [
    "comments around the whole",
    "/* a */ // b\n\n\n{}/* c */ // d\n\n// e\n\n",
    "/* a */ // b\n\n{} /* c */ // d\n\n// e\n",
  ],
  ["one blank line of several", "{\n\n\na: 1,\n\n\n\nb: 2,\n\n}", "{\n  a: 1,\n\n  b: 2,\n}"],
  [
    "one line that is indented like no other",
    "{\n      a: 1,\n  b: 2,\n  c: 3,\n}",
    "{\n  a: 1,\n  b: 2,\n  c: 3,\n}",
  ],
  ["JSON", '{\n    "a":1\n}', '{\n    "a": 1\n}'],
  ["a comment around a colon", "{ a /* x */ :1 }", "{ a /* x */ :1 }"],
  ["a comment alone", "{ /* none */ }", "{ /* none */ }"],
  ["nothing that parses", "{ oops", "{ oops"],
])("%s", (_, text, formatted) => {
  expect(formatText(text)).toBe(formatted);
  expect(formatText(formatted)).toBe(formatted);
});

test.each([
  ['/* { */ {a: [1,2], b: "x" /* why */}', '/* { */ {\n  a: [1, 2],\n  b: "x", /* why */\n}'],
  ['{ a: [1, 2], b: "x" }', '{\n  a: [1, 2],\n  b: "x",\n}'],
  ["{ a: 1 }", "{ a: 1 }"],
  ["[1, 2]", "[1, 2]"],
  ["{ oops", "{ oops"],
])("asked for it, one line becomes several: %s", (text, formatted) => {
  expect(formatSpread(text)).toBe(formatted);
  expect(formatSpread(formatted)).toBe(formatted);
});

beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue());

/** All tokens that formatting must not change. */
const written = (text: string) =>
  [...tokensFrom(text)]
    .filter((token) => token.kind !== "space" && text[token.start] !== ",")
    .map((token) => sliceOf(text, token));

test("any text keeps its value, its comments and the way its values are written, and is done after one time", () => {
  fc.assert(
    fc.property(commentedText, ({ text, value }) => {
      const formatted = formatText(text);
      const parsed = parseJson5(formatted);
      if (!parsed.ok || !sameJson(parsed.value, value)) throw new Error(`Other value: ${formatted}`);
      expect(written(formatted)).toEqual(written(text));
      expect(formatText(formatted)).toBe(formatted);
    }),
    { numRuns: 2000 },
  );
});
