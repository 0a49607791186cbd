import { expect, test } from "vitest";
import type { Gate } from "#contract/gate.ts";
import type { Rule } from "#contract/rule.ts";
import { whoPasses } from "./gate-words.ts";

const rule = (given: Partial<Rule>): Rule => ({
  id: "r",
  name: "Rule",
  passPercentage: 100,
  conditions: [],
  ...given,
});
const gate = (given: Partial<Gate>): Gate => ({
  id: "g",
  name: "G",
  isEnabled: true,
  status: "In Progress",
  rules: [],
  ...given,
});
const german = { type: "country", operator: "any", targetValue: ["DE", "AT"] };

test.each<[string, Partial<Gate>]>([
  ["Everyone", { status: "Launched", rules: [rule({ passPercentage: 1 })] }],
  ["Nobody", { status: "Disabled", rules: [rule({})] }],
  ["Nobody", { rules: [] }],
  ["Nobody", { rules: [rule({ passPercentage: 0 })] }],
  ["Everyone", { rules: [rule({ conditions: [{ type: "public" }] })] }],
  ["0.05\u00a0% of everyone", { rules: [rule({ passPercentage: 0.05 })] }],
  ["Users in DE or AT", { rules: [rule({ conditions: [german] })] }],
  ["25\u00a0% of users in DE or AT", { rules: [rule({ conditions: [german], passPercentage: 25 })] }],
  [
    "Users in DE or AT with app 5 or newer and with app older than 7 and where locale is de",
    {
      rules: [
        rule({
          conditions: [
            german,
            { type: "app_version", operator: "version_gte", targetValue: "5" },
            { type: "app_version", operator: "version_lt", targetValue: "7" },
            { type: "locale", operator: "any", targetValue: "de" },
          ],
        }),
      ],
    },
  ],
  [
    "Users who pass eu and where country is DE or AT and app version is at least version 5 and who do not pass staff",
    {
      rules: [
        rule({
          conditions: [
            { type: "passes_gate", targetValue: "eu" },
            german,
            { type: "app_version", operator: "version_gte", targetValue: "5" },
            { type: "fails_gate", targetValue: "staff" },
          ],
        }),
      ],
    },
  ],
  [
    "60\u00a0% of EU shoppers, and 2 more rules",
    {
      rules: [rule({ name: "EU shoppers", passPercentage: 60 }), rule({}), rule({})],
    },
  ],
  ["Staff, and 1 more rule", { rules: [rule({ name: "Staff" }), rule({})] }],
])("%s", (words, given) => expect(whoPasses(gate(given), () => undefined)).toBe(words));
