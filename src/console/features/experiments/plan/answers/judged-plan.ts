// The draft fields that power and pre-flight depend on; changes to a name or a description trigger no new request. Pure.
import type { Input } from "#console/foundation/api/call.ts";
import type { PlanPanelProps } from "#console/features/experiments/plan/draft-plan.ts";
import { wishedEffect } from "#console/features/experiments/plan/hypothesis.ts";

/** The request body shared by power and pre-flight. */
export type PlanCheckBody = Input<"readExperimentPower">["body"];

const without = <Fields extends object>(fields: Fields): Fields => {
  for (const [name, value] of Object.entries(fields))
    if (value === undefined || (typeof value === "number" && Number.isNaN(value)))
      Reflect.deleteProperty(fields, name);
  return fields;
};

export function planCheckBody({ plan, experimentID }: PlanPanelProps): PlanCheckBody {
  return without({
    id: experimentID,
    idType: plan.idType,
    groups: plan.groups.map(({ id, name, size, parameterValues }) =>
      without({ id, name, size: Number.isNaN(size) ? 0 : size, parameterValues }),
    ),
    controlGroupID: plan.controlGroupID,
    allocation: plan.allocation,
    targetingGateID: plan.targetingGateID,
    inlineTargetingRulesJSON: plan.inlineTargetingRulesJSON,
    layerID: plan.layerID,
    primaryMetrics: plan.primaryMetrics,
    secondaryMetrics: plan.secondaryMetrics,
    duration: plan.duration,
    defaultConfidenceInterval: plan.defaultConfidenceInterval,
    bonferroniCorrection: plan.bonferroniCorrection,
    cuped: plan.cuped,
    sequentialTesting: plan.sequentialTesting,
    winsorization: plan.winsorization,
    wishedEffect: wishedEffect(plan.hypothesis),
  });
}
