// Response schemas of experiments (API 2.6), including their analysis settings.
import { z } from "zod/mini";
import { entityFields, Owner } from "./envelope.ts";
import { ExperimentOverrides } from "./experiment-overrides.ts";
import { RampPlan } from "./experiment-ramp.ts";
import {
  GuardrailResult,
  HealthCheck,
  LeadResult,
  MetricReference,
  RunningChange,
} from "./experiment-overview.ts";
import { nullishFlag, nullishNumber, nullishText, number, optionalText, text } from "./plain-fields.ts";

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

export const Group = z.looseObject({
  id: text,
  name: text,
  /** Percent of the exposed units. */
  size: number,
  parameterValues: z.nullish(z.record(text, z.unknown())),
  description: nullishText,
});
export type Group = z.infer<typeof Group>;

const ChartSetting = z.looseObject({
  chartSource: text,
  display: optionalText,
  metrics: z.optional(z.array(MetricReference)),
  message: optionalText,
});

export const SectionSetting = z.looseObject({ sectionLabel: text, charts: z.array(ChartSetting) });
export type SectionSetting = z.infer<typeof SectionSetting>;

/** Choice: analysis settings are part of the experiment. */
const analysisSettings = {
  controlGroupID: nullishText,
  cuped: nullishFlag,
  sequentialTesting: nullishFlag,
  /** Percentile of the non-zero unit values at which they are winsorized; null turns it off. */
  winsorization: z.nullish(z.number().check(z.gte(50), z.lte(100))),
  dimensions: z.nullish(z.array(z.looseObject({ key: text, type: text }))),
  sections: z.nullish(z.array(SectionSetting)),
};

export const reloadTypes = ["full", "incremental"] as const;

/** Fields of an experiment that is measured in the warehouse. */
const measuredInWarehouse = {
  /** Name of the assignment source; without one, exposures come from the event log. */
  assignmentSourceName: nullishText,
  /** Name of the experiment in that source; its id if absent. */
  assignmentSourceExperimentName: nullishText,
  /** Filters on the source's rows; all of them must hold. */
  assignmentSourceFilters: z.nullish(z.array(z.looseObject({ column: text, values: z.array(text) }))),
  /** Choice: an experiment may map values of its assignment source to its groups; ids and names of groups need no mapping. */
  assignmentSourceGroups: z.nullish(z.record(text, text)),
  /** True if another system assigns the units and the experiment is only analysed here. */
  isAnalysisOnly: nullishFlag,
  /** Hour of the daily scheduled load in UTC, 0 to 23; absent without a schedule. */
  scheduledReloadHour: nullishNumber,
  scheduledReloadType: nullishText,
};

export const Experiment = z.looseObject({
  ...entityFields,
  status: text,
  experimentType: nullishText,
  launchedGroupID: nullishText,
  startTime: nullishNumber,
  endTime: nullishNumber,
  layerID: nullishText,
  /** Buckets of the layer (of 1000) that this experiment holds while it is under way, as ranges [first, last]. */
  layerBuckets: z.nullish(z.array(z.tuple([number, number]))),
  hypothesis: nullishText,
  primaryMetrics: z.nullish(z.array(MetricReference)),
  primaryMetricTags: z.nullish(z.array(text)),
  secondaryMetricTags: z.nullish(z.array(text)),
  secondaryMetrics: z.nullish(z.array(MetricReference)),
  groups: z.array(Group),
  /** Percent of the eligible units. */
  allocation: nullishNumber,
  // Choice: an experiment has a ramp plan by which the service increases its allocation.
  rampPlan: z.nullish(RampPlan),
  /** Planned duration in days. */
  duration: nullishNumber,
  targetingGateID: nullishText,
  defaultConfidenceInterval: nullishText,
  bonferroniCorrection: nullishFlag,
  decisionReason: z.optional(z.unknown()),
  decisionTime: z.optional(z.unknown()),
  /** For decided experiments: false if the shipped group goes to targeted users only; true or absent if it goes to everyone. */
  removeTargeting: nullishFlag,
  /** Percentage of users held back in the control of a decided experiment, to measure it further; absent or 0 for none. */
  holdback: nullishNumber,
  /** Start and end of the holdback (ms), and the percentage of a holdback that has ended. */
  holdbackStartTime: nullishNumber,
  holdbackEndTime: nullishNumber,
  holdbackPercent: nullishNumber,
  /** Choice: a decided experiment is returned with the author of the decision, who is the author of that version. */
  decidedBy: nullishText,
  /** Choice: a decided experiment is returned with the changes since the decision, the newest first. */
  changesSinceDecision: z.nullish(z.array(RunningChange)),
  healthChecks: z.nullish(z.array(HealthCheck)),
  healthCheckStatus: nullishText,
  leadResult: z.nullish(LeadResult),
  worstGuardrail: z.nullish(GuardrailResult),
  owner: z.nullish(Owner),
  inlineTargetingRulesJSON: nullishText,
  isStale: nullishFlag,
  version: nullishNumber,
  ...measuredInWarehouse,
  /** Present in versions only; current overrides have an endpoint of their own. */
  overrides: z.nullish(ExperimentOverrides.shape.overrides),
  userIDOverrides: z.nullish(ExperimentOverrides.shape.userIDOverrides),
  ...analysisSettings,
});
export type Experiment = z.infer<typeof Experiment>;
