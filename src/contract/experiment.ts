// Experiments as answered (API 2.6) with the analysis settings that reading one gives back.
import { z } from "zod/mini";
import { entityFields, Owner } from "./envelope.ts";
import { ExperimentOverrides } from "./experiment-overrides.ts";
import { RampPlan } from "./experiment-ramp.ts";
import { ComparisonFields } from "./summary-charts.ts";

export const experimentStatuses = [
  "setup",
  "active",
  "decision_made",
  "abandoned",
  "archived",
  "experiment_stopped",
  "assignment_stopped",
] as const;
export const experimentTypes = ["BASE", "GEO", "SWITCHBACK", "PROMPT", "SIDECAR", "GRID_SEARCH"] as const;
export const confidenceLevels = ["80", "90", "95", "98", "99"] as const;

export const MetricReference = z.looseObject({ name: z.string(), type: z.string() });
export type MetricReference = z.infer<typeof MetricReference>;

export const Group = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Percent of the exposed units. */
  size: z.number(),
  parameterValues: z.nullish(z.record(z.string(), z.unknown())),
  description: z.nullish(z.string()),
});
export type Group = z.infer<typeof Group>;

/** A change, while an experiment ran, of what decides who takes part or what they get; `what` in words. */
const RunningChange = z.looseObject({
  kind: z.enum(["gate", "experiment", "dynamic_config", "segment"]),
  id: z.string(),
  name: z.string(),
  version: z.nullable(z.number()),
  /** ms since the epoch. */
  time: z.number(),
  author: z.nullable(z.string()),
  what: z.array(z.string()),
});
export type RunningChange = z.infer<typeof RunningChange>;

export const HealthCheck = z.looseObject({
  name: z.string(),
  status: z.string(),
  description: z.string(),
  /** Choice: the health check of the exposure balance carries each group's exposed and expected units. */
  groups: z.optional(
    z.array(z.looseObject({ name: z.string(), units: z.number(), expectedUnits: z.number() })),
  ),
  /** Choice: the health check of changes while an experiment ran carries them, the newest first. */
  changes: z.optional(z.array(RunningChange)),
});
export type HealthCheck = z.infer<typeof HealthCheck>;

const resultFields = {
  metricID: z.string(),
  metricName: z.string(),
  directionality: z.string(),
  ...ComparisonFields.shape,
  /** Names of the groups. */
  control: z.string(),
  test: z.string(),
};

/** Choice: an experiment carries the result of its lead metric as it was computed last, so that lists can show it. */
const LeadResult = z.looseObject({
  ...resultFields,
  /** Every slice of a dimension of users points the other way than the total. */
  isReversed: z.boolean(),
  /** ms since the epoch. */
  computedTime: z.number(),
});
export type LeadResult = z.infer<typeof LeadResult>;

/** Choice: beside the lead result an experiment carries that of the guardrail which it harms most, or comes closest to harming. */
export const GuardrailResult = z.looseObject(resultFields);
export type GuardrailResult = z.infer<typeof GuardrailResult>;

const ChartSetting = z.looseObject({
  chartSource: z.string(),
  display: z.optional(z.string()),
  metrics: z.optional(z.array(MetricReference)),
  message: z.optional(z.string()),
});

export const SectionSetting = z.looseObject({ sectionLabel: z.string(), charts: z.array(ChartSetting) });
export type SectionSetting = z.infer<typeof SectionSetting>;

/** Choice: analysis settings belong to the experiment and are read with it. */
const analysisSettings = {
  controlGroupID: z.nullish(z.string()),
  cuped: z.nullish(z.boolean()),
  sequentialTesting: z.nullish(z.boolean()),
  /** Percentile of the non-zero unit values; null is off. */
  winsorization: z.nullish(z.number().check(z.gte(50), z.lte(100))),
  dimensions: z.nullish(z.array(z.looseObject({ key: z.string(), type: z.string() }))),
  sections: z.nullish(z.array(SectionSetting)),
};

export const reloadTypes = ["full", "incremental"] as const;

/** Of an experiment whose exposures stand in the warehouse. */
const measuredInWarehouse = {
  /** Without one the exposures are those of the log. */
  assignmentSourceName: z.nullish(z.string()),
  /** The experiment's name in that source; its id where it is absent. */
  assignmentSourceExperimentName: z.nullish(z.string()),
  /** Rows of the source that count: all of these hold. */
  assignmentSourceFilters: z.nullish(
    z.array(z.looseObject({ column: z.string(), values: z.array(z.string()) })),
  ),
  /** Choice: an experiment may say which values of its source mean which of its groups; ids and names of groups do by themselves. */
  assignmentSourceGroups: z.nullish(z.record(z.string(), z.string())),
  /** Its units are assigned elsewhere, and are only measured here. */
  isAnalysisOnly: z.nullish(z.boolean()),
  /** Hour of each day in UTC at which it is loaded, 0 to 23; absent where nobody asked for that. */
  scheduledReloadHour: z.nullish(z.number()),
  scheduledReloadType: z.nullish(z.string()),
};

export const Experiment = z.looseObject({
  ...entityFields,
  status: z.string(),
  experimentType: z.nullish(z.string()),
  launchedGroupID: z.nullish(z.string()),
  startTime: z.nullish(z.number()),
  endTime: z.nullish(z.number()),
  layerID: z.nullish(z.string()),
  /** Of 1000 parts of the layer's units those that are this experiment's, as ranges from the first to the last, while it is under way. */
  layerBuckets: z.nullish(z.array(z.tuple([z.number(), z.number()]))),
  hypothesis: z.nullish(z.string()),
  primaryMetrics: z.nullish(z.array(MetricReference)),
  primaryMetricTags: z.nullish(z.array(z.string())),
  secondaryMetricTags: z.nullish(z.array(z.string())),
  secondaryMetrics: z.nullish(z.array(MetricReference)),
  groups: z.array(Group),
  /** Percent of the eligible units. */
  allocation: z.nullish(z.number()),
  // Choice: an experiment carries its ramp plan, by which the service lets its allocation grow.
  rampPlan: z.nullish(RampPlan),
  /** Days. */
  duration: z.nullish(z.number()),
  targetingGateID: z.nullish(z.string()),
  defaultConfidenceInterval: z.nullish(z.string()),
  bonferroniCorrection: z.nullish(z.boolean()),
  decisionReason: z.optional(z.unknown()),
  decisionTime: z.optional(z.unknown()),
  /** Of a decided experiment: false where the shipped group goes to targeted users alone, true where it goes to everyone, as where it is absent. */
  removeTargeting: z.nullish(z.boolean()),
  /** Percent of users who stay in the control of a decided experiment, so that it is measured further; absent or 0 where none do. */
  holdback: z.nullish(z.number()),
  /** When that began and ended, ms, and the percent of one that has ended. */
  holdbackStartTime: z.nullish(z.number()),
  holdbackEndTime: z.nullish(z.number()),
  holdbackPercent: z.nullish(z.number()),
  /** Choice: reading a decided experiment tells who decided it, the author of the version that brought the decision. */
  decidedBy: z.nullish(z.string()),
  /** Choice: reading a decided experiment tells what changed since, the newest first. */
  changesSinceDecision: z.nullish(z.array(RunningChange)),
  healthChecks: z.nullish(z.array(HealthCheck)),
  healthCheckStatus: z.nullish(z.string()),
  leadResult: z.nullish(LeadResult),
  worstGuardrail: z.nullish(GuardrailResult),
  owner: z.nullish(Owner),
  inlineTargetingRulesJSON: z.nullish(z.string()),
  isStale: z.nullish(z.boolean()),
  version: z.nullish(z.number()),
  ...measuredInWarehouse,
  /** In versions only; as things stand they are read at an address of their own. */
  overrides: z.nullish(ExperimentOverrides.shape.overrides),
  userIDOverrides: z.nullish(ExperimentOverrides.shape.userIDOverrides),
  ...analysisSettings,
});
export type Experiment = z.infer<typeof Experiment>;
