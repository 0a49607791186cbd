import fc from "fast-check";
import { expect, test } from "vitest";
import type { Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import { bucketAfter } from "./bucket.ts";
import type { User } from "./places.ts";
import { prepareConfig, prepareGate, type ConfigFacts, type GateFacts } from "./evaluate.ts";
import { anyGates, anyRules, anyUser } from "./random-rules.test-support.ts";
import { gate, rule } from "./example-rules.test-support.ts";

const bucketOf = (text: string) => bucketAfter("", text);
const from = (...countries: string[]): Condition => ({
  type: "country",
  operator: "any",
  targetValue: countries,
});
const passes = (...gates: string[]): Condition => ({ type: "passes_gate", targetValue: gates });
const gates = (...all: GateFacts[]) => new Map(all.map((each) => [each.id, each]));
const users = Array.from({ length: 2000 }, (_, index): User => ({ userID: `u${index}` }));

test("the first rule that fits decides, also where it leaves the user out", () => {
  const { decide } = prepareGate(
    gate("g", [rule("none", [from("DE")], { passPercentage: 0 }), rule("all", [from("DE", "FR")])]),
  );
  expect(decide({ country: "DE" })).toMatchObject({ outcome: "fail", index: 0, rule: { name: "none" } });
  expect(decide({ country: "FR" })).toMatchObject({ outcome: "pass", index: 1 });
  expect(decide({ country: "SE" })).toEqual({ outcome: "fail", reason: "No rule fits" });
});

test("every condition of a rule is needed, a rule without any is for everyone", () => {
  const older: Condition = { type: "custom_field", field: "age", operator: "gt", targetValue: "17" };
  const { decide } = prepareGate(gate("g", [rule("r", [from("DE"), older])]));
  expect(decide({ country: "DE", custom: { age: 20 } }).outcome).toBe("pass");
  expect(decide({ country: "DE", custom: { age: 17 } }).outcome).toBe("fail");
  expect(prepareGate(gate("g", [rule("r", [])])).decide({}).outcome).toBe("pass");
});

test.each([
  [null, "staging", "pass"],
  [["production"], undefined, "pass"],
  [["production"], "staging", "fail"],
  [["Staging"], "staging", "pass"],
  [[], undefined, "fail"],
])("a rule for %j in %s: %s", (environments, environment, outcome) => {
  const { decide } = prepareGate(gate("g", [rule("r", [], { environments })]));
  expect(decide({ environment }).outcome).toBe(outcome);
});

test.each([
  [{ status: "Launched" }, "pass"],
  [{ status: "Disabled" }, "fail"],
  [{ status: "Archived" }, "fail"],
  [{ isEnabled: false }, "fail"],
  [{ status: "Launched", isEnabled: false }, "fail"],
])("a gate with %j: %s, whatever its rules say", (change, outcome) => {
  const rules = [rule("r", [], { passPercentage: outcome === "pass" ? 0 : 100 })];
  const { decide, explain } = prepareGate(gate("g", rules, change));
  expect(decide({}).outcome).toBe(outcome);
  expect(explain({}).rules).toMatchObject([{ result: "not reached" }]);
});

test("a percentage takes the units whose hash of salt, rule and unit falls below it", () => {
  const { decide } = prepareGate(gate("checkout", [rule("r1", [], { passPercentage: 12.34 })]));
  const passing = users.filter((user) => decide(user).outcome === "pass");
  expect(passing).toEqual(users.filter((user) => bucketOf(`checkout.r1.${String(user.userID)}`) < 1234));
  expect(passing.length / users.length).toBeCloseTo(0.1234, 1);
});

test("raising a percentage keeps whom it took, also where the rule's id changes with it", () => {
  const at = (passPercentage: number) =>
    prepareGate(gate("g", [rule("r", [], { passPercentage, id: `r:${passPercentage}:1` })])).decide;
  const [less, more] = [at(0.05), at(40)];
  for (const user of users) if (less(user).outcome === "pass") expect(more(user).outcome).toBe("pass");
});

test("the salt of a gate and another kind of unit make other hashes", () => {
  const half = [rule("r", [], { passPercentage: 50 })];
  const outcomes = (facts: GateFacts, all: readonly User[]) =>
    all.map((user) => prepareGate(facts).decide(user).outcome).join();
  const few = users.slice(0, 100);
  expect(outcomes(gate("g", half, { salt: "other" }), few)).toBe(outcomes(gate("other", half), few));
  expect(outcomes(gate("g", half, { salt: "other" }), few)).not.toBe(outcomes(gate("g", half), few));
  const companies = few.map(({ userID }) => ({ userID: "x", customIDs: { companyID: userID } }));
  expect(outcomes(gate("g", half, { idType: "companyID" }), companies)).toBe(outcomes(gate("g", half), few));
});

test("gates are asked through, and say how they were decided", () => {
  const all = gates(
    gate("eu", [rule("members", [from("DE", "FR")])]),
    gate("shop", [rule("eu", [passes("eu")])]),
    gate("old", [], { status: "Archived" }),
  );
  const pay = gate("pay", [rule("shop", [passes("shop"), { type: "fails_gate", targetValue: "old" }])]);
  const { decide, explain } = prepareGate(pay, all);
  expect(decide({ country: "DE" }).outcome).toBe("pass");
  expect(decide({ country: "SE" }).outcome).toBe("fail");
  expect(explain({ country: "SE" }).rules).toMatchObject([
    {
      result: "does not match",
      conditions: [
        { result: "failed", reason: "shop: No rule fits" },
        { result: "passed", reason: "old: The gate is archived" },
      ],
    },
  ]);
});

test("a draft counts as the gate itself, not the stored one", () => {
  const stored = gates(gate("a", [rule("r", [])]), gate("b", [rule("r", [passes("a")])]));
  const draft = gate("c", [rule("r", [passes("b")])]);
  expect(prepareGate(draft, stored.set("c", gate("c", []))).decide({}).outcome).toBe("pass");
});

test("a missing gate is not judged, unless another condition fails anyway", () => {
  const { decide } = prepareGate(gate("g", [rule("r", [passes("lost"), from("DE")])]));
  expect(decide({ country: "DE" })).toMatchObject({
    outcome: "unknown",
    index: 0,
    reason: "Rule 1, r, cannot be judged. The gate lost is not known",
  });
  expect(decide({ country: "FR" }).outcome).toBe("fail");
});

test("a circle is named and not judged, from whichever gate it is entered", () => {
  const all = gates(
    gate("a", [rule("r", [passes("b")])]),
    gate("b", [rule("de", [from("DE")]), rule("r", [passes("c")])]),
    gate("c", [rule("r", [passes("b")])]),
    gate("self", [rule("r", [passes("self")])]),
  );
  const decide = (id: string, user: User) => prepareGate(all.get(id) ?? gate(id, []), all).decide(user);
  expect(decide("a", { country: "DE" }).outcome).toBe("pass");
  expect(decide("a", {}).reason).toContain("It is a circular dependency: b → c → b");
  expect(decide("c", {}).outcome).toBe("unknown");
  expect(decide("self", {}).reason).toContain("self → self");
});

test("gates that each ask the next one many times are decided in no time, and a long chain does not break", () => {
  const asksNext = (index: number, times: number) =>
    gate(
      `g${index}`,
      Array.from({ length: times }, (_, at) => rule(`r${at}`, [passes(`g${index + 1}`), from("DE")])),
    );
  const wide = gates(
    ...Array.from({ length: 60 }, (_, index) => asksNext(index, 3)),
    gate("g60", [rule("r", [])]),
  );
  expect(prepareGate(gate("g", [rule("r", [passes("g0")])]), wide).decide({}).outcome).toBe("fail");
  const long = gates(
    ...Array.from({ length: 3000 }, (_, index) => gate(`g${index}`, [rule("r", [passes(`g${index + 1}`)])])),
    gate("g3000", [rule("r", [])]),
  );
  expect(prepareGate(gate("g", [rule("r", [passes("g0")])]), long).decide({}).outcome).toBe("unknown");
  expect(prepareGate(gate("g", [rule("r", [passes("g2900")])]), long).decide({}).outcome).toBe("pass");
});

test("the trace tells per condition what was seen, up to the rule that decides", () => {
  const { explain } = prepareGate(
    gate("g", [
      rule("staging", [], { environments: ["staging"] }),
      rule("fr", [from("FR"), { type: "email", operator: "any", targetValue: "a@b.c" }]),
      rule("de", [from("DE"), { type: "public" }], { passPercentage: 50 }),
      rule("rest", []),
    ]),
  );
  const user = { userID: "u1", country: "DE" };
  const explanation = explain(user);
  expect(explanation.rules).toMatchObject([
    { result: "does not match", environment: "failed", conditions: [] },
    {
      result: "does not match",
      environment: "passed",
      conditions: [{ result: "failed", value: "DE" }, { result: "failed" }],
    },
    {
      result: "decides",
      bucket: bucketOf("g.de.u1"),
      conditions: [{ result: "passed", value: "DE" }, { result: "passed" }],
    },
    { result: "not reached", conditions: [] },
  ]);
  expect(explanation.rules[1]?.conditions[1]).not.toHaveProperty("value");
  expect(explanation).toMatchObject({ index: 2, outcome: bucketOf("g.de.u1") < 5000 ? "pass" : "fail" });
});

const config = (rules: Rule[], change: Partial<ConfigFacts> = {}): ConfigFacts => ({
  id: "prices",
  rules,
  isEnabled: true,
  defaultValue: { price: 5 },
  ...change,
});
const variant = (name: string, passPercentage: number) => ({ name, passPercentage, returnValue: { name } });

test("a config gives the value of the rule that decides, else its default", () => {
  const rules = [
    rule("de", [from("DE")], { returnValue: { price: 4 } }),
    rule("fr", [from("FR")], { passPercentage: 0, returnValue: { price: 3 } }),
    rule("se", [from("SE")], { returnValueJson5: "{ price: 2 /* low */ }" }),
    rule("no", [from("NO")]),
  ];
  const { decide, explain } = prepareConfig(config(rules));
  const price = (country: string) => decide({ country }).value?.["price"];
  expect(["DE", "FR", "SE", "NO", "US"].map(price)).toEqual([4, 5, 2, 5, 5]);
  expect(explain({ country: "FR" })).toMatchObject({
    index: 1,
    value: { price: 5 },
    rules: [{}, { result: "decides" }, {}, {}],
  });
  expect(prepareConfig(config(rules, { isEnabled: false })).decide({ country: "DE" }).value).toEqual({
    price: 5,
  });
  expect(prepareConfig(config([rule("r", [passes("lost")])])).decide({})).toMatchObject({
    outcome: "unknown",
  });
});

test("variants share those whom the rule takes by a hash of their own; who is left over gets the rule's value", () => {
  const split = rule("r", [], {
    passPercentage: 50,
    returnValue: { name: "rest" },
    variants: [variant("a", 30), variant("b", 50)],
  });
  const { decide } = prepareConfig(config([split]));
  const taken = users.map(decide).filter((decision) => decision.outcome === "pass");
  const share = (name: string) => taken.filter(({ value }) => value?.["name"] === name).length / taken.length;
  expect(share("a")).toBeCloseTo(0.3, 1);
  expect(share("b")).toBeCloseTo(0.5, 1);
  expect(share("rest")).toBeCloseTo(0.2, 1);
  const bucket = bucketOf("prices.r.variant.u7");
  const all = prepareConfig(config([{ ...split, passPercentage: 100 }])).decide({ userID: "u7" });
  expect(all.variant?.name).toBe(bucket < 3000 ? "a" : bucket < 8000 ? "b" : undefined);
});

test("a config may have the id of a gate that it asks about", () => {
  const all = gates(gate("prices", [rule("r", [from("DE")])]));
  const { decide } = prepareConfig(
    config([rule("r", [passes("prices")], { returnValue: { price: 1 } })]),
    all,
  );
  expect(decide({ country: "DE" }).value).toEqual({ price: 1 });
});

test("any gate can be decided for any user, and the trace tells the same", () => {
  fc.assert(
    fc.property(anyGates, fc.array(anyUser, { minLength: 1, maxLength: 5 }), (all, some) => {
      for (const each of all.values()) {
        const { decide, explain } = prepareGate(each, all);
        const bulk = some.map(decide);
        for (const [at, user] of some.entries()) {
          const { rules, ...decision } = explain(user);
          expect(decision).toEqual(bulk[at]);
          expect(prepareGate(each, all).decide(user)).toEqual(bulk[at]);
          if (decision.index === undefined) continue;
          expect(rules[decision.index]?.result).toBe(
            decision.outcome === "unknown" ? "not judged" : "decides",
          );
          for (const [index, { result, environment, conditions }] of rules.entries()) {
            const judged = conditions.map((condition) => condition.result);
            const fits = environment === "passed" && !judged.includes("failed");
            if (index < decision.index) expect([result, fits]).toEqual(["does not match", false]);
            if (index === decision.index)
              expect(fits && judged.includes("not judged")).toBe(decision.outcome === "unknown");
            if (index > decision.index) expect(result).toBe("not reached");
          }
        }
      }
    }),
    { numRuns: 500 },
  );
});

test("any config gives any user a value, or says why it cannot", () => {
  fc.assert(
    fc.property(anyRules, anyUser, anyGates, (rules, user, all) => {
      const { decide, explain } = prepareConfig(config(rules), all);
      const { rules: _trace, ...explained } = explain(user);
      expect(explained).toEqual(decide(user));
      expect(explained.value === undefined).toBe(explained.outcome === "unknown");
    }),
  );
});

test("users and values of any shape break nothing", () => {
  const all = gates(gate("a", [rule("r", [passes("g")])]));
  fc.assert(
    fc.property(
      anyRules,
      fc.record({
        userID: fc.anything(),
        country: fc.anything(),
        custom: fc.dictionary(fc.string(), fc.anything()),
      }),
      (rules, user) => {
        expect(["pass", "fail", "unknown"]).toContain(
          prepareGate(gate("g", rules), all).decide(user).outcome,
        );
        prepareGate(gate("g", rules), all).explain(user);
      },
    ),
  );
});
