import { expect, test } from "vitest";
import type { Rule } from "#contract/rule.ts";
import { staleMessage, stalenessReasonOf, type StalenessFacts } from "./type-reason.ts";

const day = 86_400_000;
const now = Date.UTC(2026, 10, 1);
const daysAgo = (days: number) => now - days * day;

const rule = (passPercentage: number, more: Partial<Rule> = {}): Rule => ({
  id: "r",
  name: "Rule",
  passPercentage,
  conditions: [{ type: "public" }],
  ...more,
});
const staff = { conditions: [{ type: "email", operator: "any", targetValue: "a@a.example" }] };
const none = { passed: 0, failed: 0, unanswered: 0 };
const mixed = { passed: 9, failed: 3, unanswered: 1 };
const gate = (change: Partial<StalenessFacts> = {}): StalenessFacts => ({
  status: "In Progress",
  isEnabled: true,
  type: "TEMPORARY",
  rules: [rule(10)],
  checks: mixed,
  createdTime: daysAgo(90),
  lastModifiedTime: daysAgo(60),
  ...change,
});

test.each<[string, Partial<StalenessFacts>]>([
  ["permanent", { type: "PERMANENT" }],
  ["a template", { type: "TEMPLATE" }],
  ["archived", { status: "Archived", isEnabled: false, checks: none }],
  ["a day short of 30 days old", { createdTime: daysAgo(29), lastModifiedTime: null }],
  ["changed a day short of 30 days ago", { lastModifiedTime: daysAgo(29) }],
  ["of unknown age", { createdTime: null, lastModifiedTime: null }],
])("a gate that is %s is not stale", (_what, change) => {
  expect(stalenessReasonOf(gate(change), false, now)).toBe("NONE");
});

test("a gate that something refers to is not stale", () => {
  expect(stalenessReasonOf(gate({ checks: none }), true, now)).toBe("NONE");
  expect(stalenessReasonOf(gate({ checks: none }), false, now)).toBe("STALE_PROBABLY_DEAD_CHECK");
});

test("30 days to the millisecond are enough", () => {
  const at = (time: number) =>
    stalenessReasonOf(gate({ createdTime: time, lastModifiedTime: time }), false, now);
  expect(at(daysAgo(30))).toBe("STALE_PROBABLY_FORGOTTEN");
  expect(at(daysAgo(30) + 1)).toBe("NONE");
});

test.each<[string, string, Partial<StalenessFacts>]>([
  ["nothing checks it", "STALE_PROBABLY_DEAD_CHECK", { checks: none, status: "Launched" }],
  ["it is launched", "STALE_PROBABLY_LAUNCHED", { status: "Launched" }],
  ["it passes everyone", "STALE_PROBABLY_LAUNCHED", { rules: [rule(100, staff), rule(100)] }],
  ["it is disabled", "STALE_PROBABLY_UNLAUNCHED", { status: "Disabled", isEnabled: false }],
  ["it is off", "STALE_PROBABLY_UNLAUNCHED", { isEnabled: false, rules: [] }],
  ["it passes nobody", "STALE_PROBABLY_UNLAUNCHED", { rules: [rule(0, staff), rule(0)] }],
  ["it has no rules", "STALE_NO_RULES", { rules: [] }],
  ["it passes some", "STALE_PROBABLY_FORGOTTEN", { rules: [rule(100, staff), rule(0)] }],
  ["it leaves some out first", "STALE_PROBABLY_FORGOTTEN", { rules: [rule(0, staff), rule(100)] }],
  [
    "it passes one environment",
    "STALE_PROBABLY_FORGOTTEN",
    { rules: [rule(100, { environments: ["dev"] })] },
  ],
  [
    "no check got an answer",
    "STALE_EMPTY_CHECKS",
    { checks: { ...none, unanswered: 4 }, status: "Launched" },
  ],
  ["every check passed", "STALE_ALL_TRUE", { checks: { ...none, passed: 4 } }],
  ["every check failed", "STALE_ALL_FALSE", { checks: { ...none, failed: 4, unanswered: 1 } }],
  [
    "its rules pass nobody, and so it did",
    "STALE_PROBABLY_UNLAUNCHED",
    { rules: [rule(0)], checks: { ...none, failed: 4 } },
  ],
  ["checks are not counted", "STALE_PROBABLY_FORGOTTEN", { checks: undefined }],
  ["it was said to be stale", "STALE_PROBABLY_FORGOTTEN", { type: "STALE" }],
])("a gate is stale since %s: %s", (_case, reason, change) => {
  expect(stalenessReasonOf(gate(change), false, now)).toBe(reason);
});

test("each reason is told in words, also one that this service does not give", () => {
  expect(staleMessage("STALE_NO_RULES")).toBe("It has no rules, so nobody passes it.");
  expect(staleMessage("STALE_ALL_TRUE")).toBe("Every check of the last 30 days passed.");
  expect(staleMessage("STALE_ODD")).toBe("The service calls it stale: STALE_ODD.");
  expect([staleMessage("NONE"), staleMessage(null), staleMessage("TEMPORARY")]).toEqual(
    Array(3).fill(undefined),
  );
});
