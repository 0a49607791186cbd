import { expect, test } from "vitest";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { rulesText, whoGets } from "./config-words.ts";

const rule = (name: string, more: object = {}) => ({
  id: name,
  baseID: name,
  name,
  passPercentage: 100,
  conditions: [{ type: "passes_gate", targetValue: "members" }],
  environments: null,
  returnValue: { price: 1, note: "x", pickup: true },
  ...more,
});
const config = (...rules: DynamicConfig["rules"]): DynamicConfig => ({
  id: "shipping",
  isEnabled: true,
  rules,
  defaultValue: { price: 5, pickup: true },
});
const nameOf = (id: string) => (id === "members" ? "Members" : undefined);
const variant = { name: "A", passPercentage: 50, returnValue: { price: 2 } };

test.each([
  ["no rule", config(), "Everyone the default value", "0"],
  ["one rule", config(rule("Staff")), "Users who pass Members: price 1, note x", "1"],
  [
    "one rule that gives the default value to a part",
    config(rule("Staff", { passPercentage: 5, returnValue: { price: 5 } })),
    "5\u00a0% of users who pass Members: the default value",
    "1",
  ],
  [
    "variants",
    config(rule("Staff", { variants: [variant, { ...variant, name: "B" }] })),
    "Users who pass Members: one of 2 variants",
    "1, 2 variants",
  ],
  [
    "several rules, one of them for nobody",
    config(rule("Staff"), rule("North", { passPercentage: 12.5 }), rule("Nobody", { passPercentage: 0 })),
    "Staff and 12.5\u00a0% of North",
    "3",
  ],
  [
    "a disabled one",
    { ...config(rule("Staff")), isEnabled: false },
    "Everyone the default value, while it is disabled",
    "1",
  ],
])("%s", (_, given, who, rules) => {
  expect(whoGets(given, nameOf)).toBe(who);
  expect(rulesText(given)).toBe(rules);
});
