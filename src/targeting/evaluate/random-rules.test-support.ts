// Random users and rules for property tests: few names and values, so that they meet each other often.
import fc from "fast-check";
import { conditionRules, conditionTypes, type Condition } from "#contract/condition.ts";
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

/** Any condition of the contract, also ones that it would not accept in a write. */
const anyCondition: fc.Arbitrary<Condition> = fc
  .record({
    type: fc.oneof(
      { weight: 3, arbitrary: fc.constant("custom_field") },
      { weight: 2, arbitrary: fc.constantFrom(...conditionTypes) },
      { weight: 1, arbitrary: fc.constantFrom("country", "user_id", "public", "passes_gate", "fails_gate") },
    ),
    operator: fc.constantFrom(...operatorNames),
    fieldName: fc.constantFrom("f", "plan"),
  })
  .chain(({ type, operator, fieldName }) => {
    const target = type.endsWith("_gate")
      ? fc.constantFrom(...gateIDs)
      : type === "environment_tier"
        ? oneOf(environments)
        : (targetsFor[operator] ?? anyText);
    const known = conditionTypes.find((name) => name === type);
    const needs = known && "needs" in conditionRules[known] ? conditionRules[known].needs : undefined;
    return fc.record({
      type: fc.constant(type),
      operator: fc.constant(operator),
      field: fc.constant(needs === "field" ? fieldName : undefined),
      customID: fc.constant(needs === "customID" ? fieldName : undefined),
      targetValue: fc.oneof(target, fc.array(target, { maxLength: 3 })),
    });
  });

const percents = fc.oneof(
  fc.constantFrom(0, 100),
  fc.integer({ min: 0, max: 10_000 }).map((count) => count / 100),
);

export const anyRules: fc.Arbitrary<Rule[]> = fc
  .array(
    fc.record({
      passPercentage: percents,
      conditions: fc.array(anyCondition, { maxLength: 3 }),
      environments: fc.oneof(
        { weight: 3, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.subarray(environments) },
      ),
    }),
    { maxLength: 5 },
  )
  .map((rules) => rules.map((rule, index) => ({ id: `r${index}`, name: `Rule of ${index}`, ...rule })));

const gateOf = (id: string): fc.Arbitrary<GateFacts> =>
  fc.record({
    id: fc.constant(id),
    rules: anyRules,
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
export const anyGates: fc.Arbitrary<Map<string, GateFacts>> = fc
  .tuple(...gateIDs.slice(0, 4).map(gateOf))
  .map((gates) => new Map(gates.map((gate) => [gate.id, gate])));

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
