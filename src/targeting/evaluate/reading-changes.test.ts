import { expect, test } from "vitest";
import type { Condition } from "#contract/condition.ts";
import { evaluationChanges } from "./reading-changes.ts";

const field = (operator: string, ...targetValue: string[]): Condition => ({
  type: "custom_field",
  field: "f",
  operator,
  targetValue,
});

test.each<[string, Condition[], string[]]>([
  ["a list", [field("array_contains_none", "a")], ["lists"]],
  ["a version", [{ type: "app_version", operator: "version_gte", targetValue: "1.2" }], ["versions"]],
  ["a date", [field("before", "2024-05-01")], ["dates"]],
  ["letters whose lower case is not all", [field("any", "a", "Straße")], ["letters"]],
  ["a final sigma in a part", [field("str_contains_none", "λόγος")], ["letters"]],
  ["two of them", [field("on", "2024-05-01"), field("array_contains_any", "a")], ["dates", "lists"]],
  ["plain letters", [field("any", "Grün", "DE")], []],
  ["exact letters", [field("any_case_sensitive", "Straße")], []],
  ["a number", [field("gt", "5")], []],
  ["the time of asking", [{ type: "time", operator: "after", targetValue: "1714608000000" }], []],
  ["everyone", [{ type: "public" }], []],
])("a rule with %s", (_what, conditions, expected) => {
  expect(evaluationChanges({ conditions })).toEqual(expected);
});

test("a rule in an environment with such letters", () => {
  expect(evaluationChanges({ conditions: [], environments: ["Prüfstraße"] })).toEqual(["letters"]);
  expect(evaluationChanges({ conditions: [], environments: ["production", "staging"] })).toEqual([]);
});
