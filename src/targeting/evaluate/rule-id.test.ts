import { expect, test } from "vitest";
import { newRuleIdentity, ruleAddressedBy, ruleIdentity } from "./rule-id.ts";

test("a rule's id says its percent, and how often it has had it", () => {
  const first = { ...newRuleIdentity("r1", 10), passPercentage: 10 };
  expect(first.id).toBe("r1:10.00:1");
  const second = { ...ruleIdentity(first, 12.5), passPercentage: 12.5 };
  expect(second.id).toBe("r1:12.50:1");
  const third = { ...ruleIdentity(second, 10), passPercentage: 10 };
  expect(third.id).toBe("r1:10.00:2");
  expect(ruleIdentity(third, 12.5).id).toBe("r1:12.50:2");
});

test("the same percent keeps the id, also one of another shape", () => {
  expect(ruleIdentity({ id: "plain", passPercentage: 50 }, 50).id).toBe("plain");
  expect(ruleIdentity({ id: "plain", passPercentage: 50 }, 60).id).toBe("plain:60.00:1");
});

test("a rule that was never counted goes on from the number in its id", () => {
  const stored = { id: "r1:10.00:3", baseID: "r1", passPercentage: 10 };
  const changed = { ...ruleIdentity(stored, 20), passPercentage: 20 };
  expect(ruleIdentity(changed, 10).id).toBe("r1:10.00:4");
});

test("any id with the rule's baseID addresses it", () => {
  const rules = [
    { id: "r1:10.00:1", baseID: "r1", passPercentage: 10 },
    { id: "r2", passPercentage: 100 },
  ];
  for (const id of ["r1", "r1:10.00:1", "r1:99.00:7"]) expect(ruleAddressedBy(rules, id)).toBe(rules[0]);
  expect(ruleAddressedBy(rules, "r2:50.00:1")).toBe(rules[1]);
  expect(ruleAddressedBy(rules, "r")).toBeUndefined();
});
