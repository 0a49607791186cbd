import { expect, test } from "vitest";
import type { GateFacts } from "#targeting/evaluate/evaluate.ts";
import { explainExperiment } from "./explain-experiment.ts";
import type { ExperimentFacts } from "./experiment-steps.ts";

const experiment: ExperimentFacts = {
  id: "form",
  status: "active",
  startTime: 1000,
  allocation: 50,
  targetingGateID: "eligible",
  inlineTargetingRulesJSON: JSON.stringify([
    {
      id: "r",
      name: "Germany",
      passPercentage: 100,
      conditions: [{ type: "country", operator: "any", targetValue: ["DE"] }],
    },
  ]),
  groups: [
    { id: "old", name: "Old", size: 50, parameterValues: { fields: 9 } },
    { id: "new", name: "New", size: 50, parameterValues: { fields: 4 } },
  ],
  userIDOverrides: ["staging", "production"].map((environment) => ({
    groupID: "new",
    ids: [`${environment} tester`],
    environment,
  })),
};
const gate: GateFacts = { id: "eligible", rules: [], isEnabled: true, status: "Launched" };
const gates = new Map([["eligible", gate]]);

const explained = (userID: string, change: Partial<ExperimentFacts> = {}, country = "DE", time = 2000) => {
  const explanation = explainExperiment({ ...experiment, ...change }, gates)({ userID, country, time });
  const { decided, value, rules } = explanation;
  return {
    step: decided?.step.id,
    index: explanation.steps.findIndex(({ result }) => result === "decides"),
    place: decided?.place,
    value,
    rules: rules.map(({ result }) => result),
  };
};

test("an override decides before all else, in its own environment", () => {
  const override = "new:userID:id_override";
  expect(explained("production tester")).toMatchObject({ step: override, index: 1, value: { fields: 4 } });
  expect(explained("staging tester").step).not.toBe(override);
});

test("each step that leaves a user out is the one that decides", () => {
  expect(explained("u", {}, "DE", 500)).toMatchObject({ step: "prestart", value: {} });
  expect(explained("u", { status: "setup" })).toMatchObject({ step: "prestart" });
  expect(explained("u", { allocation: 0 })).toMatchObject({
    step: "layerAssignment",
    rules: ["not reached"],
  });
  const all = { allocation: 100 };
  expect(explained("u", all, "SE")).toMatchObject({
    step: "inlineTargetingRules",
    rules: ["does not match"],
  });
  expect(explained("u", { ...all, status: "decision_made", launchedGroupID: "old" })).toMatchObject({
    step: "launchedGroup",
    value: { fields: 9 },
  });
});

test("an assigned unit stands below the end of its group, and outside the allocation above it", () => {
  for (const userID of ["a", "b", "c", "d", "e", "f"]) {
    const { step, place = 0, value } = explained(userID, { allocation: 100 });
    expect(step).toBe(place < 50 ? "old" : "new");
    expect(value).toEqual({ fields: place < 50 ? 9 : 4 });
    const outside = explained(userID);
    if (outside.step === "layerAssignment") expect(outside.place).toBeGreaterThanOrEqual(50);
  }
});
