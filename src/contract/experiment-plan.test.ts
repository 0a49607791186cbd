// Tests the validation of an experiment's plan that needs only the plan and the metrics.
import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { equalSizes, metricProblems, planProblems, type ExperimentPlan } from "./experiment-plan.ts";
import { Metric } from "./metric.ts";

const primaryMetrics = [{ name: "Orders", type: "event_count" }];
const group = (name: string, size: number, parameterValues: Record<string, unknown> = {}) => ({
  name,
  size,
  parameterValues,
});
const plan = (change: Partial<ExperimentPlan> = {}): ExperimentPlan => ({
  groups: [group("Control", 50), group("Test", 50)],
  primaryMetrics,
  ...change,
});
const problems = (change: Partial<ExperimentPlan>) =>
  planProblems(plan(change)).map(({ property, errorMessage }) => `${property}: ${errorMessage}`);

test("a plan that lacks nothing has no problems", () => {
  expect(problems({})).toEqual([]);
  expect(problems({ controlGroupID: "Test", inlineTargetingRulesJSON: "{}" })).toEqual([]);
});

describe("groups", () => {
  test.each([
    [[33.33, 33.33, 33.34], []],
    [[33.33, 33.33, 33.33], []],
    [[50, 49.98], ["groups: The sizes of the groups add up to 99.98 %, expected 100 %"]],
    [[60, 60], ["groups: The sizes of the groups add up to 120 %, expected 100 %"]],
    [[100], ["groups: Expected 2 to 20 groups, received 1"]],
    [Array.from({ length: 21 }, () => 100 / 21), ["groups: Expected 2 to 20 groups, received 21"]],
  ])("of sizes %j", (sizes, expected) => {
    expect(problems({ groups: sizes.map((size, index) => group(`G${index}`, size)) })).toEqual(expected);
  });

  test("have names of their own, and one of them is the control", () => {
    expect(problems({ groups: [group("A", 50), group("A", 50)] })).toEqual([
      "groups: Duplicate group name(s) given",
    ]);
    expect(problems({ controlGroupID: "Other" })).toEqual([
      "controlGroupID: No group has the id or name 'Other'",
    ]);
  });

  test("have the same parameters of the same types", () => {
    const groups = [
      group("Control", 50, { color: "red", size: 1, options: null }),
      group("Test", 50, { color: 5, options: { a: 1 }, extra: true }),
    ];
    expect(problems({ groups })).toEqual([
      "groups.0.parameterValues.extra: Required: group 'Test' has it",
      "groups.1.parameterValues.color: Expected string, as in group 'Control', received number",
      "groups.1.parameterValues.size: Required: group 'Control' has it",
    ]);
  });

  test("of equal size pass the check of sizes, however many they are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), (count) => {
        expect(
          problems({ groups: equalSizes(count).map((size, index) => group(`G${index}`, size)) }),
        ).toEqual([]);
      }),
    );
  });
});

test("at least one primary metric is needed", () => {
  expect(problems({ primaryMetrics: [] })).toEqual(["primaryMetrics: At least one primary metric is needed"]);
});

test("inline rules are rules as gates have them", () => {
  const rules = [
    { passPercentage: 120, conditions: [{ type: "country", operator: "any", targetValue: ["Spain"] }] },
    { conditions: [{ type: "public" }] },
  ];
  expect(problems({ inlineTargetingRulesJSON: JSON.stringify(rules) })).toEqual([
    "inlineTargetingRulesJSON.0.passPercentage: Must be at most 100",
    "inlineTargetingRulesJSON.0.conditions.0.targetValue: Expected a country of two letters, received 'Spain'",
  ]);
  expect(problems({ inlineTargetingRulesJSON: "[" })).toEqual(["inlineTargetingRulesJSON: Expected JSON"]);
});

test("metrics exist, and are counted by the unit of the experiment", () => {
  const metric = (name: string, unitTypes?: string[]) =>
    Metric.parse({ id: `${name}::sum`, name, type: "sum", directionality: "increase", unitTypes });
  const metrics = [metric("Any"), metric("Devices", ["stableID"])];
  const named = (...names: string[]) => names.map((name) => ({ name, type: "sum" }));
  const found = (idType: string) =>
    metricProblems(
      plan({ idType, primaryMetrics: named("Any", "Devices"), secondaryMetrics: named("None") }),
      metrics,
    );
  const none = {
    property: "secondaryMetrics.0",
    errorMessage: "No metric has the name 'None' and the type 'sum'",
  };
  expect(found("stableid")).toEqual([none]);
  expect(found("userID")).toEqual([
    {
      property: "primaryMetrics.1",
      errorMessage: "The metric is counted by stableID, and the unit of the experiment is userID",
    },
    none,
  ]);
});
