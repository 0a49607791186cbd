import { expect, test } from "vitest";
import { conditionRules, type Condition } from "#contract/condition.ts";
import { operatorLabel, textOf, whoParts } from "./condition-words.ts";

const names: Record<string, string> = { eu_residents: "EU residents" };
const who = (...conditions: Condition[]) => textOf(whoParts(conditions, (id) => names[id]));

test.each<[string, Condition[]]>([
  ["Everyone", []],
  ["Everyone", [{ type: "public" }]],
  [
    "E-mail contains @shop.example",
    [{ type: "email", operator: "str_contains_any", targetValue: "@shop.example" }],
  ],
  ["Country is DE, AT or CH", [{ type: "country", operator: "any", targetValue: ["DE", "AT", "CH"] }]],
  [
    "Passes EU residents and platform is web",
    [
      { type: "passes_gate", targetValue: "eu_residents" },
      { type: "custom_field", field: "platform", operator: "any", targetValue: "web" },
    ],
  ],
  ["User ID is missing", [{ type: "user_id", operator: "is_null" }]],
  ["OS version is newer than 17.2", [{ type: "os_version", operator: "version_gt", targetValue: "17.2" }]],
  [
    "roles has all of admin and owner",
    [
      {
        type: "custom_field",
        field: "roles",
        operator: "array_contains_all",
        targetValue: ["admin", "owner"],
      },
    ],
  ],
  ["Another_type is 1", [{ type: "another_type", operator: "any", targetValue: 1 }]],
])("%s", (sentence, conditions) => expect(who(...conditions)).toBe(sentence));

test("every operator of the contract has words", () => {
  const operators = Object.values(conditionRules).flatMap((rule): readonly string[] => rule.operators);
  expect(operators.filter((operator) => operatorLabel(operator) === operator)).toEqual([]);
});
