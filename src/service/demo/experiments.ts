// The stored form of the demo's experiments. Their effects stay behind: results are computed from the log alone.
import type { Experiment } from "#contract/experiment.ts";
import { authorship, day, idOf, passes, rule } from "./building-blocks.ts";
import type { ExperimentPlan } from "./experiment-plan.ts";
import { experimentPlans } from "./experiment-plans.ts";
import { demoMetrics } from "./metrics.ts";

/** Times of an experiment, ms; the end of a running one is open. */
export const windowOf = (plan: ExperimentPlan, now: number) => ({
  startTime: plan.started === undefined ? null : now - plan.started * day,
  endTime: plan.ended === undefined ? null : now - plan.ended * day,
});

export function demoExperiments(now: number): Experiment[] {
  const types = new Map(demoMetrics(now).map((metric) => [metric.name, metric.type]));
  const references = (names: string[]) => names.map((name) => ({ name, type: types.get(name) ?? "unknown" }));
  return experimentPlans.map((plan) => {
    const id = idOf(plan.name);
    return {
      id,
      name: plan.name,
      description: plan.description,
      idType: "userID",
      ...authorship(plan, now),
      targetApps: [],
      holdoutIDs: [],
      tags: plan.tags,
      team: plan.team,
      status: plan.status,
      experimentType: "BASE",
      launchedGroupID: plan.launchedGroup === undefined ? null : idOf(plan.launchedGroup),
      ...windowOf(plan, now),
      layerID: null,
      hypothesis: plan.hypothesis,
      primaryMetrics: references(plan.primary),
      primaryMetricTags: [],
      secondaryMetrics: references(plan.secondary),
      secondaryMetricTags: [],
      groups: plan.groups.map((group) => ({
        id: idOf(group.name),
        name: group.name,
        size: group.size,
        parameterValues: group.parameters,
        description: group.description ?? "",
      })),
      allocation: plan.allocation,
      duration: plan.duration,
      targetingGateID: plan.targetingGateID ?? "",
      defaultConfidenceInterval: plan.level ?? "95",
      bonferroniCorrection: plan.bonferroni ?? false,
      decisionReason: plan.decisionReason ?? null,
      decisionTime: plan.decisionReason === undefined ? null : now - plan.changed * day,
      inlineTargetingRulesJSON: JSON.stringify(
        plan.inlineTargeting === undefined
          ? []
          : [rule(id, { name: "Targeting", when: [passes(plan.inlineTargeting)] })],
      ),
      isStale: false,
      cuped: plan.cuped ?? false,
      sequentialTesting: plan.sequential ?? false,
      dimensions: (plan.dimensions ?? []).map((key) => ({ key, type: "user" })),
    };
  });
}
