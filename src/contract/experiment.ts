// Experiments as answered (API 2.6) with the analysis settings that reading one gives back.
import { z } from "zod";
import { authorship, Owner } from "./envelope.ts";

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
  parameterValues: z.record(z.string(), z.unknown()).nullish(),
  description: z.string().nullish(),
});
export type Group = z.infer<typeof Group>;

export const HealthCheck = z.looseObject({
  name: z.string(),
  status: z.string(),
  description: z.string(),
  /** Choice: the health check of the exposure balance carries each group's exposed and expected units. */
  groups: z
    .array(z.looseObject({ name: z.string(), units: z.number(), expectedUnits: z.number() }))
    .optional(),
});
export type HealthCheck = z.infer<typeof HealthCheck>;

const ChartSetting = z.looseObject({
  chartSource: z.string(),
  display: z.string().optional(),
  metrics: z.array(MetricReference).optional(),
  message: z.string().optional(),
});

export const SectionSetting = z.looseObject({ sectionLabel: z.string(), charts: z.array(ChartSetting) });
export type SectionSetting = z.infer<typeof SectionSetting>;

/** Choice: analysis settings belong to the experiment and are read with it. */
const analysisSettings = {
  controlGroupID: z.string().nullish(),
  cuped: z.boolean().nullish(),
  sequentialTesting: z.boolean().nullish(),
  /** Percentile of the non-zero unit values; null is off. */
  winsorization: z.number().min(50).max(100).nullish(),
  dimensions: z.array(z.looseObject({ key: z.string(), type: z.string() })).nullish(),
  sections: z.array(SectionSetting).nullish(),
};

export const Experiment = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  idType: z.string().nullish(),
  ...authorship,
  targetApps: z.array(z.unknown()).nullish(),
  holdoutIDs: z.array(z.unknown()).nullish(),
  tags: z.array(z.string()).nullish(),
  status: z.string(),
  experimentType: z.string().nullish(),
  launchedGroupID: z.string().nullish(),
  startTime: z.number().nullish(),
  endTime: z.number().nullish(),
  layerID: z.string().nullish(),
  hypothesis: z.string().nullish(),
  primaryMetrics: z.array(MetricReference).nullish(),
  primaryMetricTags: z.array(z.string()).nullish(),
  secondaryMetricTags: z.array(z.string()).nullish(),
  secondaryMetrics: z.array(MetricReference).nullish(),
  groups: z.array(Group),
  /** Percent of the eligible units. */
  allocation: z.number().nullish(),
  /** Days. */
  duration: z.number().nullish(),
  targetingGateID: z.string().nullish(),
  defaultConfidenceInterval: z.string().nullish(),
  bonferroniCorrection: z.boolean().nullish(),
  decisionReason: z.unknown().optional(),
  decisionTime: z.unknown().optional(),
  healthChecks: z.array(HealthCheck).nullish(),
  healthCheckStatus: z.string().nullish(),
  owner: Owner.nullish(),
  inlineTargetingRulesJSON: z.string().nullish(),
  isStale: z.boolean().nullish(),
  ...analysisSettings,
});
export type Experiment = z.infer<typeof Experiment>;
