import fc from "fast-check";
import { expect, test } from "vitest";
import type { Rule } from "#contract/rule.ts";
import { configResultModel, gateResultModel } from "./result-model.ts";
import { changedEnvironments, type Environments } from "./changed-environments.ts";
import { prepareConfig, prepareGate, type ConfigFacts, type GateFacts } from "./evaluate.ts";
import { anyGates, anyRules, anyUser } from "./random-rules.test-support.ts";
import { lowerCased } from "./values.ts";

const rule = (id: string, change: Partial<Rule> = {}): Rule => ({
  id,
  name: id,
  passPercentage: 100,
  conditions: [{ type: "country", operator: "any", targetValue: ["DE"] }],
  environments: null,
  ...change,
});
const everyone = { conditions: [{ type: "public" }] };
const staging = { environments: ["staging"] };
const tier = (operator: string) => [{ type: "environment_tier", operator, targetValue: ["production"] }];
const half = rule("b", { passPercentage: 50 });
const gate = (rules: Rule[], change: Partial<GateFacts> = {}): GateFacts => ({
  id: "g",
  rules,
  isEnabled: true,
  status: "In Progress",
  ...change,
});
const config = (rules: Rule[], change: Partial<ConfigFacts> = {}): ConfigFacts => ({
  id: "c",
  rules,
  isEnabled: true,
  defaultValue: { a: 0 },
  ...change,
});
const value = (a: number) => ({ returnValue: { a } });

const text = ({ names, hasOthers, without }: Environments) =>
  [
    ...(hasOthers ? ["others"] : []),
    ...names,
    ...(hasOthers ? without.map((name) => `not ${name}`) : []),
  ].join(", ");
const all = "others, production";

test.each([
  ["nothing", [rule("a")], [rule("a", { name: "b" })], ""],
  ["a percentage", [rule("a")], [rule("a", { passPercentage: 50 })], all],
  [
    "a percentage in staging",
    [rule("a", staging)],
    [rule("a", { ...staging, passPercentage: 50 })],
    "staging",
  ],
  ["one more environment", [rule("a", staging)], [rule("a", { environments: ["Staging", "dev"] })], "dev"],
  ["a condition on the environment", [rule("a", { conditions: tier("any") })], [], "production"],
  ["all but production", [rule("a", { conditions: tier("none") })], [], "others, not production"],
  ["a new rule that takes nobody", [rule("a")], [rule("a"), rule("b", { passPercentage: 0 })], ""],
  ["one that hides the next", [rule("a")], [rule("b", { passPercentage: 0 }), rule("a")], all],
  ["a rule behind one for everyone", [rule("a", everyone)], [rule("a", everyone), rule("b")], ""],
  [
    "a rule behind one for everyone in production",
    [rule("a", { ...everyone, environments: ["production"] })],
    [rule("a", { ...everyone, environments: ["production"] }), rule("b")],
    "others, not production",
  ],
  ["the order of two that give the same", [rule("a"), rule("b")], [rule("b"), rule("a")], ""],
  ["the order of two that do not", [rule("a"), half], [half, rule("a")], all],
  ["another rule of the same content", [rule("a")], [rule("b")], ""],
  ["another rule that parts the same users anew", [half], [{ ...half, id: "c" }], all],
  ["one in front of one for everyone", [rule("a"), rule("b", everyone)], [rule("b", everyone)], ""],
])("of a gate: %s", (_, before, after, expected) => {
  expect(text(changedEnvironments(gateResultModel(gate(before)), gateResultModel(gate(after))).all)).toBe(
    expected,
  );
});

test.each([
  ["off, with no rules", gate([]), gate([], { isEnabled: false }), ""],
  [
    "off, with a rule in staging",
    gate([rule("a", staging)]),
    gate([rule("a", staging)], { isEnabled: false }),
    "staging",
  ],
  [
    "off, with a rule for nobody",
    gate([rule("a", { passPercentage: 0 })]),
    gate([], { isEnabled: false }),
    "",
  ],
  [
    "rules of a gate that is off",
    gate([rule("a")], { isEnabled: false }),
    gate([], { isEnabled: false }),
    "",
  ],
  [
    "launched, where staging passes",
    gate([rule("a", { ...everyone, ...staging })]),
    gate([], { status: "Launched" }),
    "others, production, not staging",
  ],
])("of the state of a gate: %s", (_, before, after, expected) => {
  expect(text(changedEnvironments(gateResultModel(before), gateResultModel(after)).all)).toBe(expected);
});

test.each([
  [
    "the value of a rule in staging",
    config([rule("a", { ...staging, ...value(1) })]),
    config([rule("a", { ...staging, ...value(2) })]),
    "staging",
  ],
  ["a rule that gives the default", config([]), config([rule("a", value(0))]), ""],
  [
    "the default",
    config([rule("a", value(1))]),
    config([rule("a", value(1))], { defaultValue: { a: 1 } }),
    all,
  ],
  [
    "a default that nobody in production gets",
    config([rule("a", { ...everyone, ...value(1), environments: ["production"] })]),
    config([rule("a", { ...everyone, ...value(1), environments: ["production"] })], {
      defaultValue: { a: 2 },
    }),
    "others, not production",
  ],
  [
    "the value of a rule that takes nobody",
    config([rule("a", { passPercentage: 0, ...value(1) })]),
    config([rule("a", { passPercentage: 0 })]),
    "",
  ],
  [
    "the name of a variant",
    config([rule("a", { variants: [{ id: "v", name: "one", passPercentage: 50, ...value(1) }] })]),
    config([rule("a", { variants: [{ id: "v", name: "two", passPercentage: 50, ...value(1) }] })]),
    "",
  ],
])("of a config: %s", (_, before, after, expected) => {
  expect(text(changedEnvironments(configResultModel(before), configResultModel(after)).all)).toBe(expected);
});

test("a part names only the environments that it touches", () => {
  const [old, now] = [
    rule("a", { ...staging, passPercentage: 10 }),
    rule("a", { environments: ["staging", "production"] }),
  ];
  const { ofRule } = changedEnvironments(gateResultModel(gate([old])), gateResultModel(gate([now])));
  expect(text(ofRule(old, now).byContent)).toBe("staging");
  expect(text(ofRule(old, now).byPlace)).toBe("production");
  expect(text(ofRule(undefined, now).byPlace)).toBe("production, staging");
});

const parts = ["passPercentage", "conditions", "environments", "returnValue", "variants"] as const;
const anyValue = fc.constantFrom(undefined, { a: 1 }, { a: 2 });
const anyVariants = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  fc.array(
    fc.record({ name: fc.constant("v"), passPercentage: fc.constantFrom(0, 50, 100), returnValue: anyValue }),
    { maxLength: 2 },
  ),
);
const givingRules = fc
  .tuple(
    anyRules,
    fc.array(fc.record({ returnValue: anyValue, variants: anyVariants }), { minLength: 5, maxLength: 5 }),
  )
  .map(([rules, given]) => rules.map((one, index): Rule => ({ ...one, ...given[index] })));

/** A list of rules, and the same list with some rules changed, removed, added or reordered. */
const changedRules = fc
  .tuple(
    givingRules,
    givingRules,
    fc.array(fc.constantFrom(undefined, undefined, ...parts), { minLength: 5, maxLength: 5 }),
    fc.oneof(fc.constant([0, 1, 2, 3, 4]), fc.shuffledSubarray([0, 1, 2, 3, 4])),
  )
  .map(([before, others, changed, order]) => {
    const after = order.flatMap((place) => {
      const [old, other, part] = [before[place], others[place], changed[place]];
      if (!old) return other ? [other] : [];
      return [part && other ? { ...old, [part]: other[part] } : old];
    });
    return { before, after };
  });

const isIn = ({ names, hasOthers, without }: Environments, environment = "production") =>
  names.some((name) => lowerCased(name) === lowerCased(environment)) ||
  (hasOthers && !without.some((name) => lowerCased(name) === lowerCased(environment)));

const partsOf = (
  before: { rules: readonly Rule[] },
  after: { rules: readonly Rule[] },
  where: ReturnType<typeof changedEnvironments>,
) => {
  const find = ({ rules }: { rules: readonly Rule[] }, id: string) => rules.find((one) => one.id === id);
  const ids = [...new Set([...before.rules, ...after.rules].map(({ id }) => id))];
  return ids.flatMap((id) => {
    const { byPlace, byContent } = where.ofRule(find(before, id), find(after, id));
    return [byPlace, byContent];
  });
};

test("wherever a user's answer changes, the environment is told, as a whole and by a part", () => {
  let changes = 0;
  fc.assert(
    fc.property(
      changedRules,
      anyGates,
      fc.array(anyUser, { minLength: 10, maxLength: 10 }),
      fc.boolean(),
      anyValue,
      anyValue,
      (rules, gates, users, isOn, rest, other) => {
        const [before, after] = [gate(rules.before), gate(rules.after, { isEnabled: isOn })];
        const [old, now] = [
          config(rules.before, { defaultValue: rest }),
          config(rules.after, { defaultValue: other, isEnabled: isOn }),
        ];
        const cases = [
          {
            decide: [prepareGate(before, gates).decide, prepareGate(after, gates).decide],
            where: changedEnvironments(gateResultModel(before), gateResultModel(after)),
          },
          {
            decide: [prepareConfig(old, gates).decide, prepareConfig(now, gates).decide],
            where: changedEnvironments(configResultModel(old), configResultModel(now)),
          },
        ] as const;
        for (const { decide, where } of cases)
          for (const user of users) {
            const [was, is] = decide.map((of) => of(user));
            if (!was || !is || was.outcome === "unknown" || is.outcome === "unknown") continue;
            const isChanged =
              "value" in was
                ? JSON.stringify(was.value) !== JSON.stringify("value" in is && is.value)
                : was.outcome !== is.outcome;
            if (!isChanged) continue;
            changes += 1;
            expect(isIn(where.all, user.environment)).toBe(true);
            if (!isOn) continue;
            const told = [...partsOf(before, after, where), where.byOrder, where.byRest];
            expect(told.some((part) => isIn(part, user.environment))).toBe(true);
          }
      },
    ),
    { numRuns: 400 },
  );
  expect(changes).toBeGreaterThan(300);
});
