import { expect, test } from "vitest";
import { readInlineTargeting, referencesOf } from "./references.ts";

const inline = (text: unknown) =>
  referencesOf({ inlineTargetingRulesJSON: typeof text === "string" ? text : JSON.stringify(text) });
const passes = (...targetValue: string[]) => ({ type: "passes_gate", targetValue });

test("rules and the targeting gate say where they refer to gates", () => {
  const rules = [
    { id: "r0", name: "All", passPercentage: 100, conditions: [{ type: "public" }] },
    {
      id: "r1:10.00:1",
      name: "Some",
      passPercentage: 10,
      conditions: [passes("a", "b"), { type: "fails_gate", targetValue: "c" }],
      environments: ["staging"],
    },
  ];
  const place = { ruleIndex: 1, ruleName: "Some", ruleID: "r1", environments: ["staging"] };
  expect(referencesOf({ rules, targetingGateID: "d" })).toEqual({
    references: [
      { gateID: "a", how: "passes", ...place },
      { gateID: "b", how: "passes", ...place },
      { gateID: "c", how: "fails", ...place },
      { gateID: "d", how: "targets" },
    ],
    isReadable: true,
  });
});

test("inline rules are read without id, baseID and environments", () => {
  expect(inline([{ name: "inline", passPercentage: 100, conditions: [passes("a_gate")] }])).toEqual({
    references: [{ gateID: "a_gate", how: "passes", ruleIndex: 0, ruleName: "inline", environments: null }],
    isReadable: true,
  });
});

test.each([
  [
    "nested conditions",
    [{ conditions: [{ type: "any_of", conditions: [{ type: "all_of", of: [passes("a")] }] }] }],
    true,
  ],
  ["one id as text", [{ conditions: [{ type: "fails_gate", targetValue: "a" }] }], true],
  ["no list of rules", { rules: [{ conditions: [passes("a")] }] }, false],
  ["a rule beside a malformed one", [{ conditions: "a" }, { conditions: [passes("a")] }], false],
])("gates are found at any depth: %s", (_, value, isReadable) => {
  const found = inline(value);
  expect(found.references.map(({ gateID }) => gateID)).toEqual(["a"]);
  expect(found.isReadable).toBe(isReadable);
});

test.each([
  ["no text", "", true],
  ["no rules", "[]", true],
  ["null", "null", true],
  ["rules for everyone", [{ conditions: [{ type: "public" }] }], true],
  ["no JSON", "passes_gate(a)", false],
  ["a text", '"a"', false],
  ["a condition without ids", [{ conditions: [{ type: "passes_gate" }] }], false],
  ["a condition with other ids", [{ conditions: [{ type: "passes_gate", targetValue: 7 }] }], false],
])("what refers to nothing and what cannot be read are told apart: %s", (_, text, isReadable) => {
  expect(inline(text)).toEqual({ references: [], isReadable });
});

test("inline rules are shown as rules where rules can say all of it", () => {
  const rulesOf = (value: unknown) => readInlineTargeting(JSON.stringify(value)).rules;
  const rule = { passPercentage: 50, conditions: [passes("a")] };
  expect(rulesOf([rule])).toMatchObject([{ id: "0", name: "", ...rule }]);
  expect(rulesOf([{ name: "x" }])).toBeUndefined();
  expect(rulesOf([{ ...rule, conditions: [{ type: "any_of", of: [passes("a")] }] }])).toBeUndefined();
  expect(readInlineTargeting("no JSON").rules).toBeUndefined();
});
