// Test support: short notation for rules and gates.
import type { Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import type { GateFacts } from "./evaluate.ts";

export const rule = (id: string, conditions: Condition[], change: Partial<Rule> = {}): Rule => ({
  id: `${id}:100.00:1`,
  baseID: id,
  name: id,
  passPercentage: 100,
  conditions,
  ...change,
});

export const gate = (id: string, rules: Rule[], change: Partial<GateFacts> = {}): GateFacts => ({
  id,
  rules,
  isEnabled: true,
  status: "In Progress",
  ...change,
});
