import fc from "fast-check";
import { expect, test } from "vitest";
import type { Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import { prepareGate, type GateFacts } from "#targeting/evaluate/evaluate.ts";
import { anyGates, anyRules } from "#targeting/evaluate/random-rules.test-support.ts";
import { exampleUsersOf, type ExampleOrReason } from "./example-users.ts";

const is = (type: string, operator: string, ...targetValue: string[]): Condition => ({
  type,
  operator,
  targetValue,
});
const from = (...countries: string[]) => is("country", "any", ...countries);
const field = (name: string, operator: string, ...targetValue: string[]): Condition => ({
  ...is("custom_field", operator, ...targetValue),
  field: name,
});
const passes = (...targetValue: string[]): Condition => ({ type: "passes_gate", targetValue });
const rule = (id: string, conditions: Condition[], change: Partial<Rule> = {}): Rule => ({
  id,
  name: id,
  passPercentage: 100,
  conditions,
  ...change,
});
const gate = (rules: Rule[], change: Partial<GateFacts> = {}): GateFacts => ({
  id: "g",
  rules,
  isEnabled: true,
  status: "In Progress",
  ...change,
});

const userOf = (found: ExampleOrReason) => ("example" in found ? found.example.user : found.none);
const reason = (found: ExampleOrReason) => ("example" in found ? found.example.reason : found.none);
const nobody = { passes: { none: "no rule" }, misses: { none: "no rule" } };
const only = (conditions: Condition[], change: Partial<Rule> = {}) =>
  exampleUsersOf(gate([rule("r", conditions, change)]))[0] ?? nobody;

// Conditions of a rule, attributes of a user who passes it, and of one who just misses it.
test.each<[Condition[], object, object]>([
  [[from("DE", "FR")], { country: "DE" }, { country: "SE" }],
  [[field("age", "gt", "17")], { custom: { age: 18 } }, { custom: { age: 17 } }],
  [[field("age", "gte", "18")], { custom: { age: 18 } }, { custom: { age: 17 } }],
  [[field("age", "lt", "0.5")], { custom: { age: 0.4 } }, { custom: { age: 0.5 } }],
  [[field("age", "gt", "17"), field("age", "lt", "18")], { custom: { age: 17.5 } }, { custom: { age: 18 } }],
  [[is("app_version", "version_gte", "6.1.0")], { appVersion: "6.1.0" }, { appVersion: "6.0.0" }],
  [
    [is("app_version", "version_gt", "1.2"), is("app_version", "version_lt", "1.3")],
    { appVersion: "1.2.0.0.1" },
    { appVersion: "1.3" },
  ],
  [
    [field("since", "before", "2024-05-01")],
    { custom: { since: "2024-04-30T23:59:59.999Z" } },
    { custom: { since: "2024-05-01T00:00:00.000Z" } },
  ],
  [[is("time", "after", "1714521600000")], { time: 1714521600001 }, { time: 1714521600000 }],
  [
    [field("tags", "array_contains_all", "a", "b")],
    { custom: { tags: ["a", "b"] } },
    { custom: { tags: ["a"] } },
  ],
  [[field("tags", "array_contains_none", "a")], { custom: { tags: [] } }, { custom: { tags: ["a"] } }],
  [
    [is("email", "str_contains_any", "@shop."), is("email", "str_contains_none", "+")],
    { email: "someone@shop." },
    { email: "@shop.+" },
  ],
  [[is("user_id", "str_matches", "^u-\\d+$")], { userID: "u-0" }, { userID: "something else" }],
  [[field("plan", "is_null")], {}, { custom: { plan: "something else" } }],
  [[is("environment_tier", "any", "staging")], { environment: "staging" }, { environment: "production" }],
  [
    [{ ...is("unit_id", "any", "c1"), customID: "companyID" }],
    { customIDs: { companyID: "c1" } },
    { customIDs: { companyID: "something else" } },
  ],
  [
    [{ ...is("experiment_group", "any", "Test"), field: "page" }],
    { experimentGroups: { page: "Test" } },
    { experimentGroups: { page: "something else" } },
  ],
])("%j", (conditions, taken, missing) => {
  const { passes: pass, misses } = only(conditions);
  expect(userOf(pass)).toMatchObject(taken);
  expect(userOf(misses)).toMatchObject(missing);
  expect(reason(misses)).toBe("condition");
});

test("who just misses has all else right", () => {
  const { misses } = only([from("DE"), field("age", "gt", "17"), is("os_name", "any", "iOS")]);
  expect(misses).toMatchObject({
    example: { conditionIndex: 2, user: { country: "DE", custom: { age: 18 }, osName: "Linux" } },
  });
});

test("a percentage is hit and missed by the hash of clients", () => {
  const { passes: pass, misses } = only([{ type: "public" }], { passPercentage: 0.01 });
  const { decide } = prepareGate(gate([rule("r", [], { passPercentage: 0.01 })]));
  expect([pass, misses].map((found) => reason(found))).toEqual(["taken", "percentage"]);
  for (const [found, outcome] of [
    [pass, "pass"],
    [misses, "fail"],
  ] as const)
    expect("example" in found && decide(found.example.user).outcome).toBe(outcome);
});

test("a rule for some environments takes someone there, and misses someone elsewhere", () => {
  const { passes: pass, misses } = only([], { environments: ["staging", "development"] });
  expect(userOf(pass)).toMatchObject({ environment: "staging" });
  expect(reason(misses)).toBe("environment");
  const own = only([], { environments: ["production"] });
  expect(userOf(own.misses)).toMatchObject({ environment: "staging" });
});

test("an earlier rule is stepped around, a later one may take who misses", () => {
  const all = exampleUsersOf(
    gate([rule("se", [from("SE", "DE")]), rule("pro", [field("plan", "any", "pro")]), rule("rest", [])]),
  );
  expect(userOf(all[1]?.passes ?? { none: "" })).toMatchObject({ custom: { plan: "pro" } });
  expect(all[1]?.misses).toMatchObject({ example: { decision: { index: 2, outcome: "pass" } } });
});

test("a user for a rule on another gate passes that gate too", () => {
  const gates = new Map([
    ["eu", { ...gate([rule("de", [from("DE")], { passPercentage: 20 })]), id: "eu" }],
    ["far", { ...gate([rule("eu", [passes("eu")])]), id: "far" }],
  ]);
  const own = gate([rule("r", [passes("far"), field("plan", "any", "pro")])]);
  const { passes: pass } = exampleUsersOf(own, gates)[0] ?? nobody;
  expect(userOf(pass)).toMatchObject({ country: "DE", custom: { plan: "pro" } });
  const fails = gate([rule("r", [{ type: "fails_gate", targetValue: "far" }, from("DE")])]);
  expect(userOf(exampleUsersOf(fails, gates)[0]?.passes ?? nobody.passes)).toMatchObject({ country: "DE" });
});

test.each<[Rule[], string, string]>([
  [
    [rule("all", []), rule("de", [from("DE")])],
    "Nobody gets here: rule 1 already decides for everyone.",
    "Nobody gets here: rule 1 already decides for everyone.",
  ],
  [
    [rule("r", [], { passPercentage: 0 })],
    "It takes 0 %: whoever matches is left out, and no later rule is asked.",
    "percentage",
  ],
  [[rule("r", [])], "taken", "Everyone who gets here passes."],
  [
    [rule("r", [from()])],
    "Nobody ever matches: Country has no value yet.",
    "Nobody ever matches: Country has no value yet.",
  ],
  [
    [rule("r", [{ type: "passes_segment", targetValue: "vip" }])],
    "It has a condition on the segment vip, which cannot be judged here.",
    "It has a condition on the segment vip, which cannot be judged here.",
  ],
])("%#: where there is none, it says why", (rules, taken, missing) => {
  const { passes: pass, misses } = exampleUsersOf(gate(rules)).at(-1) ?? nobody;
  expect([reason(pass), reason(misses)]).toEqual([taken, missing]);
});

test("a rule of a gate that is off has example users as well", () => {
  expect(
    reason(exampleUsersOf(gate([rule("r", [from("DE")])], { isEnabled: false }))[0]?.passes ?? { none: "" }),
  ).toBe("taken");
});

test("every example user of any rules is what it is said to be", () => {
  const said = { passes: 0, misses: 0, none: 0 };
  fc.assert(
    fc.property(anyRules, anyGates, (rules, gates) => {
      const owner = gate(rules, { id: "owner" });
      const { explain } = prepareGate(owner, gates);
      for (const { ruleIndex, passes: pass, misses } of exampleUsersOf(owner, gates)) {
        if ("example" in pass) {
          said.passes += 1;
          expect(explain(pass.example.user)).toMatchObject({ index: ruleIndex, outcome: "pass" });
        } else said.none += 1;
        if (!("example" in misses)) continue;
        said.misses += 1;
        const { rules: traces, ...decision } = explain(misses.example.user);
        expect(decision).toEqual(misses.example.decision);
        const trace = traces[ruleIndex];
        if (misses.example.reason === "percentage")
          expect([decision.index, decision.outcome]).toEqual([ruleIndex, "fail"]);
        else {
          const failed = trace?.conditions.filter(({ result }) => result === "failed").length;
          expect([trace?.environment, failed]).toEqual(
            misses.example.reason === "environment" ? ["failed", 0] : ["passed", 1],
          );
        }
      }
    }),
    { numRuns: 200 },
  );
  expect(said.passes).toBeGreaterThan(60);
  expect(said.misses).toBeGreaterThan(60);
});
