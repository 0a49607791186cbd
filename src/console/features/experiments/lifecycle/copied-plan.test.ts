import { expect, test } from "vitest";
import { ExperimentCreate } from "#contract/experiment-update.ts";
import type { Experiment } from "#contract/experiment.ts";
import { copiedPlan } from "./copied-plan.ts";

const decided: Experiment = {
  id: "checkout",
  name: "Checkout",
  status: "decision_made",
  description: "",
  startTime: 1,
  launchedGroupID: "g2",
  decisionReason: "More orders",
  version: 7,
  salt: "old",
  groups: [
    { id: "g1", name: "Old", size: 40, parameterValues: { fields: 9 } },
    { id: "g2", name: "New", size: 60, parameterValues: { fields: 4 } },
  ],
  controlGroupID: "g2",
  primaryMetrics: [{ name: "Orders", type: "event_count" }],
  secondaryMetrics: [],
  winsorization: null,
  inlineTargetingRulesJSON: JSON.stringify([
    { id: "r1", baseID: "r1", name: "All", passPercentage: 50, conditions: [] },
  ]),
};

test("a copy has the groups, parameters and metrics, and nothing of the identity, the state and the decision", () => {
  const body = copiedPlan(decided);
  expect(body).toEqual({
    groups: [
      { name: "Old", size: 40, parameterValues: { fields: 9 }, description: "" },
      { name: "New", size: 60, parameterValues: { fields: 4 }, description: "" },
    ],
    controlGroupID: "New",
    primaryMetrics: [{ name: "Orders", type: "event_count" }],
    winsorization: null,
    inlineTargetingRulesJSON: JSON.stringify([{ name: "All", passPercentage: 50, conditions: [] }]),
  });
  expect(ExperimentCreate.safeParse({ ...body, name: "Checkout copy" }).success).toBe(true);
});
