// Test support: random users and rules for property tests, from so few names and values that matches are frequent.
import fc from "fast-check";
import {
  conditionRules,
  conditionTypes,
  type Condition,
  type ConditionRule,
  type ConditionType,
} from "#contract/condition.ts";
import { ConditionUpdate } from "#contract/condition-update.ts";
import type { Rule } from "#contract/rule.ts";
import type { User } from "./places.ts";
import type { GateFacts } from "./evaluate.ts";
import { operators } from "./operators.ts";

const texts = ["a", "B", "b", "ab", "De", "de", "ss", "ß", "", "true"];
const numbers = ["1", "2", "2.5", "3", "-1", "1e1"];
const versions = ["1.2", "1.2.0", "1.10.0-beta.2", "0", "v1"];
const times = ["2024-05-01", "2024-05-01T12:00:00Z", "1714521600", "1714608000000", "2024"];
const patterns = ["^a", "b$", "^[a-z]+$", "(a+)+$", "("];
const gateIDs = ["g1", "g2", "g3", "g4", "lost"];
const environments = ["production", "staging", "Development"];

const oneOf = (...lists: readonly (readonly string[])[]) => fc.constantFrom(...lists.flat());
const anyText = oneOf(texts, numbers, versions, times);

const targetsFor: Readonly<Record<string, fc.Arbitrary<string>>> = {
  gt: oneOf(numbers, ["x"]),
  gte: oneOf(numbers),
  lt: oneOf(numbers),
  lte: oneOf(numbers),
  version_gt: oneOf(versions),
  version_gte: oneOf(versions),
  version_lt: oneOf(versions),
  version_lte: oneOf(versions),
  version_eq: oneOf(versions),
  before: oneOf(times),
  after: oneOf(times),
  on: oneOf(times),
  str_matches: oneOf(patterns),
};

const operatorNames = [...operators.keys(), "encoded_any"];

const anyType = fc.oneof(
  { weight: 3, arbitrary: fc.constant("custom_field" as const) },
  { weight: 2, arbitrary: fc.constantFrom(...conditionTypes) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("country", "user_id", "public", "passes_gate", "fails_gate"),
  },
);

const targetOf = (type: ConditionType, operator: string): fc.Arbitrary<string> => {
  if (type.endsWith("_gate")) return fc.constantFrom(...gateIDs);
  if (type === "environment_tier") return oneOf(environments);
  if (type === "country") return fc.constantFrom("de", "US", "AU");
  if (type === "time") return fc.constantFrom("0", "1714521600000", "4102444800000");
  if (type === "browser_name") return fc.constantFrom("Chrome", "Mobile Safari", "firefox");
  if (type === "os_name") return fc.constantFrom("iOS", "android", "Windows");
  return targetsFor[operator] ?? anyText;
};

/** Conditions of the API contract with the given operators. */
const conditionsWith = (operatorsOf: (type: ConditionType) => readonly string[]): fc.Arbitrary<Condition> =>
  anyType.chain((type) =>
    fc
      .record({
        operator: fc.constantFrom(...operatorsOf(type)),
        fieldName: fc.constantFrom("f", "plan"),
      })
      .chain(({ operator, fieldName }) => {
        const target = targetOf(type, operator);
        const rule: ConditionRule = conditionRules[type];
        const { needs } = rule;
        return fc.record({
          type: fc.constant(type),
          operator: fc.constant(operator),
          field: fc.constant(needs === "field" ? fieldName : undefined),
          customID: fc.constant(needs === "customID" ? fieldName : undefined),
          targetValue: fc.oneof(target, fc.array(target, { maxLength: 3 })),
        });
      }),
  );

/** Any condition, including combinations that the contract would reject in a write. */
const anyCondition = conditionsWith(() => operatorNames);

/** A condition that the contract accepts in a write. */
const writtenCondition = conditionsWith((type) => {
  const { operators: allowed } = conditionRules[type];
  return allowed.length ? allowed : [""];
}).filter((condition) => ConditionUpdate.safeParse(condition).success);

const percents = fc.oneof(
  fc.constantFrom(0, 100),
  fc.integer({ min: 0, max: 10_000 }).map((count) => count / 100),
);

const rulesOf = (condition: fc.Arbitrary<Condition>): fc.Arbitrary<Rule[]> =>
  fc
    .array(
      fc.record({
        passPercentage: percents,
        conditions: fc.array(condition, { maxLength: 3 }),
        environments: fc.oneof(
          { weight: 3, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.subarray(environments) },
        ),
      }),
      { maxLength: 5 },
    )
    .map((rules) => rules.map((rule, index) => ({ id: `r${index}`, name: `Rule of ${index}`, ...rule })));

export const anyRules = rulesOf(anyCondition);
export const writtenRules = rulesOf(writtenCondition);

const gateOf =
  (rules: fc.Arbitrary<Rule[]>) =>
  (id: string): fc.Arbitrary<GateFacts> =>
    fc.record({
      id: fc.constant(id),
      rules,
      isEnabled: fc.oneof(
        { weight: 5, arbitrary: fc.constant(true) },
        { weight: 1, arbitrary: fc.constant(false) },
      ),
      status: fc.oneof(
        { weight: 5, arbitrary: fc.constant("In Progress") },
        { weight: 1, arbitrary: fc.constantFrom("Launched", "Disabled", "Archived") },
      ),
    });

/** Gates g1 to g4, which may refer to each other in any way. */
const gatesOf = (rules: fc.Arbitrary<Rule[]>): fc.Arbitrary<Map<string, GateFacts>> =>
  fc
    .tuple(...gateIDs.slice(0, 4).map(gateOf(rules)))
    .map((gates) => new Map(gates.map((gate) => [gate.id, gate])));

export const anyGates = gatesOf(anyRules);
export const writtenGates = gatesOf(writtenRules);

const value = fc.oneof(
  anyText,
  fc.array(oneOf(texts, numbers), { maxLength: 3 }),
  fc.constantFrom(
    null,
    undefined,
    1,
    2.5,
    3,
    true,
    false,
    1_714_521_600,
    '["a","b"]',
    {},
    [],
    "A",
    "DE",
    "SS",
  ),
);

export const anyUser: fc.Arbitrary<User> = fc.record(
  {
    userID: value,
    email: value,
    ip: value,
    country: value,
    locale: value,
    appVersion: value,
    browserName: value,
    browserVersion: value,
    osName: value,
    osVersion: value,
    deviceModel: value,
    userAgent: value,
    customIDs: fc.dictionary(fc.constantFrom("f", "plan"), value),
    custom: fc.dictionary(fc.constantFrom("f", "plan"), value),
    environment: oneOf(environments, ["PRODUCTION", "other"]),
    time: fc.constantFrom(0, 1_714_521_600_000, 1_714_564_800_000, 1_714_608_000_001),
    experimentGroups: fc.dictionary(fc.constantFrom("f", "plan"), oneOf(texts)),
  },
  { requiredKeys: [] },
);
