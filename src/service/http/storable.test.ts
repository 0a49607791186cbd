import { expect, test } from "vitest";
import { unstorable } from "./storable.ts";

test("an ordinary body has no problems", () => {
  expect(unstorable({ a: [1, "x", null, { b: true }], c: "ünïcode 🙂" })).toEqual([]);
});

test("a null character is refused where it stands", () => {
  expect(unstorable({ rules: [{ name: "a\0b" }], ["x\0"]: 1 })).toEqual(
    expect.arrayContaining([
      { property: "rules.0.name", errorMessage: "Must not hold a null character" },
      { property: "", errorMessage: "Must not have a field name with a null character" },
    ]),
  );
});

test("nesting without end is refused, not followed", () => {
  const deep: unknown = JSON.parse(`{"defaultValue":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
  expect(unstorable(deep)).toEqual([
    { property: "defaultValue", errorMessage: "Must not be nested deeper than 200 levels" },
  ]);
});
