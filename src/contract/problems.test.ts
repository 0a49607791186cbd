import { expect, test } from "vitest";
import type { z } from "zod/mini";
import type { Problem } from "./api-error.ts";
import { problemsOf } from "./problems.ts";
import { DynamicConfigUpdate } from "./dynamic-config-update.ts";
import { endpoints } from "./endpoints.ts";
import { GateRuleUpdate } from "./rule-update.ts";
import { WarehouseConnectionUpdate } from "./warehouse-connection-update.ts";
import { warehouseFields } from "./warehouse-providers.ts";

const problems = (schema: z.ZodMiniType, input: unknown): Problem[] => {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : problemsOf(parsed.error, input);
};

const config = (change: object) => ({ isEnabled: true, description: "", rules: [], ...change });
const rule = (change: object) => ({ name: "EU", conditions: [], ...change });

test.each([
  ["a missing field", DynamicConfigUpdate, {}, ["isEnabled", "Required"]],
  [
    "a wrong type",
    DynamicConfigUpdate,
    config({ description: true }),
    ["description", "Expected string, received boolean"],
  ],
  ["an unknown field", DynamicConfigUpdate, config({ defualtValue: {} }), ["defualtValue", "Unknown field"]],
  [
    "a long description",
    DynamicConfigUpdate,
    config({ description: "x".repeat(1001) }),
    ["description", "Must be at most 1000 characters"],
  ],
  ["a short name", DynamicConfigUpdate, config({ name: "ab" }), ["name", "Must be at least 3 characters"]],
  [
    "a percent too fine",
    DynamicConfigUpdate,
    config({ rules: [rule({ passPercentage: 0.005 })] }),
    ["rules.0.passPercentage", "Must be a multiple of 0.01"],
  ],
  [
    "equal rule names",
    DynamicConfigUpdate,
    config({ rules: [rule({}), rule({})] }),
    ["rules", "Duplicate rule name(s) given"],
  ],
  [
    "a twin that differs",
    DynamicConfigUpdate,
    config({ defaultValue: { a: 1 }, defaultValueJson5: "{a: 2}" }),
    ["defaultValueJson5", "Must parse to the same JSON as defaultValue"],
  ],
  [
    "broken JSON5",
    DynamicConfigUpdate,
    config({ rules: [rule({ returnValueJson5: "{a:" })] }),
    ["rules.0.returnValueJson5", "Not valid JSON5: invalid end of input at 1:4"],
  ],
  [
    "an unknown condition type",
    GateRuleUpdate,
    { conditions: [{ type: "planet" }] },
    [
      "conditions.0.type",
      expect.stringMatching(/^Invalid enum value\. Expected 'public' \| .*, received 'planet'$/),
    ],
  ],
  [
    "an operator of another type",
    GateRuleUpdate,
    { conditions: [{ type: "country", operator: "gt", targetValue: "DE" }] },
    ["conditions.0.operator", "Invalid enum value. Expected 'any' | 'none', received 'gt'"],
  ],
  [
    "a country of three letters",
    GateRuleUpdate,
    { conditions: [{ type: "country", operator: "any", targetValue: ["GER"] }] },
    ["conditions.0.targetValue", "Expected a country of two letters, received 'GER'"],
  ],
  [
    "null where a value is needed",
    WarehouseConnectionUpdate,
    { snowflake: { accountName: null } },
    ["snowflake.accountName", "Expected string, received null"],
  ],
  [
    "a number sent as text",
    WarehouseConnectionUpdate,
    { redshift: { port: "5439" } },
    ["redshift.port", "Expected number, received string"],
  ],
])("names the field and the reason for %s", (_case, schema, input, [property, errorMessage]) => {
  expect(problems(schema, input)).toContainEqual({ property, errorMessage });
});

test("tells all problems at once, also those behind a refused field", () => {
  const input = {
    description: 5,
    rules: [rule({ passPercentage: 101 }), rule({ returnValueJson5: "[1]" })],
    schema: "{",
  };
  expect(
    problems(DynamicConfigUpdate, input)
      .map((problem) => problem.property)
      .sort(),
  ).toEqual(
    [
      "description",
      "isEnabled",
      "rules",
      "rules.0.passPercentage",
      "rules.1.returnValueJson5",
      "schema",
    ].sort(),
  );
});

test("sends an answer back unchanged without complaint about the fields that are only answered", () => {
  expect(
    problems(
      DynamicConfigUpdate,
      config({ id: "a", permalink: "x", version: 3, createdTime: 1, holdoutIDs: [] }),
    ),
  ).toEqual([]);
});

test("null clears exactly the five warehouse fields that allow it", () => {
  const nullable = (["databricks", "snowflake", "bigquery", "redshift", "athena"] as const).flatMap(
    (provider) =>
      warehouseFields(provider)
        .filter((field) => field.nullable)
        .map((field) => `${provider}.${field.name}`),
  );
  expect(nullable.sort()).toEqual([
    "databricks.consoleComputePath",
    "databricks.oauthClientID",
    "snowflake.consoleComputeWarehouse",
    "snowflake.keyPassPhrase",
    "snowflake.privateKey",
  ]);
});

test.each([["101"], ["-1"], ["1.5"], [""], ["x"]])("refuses limit %j and takes 0 and text", (limit) => {
  const query = endpoints.listGates.query;
  expect(query.safeParse({ limit }).success).toBe(false);
  expect(query.parse({ limit: "0", page: "2" })).toMatchObject({ limit: 0, page: 2 });
});
