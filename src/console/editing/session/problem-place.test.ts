import { expect, test } from "vitest";
import { problemPlace } from "./problem-place.ts";

const draft = {
  rules: [
    { key: "a", name: "North", variants: [{ key: "free", name: "Free" }] },
    { key: "b", name: "" },
  ],
};
const tabOf = (field: string) => (field === "schema" ? "schema" : "default");
const rule = (key: string, variant?: string) => ({ tab: undefined, rule: key, variant });

test.each([
  ["description", "description", "Description", { tab: "default" }],
  ["status", "state", "Status", { tab: "default" }],
  ["schemaJson5", "schema", "Schema", { tab: "schema" }],
  ["defaultValueJson5.price.0", "default-value", "Default value price.0", { tab: "default" }],
  ["rules", "rule-0-name", "Rules", rule("a")],
  ["rules.1.name", "rule-1-name", "Rule 2, name", rule("b")],
  ["rules.0.id", "rule-0-name", "North, rule", rule("a")],
  ["rules.0.passPercentage", "rule-0-passPercentage", "North, passes", rule("a")],
  ["rules.0.environments", "rule-0-name", "North, environments", rule("a")],
  ["rules.0.conditions.1.targetValue", "rule-0-conditions-1-targetValue", "North, condition 2", rule("a")],
  ["rules.0.conditions.1", "rule-0-conditions-1-type", "North, condition 2", rule("a")],
  ["rules.0.returnValueJson5.price", "rule-0-value", "North, value price", rule("a")],
  ["rules.0.variants", "rule-0-variants", "North, variants", rule("a")],
  ["rules.0.variants.0.name", "rule-0-variants-0-name", "North, variant Free, name", rule("a", "free")],
  [
    "rules.0.variants.0.passPercentage",
    "rule-0-variants-0-passPercentage",
    "North, variant Free, passes",
    rule("a", "free"),
  ],
  [
    "rules.0.variants.0.returnValue.price.amount",
    "rule-0-variants-0-value",
    "North, variant Free, value price.amount",
    rule("a", "free"),
  ],
])("%s stands at %s, called %s", (property, id, label, search) => {
  expect(problemPlace(property, draft, tabOf)).toEqual({ id, label, search });
});
