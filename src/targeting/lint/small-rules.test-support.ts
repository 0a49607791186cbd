// Test support: short notation for conditions, rules and gates in the tests of lint.
import type { Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import type { GateFacts } from "#targeting/evaluate/evaluate.ts";

export const is = (type: string, operator: string, ...targetValue: string[]): Condition => ({
  type,
  operator,
  targetValue,
});
export const from = (...countries: string[]) => is("country", "any", ...countries);
export const field = (name: string, operator: string, ...targetValue: string[]): Condition => ({
  ...is("custom_field", operator, ...targetValue),
  field: name,
});
export const passes = (...ids: string[]): Condition => ({ type: "passes_gate", targetValue: ids });
export const fails = (...ids: string[]): Condition => ({ type: "fails_gate", targetValue: ids });
export const everyone: Condition = { type: "public" };

export const rule = (conditions: Condition[], change: Partial<Rule> = {}): Rule => ({
  id: "r",
  name: "r",
  passPercentage: 50,
  conditions,
  ...change,
});
export const numbered = (rules: Rule[]) => rules.map((each, index) => ({ ...each, id: `r${index}` }));
export const gate = (id: string, rules: Rule[], change: Partial<GateFacts> = {}): GateFacts => ({
  id,
  rules: numbered(rules),
  isEnabled: true,
  status: "In Progress",
  ...change,
});
export const gates = (...all: GateFacts[]) => new Map(all.map((each) => [each.id, each]));
