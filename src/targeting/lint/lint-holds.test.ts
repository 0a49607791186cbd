// Property tests: findings of lint about any rules hold for any users.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Rule } from "#contract/rule.ts";
import type { User } from "#targeting/evaluate/places.ts";
import { prepareGate, type GateFacts } from "#targeting/evaluate/evaluate.ts";
import { operators } from "#targeting/evaluate/operators.ts";
import { anyGates, anyRules, anyUser } from "#targeting/evaluate/random-rules.test-support.ts";
import { lintRules } from "./lint-rules.ts";
import { field, gate, numbered, rule } from "./small-rules.test-support.ts";

const isNever = (kind: string) => kind === "never_matches" || kind === "no_environments";
const hiding = new Set(["shadowed", "duplicate", "unreachable"]);

/** Compares the decisions of the rules with the findings of lint, and counts the findings, so that the test cannot pass vacuously. */
function holdToUsers(rules: Rule[], all: Map<string, GateFacts>, users: readonly User[]) {
  const said = { never: 0, hidden: 0 };
  const owner = gate("owner", rules);
  const { explain } = prepareGate(owner, all);
  for (const { kind, ruleIndex } of lintRules(rules, { gateID: "owner", gates: all })) {
    const alone = prepareGate({ ...owner, rules: rules.slice(ruleIndex, ruleIndex + 1) }, all);
    if (isNever(kind)) {
      said.never += 1;
      for (const user of users) expect(alone.explain(user).rules[0]?.result).not.toBe("decides");
    }
    if (hiding.has(kind)) {
      said.hidden += 1;
      for (const user of users) expect(explain(user).rules[ruleIndex]?.result).not.toBe("decides");
    }
  }
  return said;
}

test("a rule that is said never to match matches nobody, one said to be hidden decides for nobody", () => {
  const said = { never: 0, hidden: 0 };
  fc.assert(
    fc.property(
      anyRules,
      anyGates,
      fc.array(anyUser, { minLength: 5, maxLength: 10 }),
      (rules, all, users) => {
        const { never, hidden } = holdToUsers(rules, all, users);
        said.never += never;
        said.hidden += hidden;
      },
    ),
    { numRuns: 2000 },
  );
  expect(said.never).toBeGreaterThan(500);
  expect(said.hidden).toBeGreaterThan(100);
});

// Every value that the random conditions on one field can distinguish, and some in another case.
const texts = [
  "a A B b ab AB De de ss SS ß ẞ true x xss [] [1] v1 1.2 1.2.0 1.10.0-beta.2 1.2.0.1 1.9 1.10.1 0.0",
  "1 2 2.5 3 -1 1e1 1E1 0 0.5 2.2 99 10 11 2024 1714521600 1714608000000 1714521600001 1714564800001",
  '2024-05-01 2024-05-01T12:00:00Z 2024-05-01t12:00:00z 2024-04-30 2024-05-02 ["a"] ["A"] ["a","ab","1"]',
].flatMap((line) => line.split(" "));
const lists = [[], ["a"], ["B", "b"], ["a", "1"], [1, 2], ["1.2", "2024-05-01"], ["a", "A", "ab", "1", "2"]];
const values: readonly unknown[] = [...texts, ...lists, "", 1, 2, 2.5, 3, true, false, null, undefined, {}];

test("what is said of conditions on one field holds for every value", () => {
  const target = fc.constantFrom("a", "A", "ab", "1", "2", "1.2", "2024-05-01");
  const condition = fc
    .tuple(fc.constantFrom(...operators.keys()), fc.array(target, { minLength: 1, maxLength: 2 }))
    .map(([operator, targets]) => field("f", operator, ...targets));
  const onField = fc
    .array(fc.array(condition, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 6 })
    .map((rules) => rules.map((conditions) => rule(conditions)));
  const said = { never: 0, hidden: 0, together: 0 };
  const users = values.map((value) => ({ custom: { f: value } }));
  fc.assert(
    fc.property(onField, (rules) => {
      const { never, hidden } = holdToUsers(rules, new Map(), users);
      said.never += never;
      said.hidden += hidden;
      said.together += lintRules(rules).filter(({ message }) => message.includes("together")).length;
    }),
    { numRuns: 2000 },
  );
  expect(said.never).toBeGreaterThan(500);
  expect(said.hidden).toBeGreaterThan(100);
  // By chance about 24 of 2000.
  expect(said.together).toBeGreaterThan(3);
});

const harmless = new Set([
  "never_matches",
  "duplicate",
  "archived_gate",
  "no_effect",
  "takes_nobody",
  "same_value",
  "pre_release",
]);

test("a fix that only tidies up changes the decision for nobody who can be judged", () => {
  fc.assert(
    fc.property(
      anyRules,
      anyGates,
      fc.array(anyUser, { minLength: 3, maxLength: 6 }),
      (rules, all, users) => {
        const { decide } = prepareGate(gate("owner", rules), all);
        for (const { kind, fix } of lintRules(rules, { gateID: "owner", gates: all })) {
          if (!fix || !harmless.has(kind)) continue;
          const tidied = prepareGate({ ...gate("owner", []), rules: fix.apply(numbered(rules)) }, all);
          for (const user of users) {
            const outcomes = [decide(user).outcome, tidied.decide(user).outcome];
            if (!outcomes.includes("unknown")) expect(outcomes[0]).toBe(outcomes[1]);
          }
        }
      },
    ),
    { numRuns: 1000 },
  );
});
