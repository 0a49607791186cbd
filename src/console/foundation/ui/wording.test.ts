import { expect, test } from "vitest";
import { agree, andList, capitalise, formatCount, labelOf, orList, plural, uncapitalise } from "./wording.ts";

test.each([
  [0, "0 rules"],
  [1, "1 rule"],
  [1200, "1,200 rules"],
])("%d agrees with its noun", (count, text) => {
  expect(plural(count, "rule")).toBe(text);
});

test("irregular plurals and verbs are given", () => {
  expect(plural(2, "entity", "entities")).toBe("2 entities");
  expect(agree(1, "needs", "need")).toBe("needs");
});

test("counts are whole numbers", () => {
  expect(formatCount(1234.6)).toBe("1,235");
});

test.each([
  [["a"], "a", "a"],
  [["a", "b"], "a and b", "a or b"],
  [["a", "b", "c"], "a, b and c", "a, b or c"],
])("lists have no comma before the last: %j", (texts, and, or) => {
  expect([andList(texts), orList(texts)]).toEqual([and, or]);
});

test("constants become labels", () => {
  expect(labelOf("IN_PROGRESS")).toBe("In progress");
  expect(capitalise("one page")).toBe("One page");
  expect(["App version", "IP address"].map(uncapitalise)).toEqual(["app version", "IP address"]);
});
