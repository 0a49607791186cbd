// Request schemas of experiments: creation, full and partial update, and state transitions.
import { z } from "zod/mini";
import { ChangeReason } from "./change.ts";
import { EntityName } from "./entity-name.ts";
import { answeredOnly, Description, ignored, optionalFields, OwnerUpdate } from "./entity-update.ts";
import {
  confidenceLevels,
  experimentStatuses,
  experimentTypes,
  reloadTypes,
  SectionSetting,
} from "./experiment.ts";
import { maxRampSteps } from "./experiment-ramp.ts";
import { maxHeldBack } from "./experiment-holdback.ts";
import { evenIfRefused, refuse } from "./rule-update.ts";

const text = z.string().check(z.minLength(1));

/** Percent of users who stay in the control of a decided experiment. */
const Holdback = z.number().check(z.gte(0), z.lte(maxHeldBack));

const GroupUpdate = z.strictObject({
  /** Id of the stored group to replace; if absent, the group is matched by name. */
  id: z.optional(z.string()),
  name: text.check(z.maxLength(100)),
  size: z.number().check(z.gte(0), z.lte(100)),
  parameterValues: z.nullish(z.record(z.string(), z.unknown())),
  description: z.nullish(Description),
});
export type GroupUpdate = z.output<typeof GroupUpdate>;

/** Upper bounds on list lengths, checked before the items are. */
const mostGroups = 100;
const mostMetrics = 500;
/** Maximum number of characters; longer texts are rejected without parsing. */
const mostOfInlineRules = 200_000;

const RampPlanUpdate = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        allocation: z.number().check(z.gt(0), z.lte(100)),
        time: z.nullish(z.number().check(z.gte(0))),
      }),
    )
    .check(z.minLength(1), z.maxLength(maxRampSteps)),
  stopsAtGuardrail: z._default(z.boolean(), true),
  isStopped: z._default(z.boolean(), false),
  stopTime: ignored,
  stoppedBy: ignored,
  stopReason: ignored,
});
export type RampPlanUpdate = z.output<typeof RampPlanUpdate>;

const Metrics = z.array(z.strictObject({ name: text, type: text })).check(z.maxLength(mostMetrics));

/** Writable fields, each with its own validation. Validation across fields is in experiment-plan.ts. */
export const experimentFields = {
  name: EntityName,
  description: Description,
  hypothesis: z.nullish(z.string().check(z.maxLength(5000))),
  idType: text,
  experimentType: z.nullish(z.enum(experimentTypes)),
  groups: z.array(GroupUpdate).check(z.maxLength(mostGroups)),
  /** Choice: a write names the control group by id or name. */
  controlGroupID: z.nullish(z.string()),
  allocation: z.nullish(z.number().check(z.gte(0), z.lte(100))),
  rampPlan: z.nullish(RampPlanUpdate),
  targetingGateID: z.nullish(z.string()),
  inlineTargetingRulesJSON: z.nullish(z.string().check(z.maxLength(mostOfInlineRules))),
  layerID: z.nullish(z.string()),
  primaryMetrics: z.nullish(Metrics),
  secondaryMetrics: z.nullish(Metrics),
  primaryMetricTags: z.nullish(z.array(z.string())),
  secondaryMetricTags: z.nullish(z.array(z.string())),
  /** Duration in days. */
  duration: z.nullish(z.number().check(z.gte(1))),
  defaultConfidenceInterval: z.nullish(z.enum(confidenceLevels)),
  bonferroniCorrection: z.nullish(z.boolean()),
  cuped: z.nullish(z.boolean()),
  sequentialTesting: z.nullish(z.boolean()),
  winsorization: z.nullish(z.number().check(z.gte(50), z.lte(100))),
  dimensions: z.nullish(z.array(z.strictObject({ key: text, type: z.enum(["user", "event"]) }))),
  sections: z.nullish(z.array(SectionSetting)),
  holdback: z.nullish(Holdback),
  assignmentSourceName: z.nullish(z.string().check(z.maxLength(200))),
  assignmentSourceExperimentName: z.nullish(z.string().check(z.maxLength(500))),
  assignmentSourceFilters: z.nullish(
    z
      .array(
        z.strictObject({
          column: text,
          /** Choice: a filter of an assignment source matches if the text in its column is one of the values. */
          condition: z._default(z.enum(["in", "="]), "in"),
          values: z.array(z.string()).check(z.minLength(1), z.maxLength(1000)),
        }),
      )
      .check(z.maxLength(20)),
  ),
  assignmentSourceGroups: z.nullish(z.record(z.string(), z.string())),
  isAnalysisOnly: z.nullish(z.boolean()),
  scheduledReloadHour: z.nullish(z.int().check(z.gte(0), z.lte(23))),
  scheduledReloadType: z.nullish(z.enum(reloadTypes)),
  targetApps: z.nullish(z.array(z.unknown())),
  owner: z.nullish(OwnerUpdate),
};

const optional = {
  ...answeredOnly,
  ...optionalFields,
  launchedGroupID: ignored,
  startTime: ignored,
  endTime: ignored,
  layerBuckets: ignored,
  decisionReason: ignored,
  decisionTime: ignored,
  decidedBy: ignored,
  removeTargeting: ignored,
  changesSinceDecision: ignored,
  healthChecks: ignored,
  healthCheckStatus: ignored,
  leadResult: ignored,
  worstGuardrail: ignored,
  isStale: ignored,
  holdbackStartTime: ignored,
  holdbackEndTime: ignored,
  holdbackPercent: ignored,
  overrides: ignored,
  userIDOverrides: ignored,
  ...z.partial(z.object(experimentFields)).shape,
};

/** Partial update of an experiment; omitted fields keep their values. */
export const ExperimentPatch = z.strictObject({
  id: ignored,
  ...optional,
  status: z.optional(z.enum(experimentStatuses)),
});
export type ExperimentPatch = z.output<typeof ExperimentPatch>;

/** Full update of an experiment. */
export const ExperimentUpdate = z.strictObject({
  id: ignored,
  ...optional,
  description: experimentFields.description,
  idType: experimentFields.idType,
  hypothesis: z.string().check(z.maxLength(5000)),
  groups: experimentFields.groups,
  allocation: z.nullable(z.number().check(z.gte(0), z.lte(100))),
  targetingGateID: z.nullable(z.string()),
  bonferroniCorrection: z.boolean(),
  defaultConfidenceInterval: z.enum(confidenceLevels),
  status: z.enum(experimentStatuses),
});
export type ExperimentUpdate = z.output<typeof ExperimentUpdate>;

/** A new experiment. Choice: the id of a new experiment defaults to the id form of its name, and its status is setup unless it starts at once. */
export const ExperimentCreate = z
  .strictObject({
    ...optional,
    id: z.optional(EntityName),
    description: z._default(Description, ""),
    status: z._default(z.enum(["setup", "active"]), "setup"),
  })
  .check(
    z.superRefine(({ id, name }, context) => {
      if (id === undefined && name === undefined) refuse(context, "name", "Required");
    }, evenIfRefused),
  );
export type ExperimentCreate = z.output<typeof ExperimentCreate>;

const changeReason = z.optional(ChangeReason);
const time = z.nullish(z.number().check(z.gte(0)));

/** Choice: an experiment starts at once or at `analysisStartTime`, and ends at `analysisEndTime` if that is given; both are in ms. */
export const ExperimentStart = z._default(
  z.strictObject({ analysisStartTime: time, analysisEndTime: time, changeReason }),
  {},
);

const Reason = z.string().check(
  z.maxLength(1000),
  z.refine((reason) => reason.trim() !== "", { message: "Must not be empty" }),
);

/** Choice: a decision names its group by id or name. */
export const ExperimentDecision = z.strictObject({
  id: text,
  decisionReason: Reason,
  /** Choice: a decided experiment keeps its targeting unless the decision removes it. */
  removeTargeting: z._default(z.boolean(), false),
  /** Choice: a decision, or a later write of the decided experiment, may hold back a percentage of the users in the control. */
  holdback: z.optional(Holdback),
});

export type ExperimentDecision = z.output<typeof ExperimentDecision>;

/** Choice: an experiment may be abandoned without a reason. */
export const ExperimentAbandonment = z._default(z.strictObject({ decisionReason: z.optional(Reason) }), {});
