import { expect, test } from "vitest";
import { storabilityProblems } from "./storable.ts";

test("an ordinary body has no problems", () => {
  expect(storabilityProblems({ a: [1, "x", null, { b: true }], c: "ünïcode 🙂" })).toEqual([]);
});

test("a null character is refused where it stands", () => {
  expect(storabilityProblems({ rules: [{ name: "a\0b" }], ["x\0"]: 1 })).toEqual(
    expect.arrayContaining([
      { property: "rules.0.name", errorMessage: "Must not hold a null character" },
      { property: "", errorMessage: "Must not hold a null character in the name of a field" },
    ]),
  );
});

test("half a character and an infinite number are refused where they stand", () => {
  expect(
    storabilityProblems(JSON.parse('{"name":"a\\ud83d","whole":"\\ud83d\\ude00","percent":1e400}')),
  ).toEqual(
    expect.arrayContaining([
      { property: "name", errorMessage: "Must not hold half a character (a lone surrogate)" },
      { property: "percent", errorMessage: "NaN and Infinity have no JSON form" },
    ]),
  );
});

test("a field whose name is refused is told, not lost", () => {
  expect(storabilityProblems(JSON.parse('{"defaultValue":{"__proto__":{"a":1}}}'), ["__proto__"])).toEqual([
    { property: "defaultValue", errorMessage: "Must not have a field named __proto__" },
  ]);
});

test("nesting without end is refused, not followed", () => {
  const deep: unknown = JSON.parse(`{"defaultValue":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
  expect(storabilityProblems(deep)).toEqual([
    { property: "defaultValue", errorMessage: "Must not be nested deeper than 200 levels" },
  ]);
});
