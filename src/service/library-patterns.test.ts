// The patterns that lint reports are those that the published server libraries read differently from each other.
import { expect, test } from "vitest";
import type { GateFacts } from "#targeting/evaluate/evaluate.ts";
import { readDifferently } from "#targeting/lint/library-patterns.ts";
import { serverLibraries } from "./server-libraries.test-support.ts";

/** A pattern, a text that it matches here, and whether both libraries agree on it. */
const patterns: readonly [string, string, boolean][] = [
  ["^[^]+$", "abc", false],
  ["[]|a", "a", false],
  ["\\cA", "\u0001", false],
  ["\\0", "\0", false],
  ["\\a", "a", false],
  ["\\h", "h", false],
  ["\\<", "<", false],
  ["[a&&b]", "&", false],
  ["[a[b]", "[", false],
  ["[[]", "[", false],
  ["[\\w-a]", "-", false],
  ["a{,3}", "a{,3}", true],
  ["\\/x", "/x", true],
  ["\\@", "@", true],
  ["\\é", "é", true],
  ["\\x41\\u0041", "AA", true],
  ["(?<=a+)b", "aab", true],
  ["[-a]", "-", true],
  ["[a-]", "-", true],
  ["[\\w.-]+", "a.b-c", true],
  ["[\\b]", "\b", true],
  ["[\\/.]", "/", true],
  ["^[a-z]+(\\.\\d+)*$", "a.1", true],
];

test("a pattern is marked where the libraries read it differently", async () => {
  const gates = patterns.map(([pattern], index): GateFacts => {
    const condition = { type: "custom_field", field: "f", operator: "str_matches", targetValue: pattern };
    const rule = { id: "r", name: "r", passPercentage: 100, conditions: [condition] };
    return { id: `g${index}`, rules: [rule], isEnabled: true, status: "In Progress" };
  });
  const libraries = await serverLibraries({ gates, configs: [], experiments: [] });
  const found = patterns.map(([pattern, text], index) => {
    const { js, native } = libraries.forUser({ userID: "u", custom: { f: text } }).gate(`g${index}`);
    expect(js.value).toBe(true);
    expect(readDifferently(pattern) === undefined).toBe(native.value);
    return [pattern, text, native.value];
  });
  await libraries.close();
  expect(found).toEqual(patterns);
});
