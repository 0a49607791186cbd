import { expect, test } from "vitest";
import type { Rule } from "#contract/rule.ts";
import { changeOfGate, type GateFacts } from "./change-of-gate.ts";

const rule = (id: string, passPercentage: number, change: Partial<Rule> = {}): Rule => ({
  id,
  name: id,
  passPercentage,
  conditions: [{ type: "country", operator: "any", targetValue: ["DE"] }],
  environments: null,
  ...change,
});
const gate = (rules: Rule[], change: Partial<GateFacts> = {}): GateFacts => ({
  id: "g",
  rules,
  isEnabled: true,
  status: "In Progress",
  ...change,
});
const effects = (stored: GateFacts, draft: GateFacts) =>
  [...changeOfGate(stored, draft).effects].join(" and ");
const [a, b] = [rule("a", 60), rule("b", 20)];

test.each([
  ["nothing changes", gate([a]), gate([a]), ""],
  ["another name", gate([a]), gate([{ ...a, name: "other" }]), ""],
  [
    "one value as a list",
    gate([a]),
    gate([rule("a", 60, { conditions: [{ type: "country", operator: "any", targetValue: "DE" }] })]),
    "",
  ],
  [
    "an empty field",
    gate([rule("a", 60, { conditions: [{ type: "public" }] })]),
    gate([rule("a", 60, { conditions: [{ type: "public", operator: "", field: "" }] })]),
    "",
  ],
  ["a higher percentage", gate([a]), gate([rule("a", 80)]), "gain"],
  ["a lower percentage", gate([a]), gate([rule("a", 40)]), "lose"],
  ["one up and one down", gate([a, b]), gate([rule("a", 80), rule("b", 10)]), "gain and lose"],
  ["a rule more", gate([a]), gate([a, b]), "gain and lose"],
  ["another order", gate([a, b]), gate([b, a]), "gain and lose"],
  ["another environment", gate([a]), gate([{ ...a, environments: ["staging"] }]), "gain and lose"],
  ["switched off", gate([a]), gate([a], { isEnabled: false }), "lose"],
  ["launched", gate([a]), gate([a], { status: "Launched" }), "gain"],
  ["archived after launch", gate([a], { status: "Launched" }), gate([a], { status: "Archived" }), "lose"],
  ["rules of a gate that is off", gate([a], { isEnabled: false }), gate([b], { isEnabled: false }), ""],
  ["archived while off", gate([a], { isEnabled: false }), gate([a], { status: "Archived" }), ""],
])("%s", (_, stored, draft, expected) => {
  expect(effects(stored, draft)).toBe(expected);
});

test("the percentage is told where nothing else changes", () => {
  expect(changeOfGate(gate([a, b]), gate([a, rule("b", 30)])).percent).toEqual({
    ruleNumber: 2,
    was: 20,
    now: 30,
  });
  expect(changeOfGate(gate([a, b]), gate([rule("a", 50), rule("b", 30)])).percent).toBeUndefined();
});
