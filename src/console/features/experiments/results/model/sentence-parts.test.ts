import { expect, test } from "vitest";
import { listed, textOf } from "./sentence-parts.ts";

test.each([
  [["A"], "A"],
  [["A", "B", "C"], "A, B and C"],
  [["A", "B", "C", "D"], "A, B and 2 more"],
])("lists %j, and counts only where that saves names", (names, text) =>
  expect(textOf(listed(names, 2))).toBe(text),
);
