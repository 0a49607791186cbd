// The draft of an experiment plan; texts stay as typed, even while they are invalid, so that nothing is lost.
import { z } from "zod/mini";
import type { Experiment } from "#contract/experiment.ts";
import { equalSizes, groupNamed } from "#contract/experiment-plan.ts";
import type { Rule } from "#contract/rule.ts";
import { RuleDraft, ruleDraftOf } from "#console/rules/fields/rule-draft.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import { hypothesisParts } from "#console/features/experiments/plan/hypothesis.ts";
import { cellOf, commonType, parameterTypes } from "./parameter-cells.ts";

const ParameterDraft = z.object({ key: z.string(), name: z.string(), type: z.enum(parameterTypes) });
export type ParameterDraft = z.infer<typeof ParameterDraft>;

const GroupDraft = z.object({
  /** Stable while the draft is edited; never sent. */
  key: z.string(),
  /** Missing until the group is stored. */
  id: z.optional(z.string()),
  name: z.string(),
  /** Percent, as typed. */
  size: z.string(),
  description: z.string(),
  /** Typed values by parameter key; absent where nothing was typed yet. */
  cells: z.record(z.string(), z.string()),
});
export type GroupDraft = z.infer<typeof GroupDraft>;

const MetricDraft = z.object({
  /** `<name>::<type>` */
  key: z.string(),
  name: z.string(),
  type: z.string(),
  role: z.enum(["primary", "secondary"]),
});
export type MetricDraft = z.infer<typeof MetricDraft>;

const HypothesisDraft = z.object({
  /** True if the hypothesis is free text instead of the filled-in template. */
  isFree: z.boolean(),
  text: z.string(),
  action: z.string(),
  metric: z.string(),
  change: z.enum(["rises", "falls", "changes"]),
  percent: z.string(),
  reason: z.string(),
});
export type HypothesisDraft = z.infer<typeof HypothesisDraft>;

/** Also carries the fields of the stored rule that the form does not know, so that they are sent back unchanged. */
const InlineRuleDraft = z.extend(RuleDraft, { unknown: z.optional(z.record(z.string(), z.unknown())) });
export type InlineRuleDraft = z.infer<typeof InlineRuleDraft>;

function inlineRuleDraftOf(rule: Rule): InlineRuleDraft {
  const draft = ruleDraftOf(rule);
  const unknown = Object.entries(rule).filter(([name]) => !(name in draft));
  return unknown.length ? { ...draft, unknown: Object.fromEntries(unknown) } : draft;
}

export const PlanDraft = z.object({
  name: z.string(),
  /** Id of a new experiment; empty to derive it from the name. */
  id: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  hypothesis: HypothesisDraft,
  idType: z.string(),
  targetingGateID: z.string(),
  rules: z.array(InlineRuleDraft),
  /** The raw inline targeting, set if it cannot be shown as rules. */
  inlineText: z.optional(z.string()),
  allocation: z.string(),
  layerID: z.string(),
  /** Assignment source in the warehouse; empty for exposures logged here. Older drafts lack the field. */
  assignmentSourceName: z._default(z.string(), ""),
  parameters: z.array(ParameterDraft),
  groups: z.array(GroupDraft),
  /** Key of the control group. */
  control: z.string(),
  metrics: z.array(MetricDraft),
  /** Days; empty for no planned end. */
  duration: z.string(),
  level: z.string(),
  bonferroni: z.boolean(),
  cuped: z.boolean(),
  sequential: z.boolean(),
  /** Percentile; empty for none. */
  winsorization: z.string(),
  dimensions: z.array(z.object({ key: z.string(), type: z.enum(["user", "event"]) })),
});
export type PlanDraft = z.infer<typeof PlanDraft>;

/** An experiment with its inline targeting parsed into rules, as the editing code shared with gates expects it. */
export type PlannedExperiment = Experiment & {
  readonly rules: readonly Rule[];
  /** True if users can be assigned to its groups. */
  readonly isEnabled: boolean;
};

function hypothesisDraftOf(text: string): HypothesisDraft {
  const parts = hypothesisParts(text);
  const none = { action: "", metric: "", change: "rises" as const, percent: "", reason: "" };
  return { isFree: !parts, text, ...(parts ?? none) };
}

const metricDrafts = (metrics: Experiment["primaryMetrics"], role: MetricDraft["role"]): MetricDraft[] =>
  (metrics ?? []).map(({ name, type }) => ({ key: `${name}::${type}`, name, type, role }));

function parameterDrafts({ groups }: Experiment): ParameterDraft[] {
  const names = new Set(groups.flatMap(({ parameterValues }) => Object.keys(parameterValues ?? {})));
  return [...names].map((name) => {
    const values = groups.map(({ parameterValues }) => parameterValues?.[name]);
    return { key: name, name, type: commonType(values.filter((value) => value !== undefined)) };
  });
}

function groupDrafts({ version, groups }: Experiment, parameters: readonly ParameterDraft[]): GroupDraft[] {
  return groups.map(({ id, name, size, description, parameterValues }) => ({
    key: id,
    // The server assigns the group ids of a new experiment.
    ...(isNewPlan({ version }) ? {} : { id }),
    name,
    size: String(size),
    description: description ?? "",
    cells: Object.fromEntries(
      parameters.flatMap((parameter) => {
        const value = parameterValues?.[parameter.name];
        return value === undefined ? [] : [[parameter.key, cellOf(value, parameter.type)]];
      }),
    ),
  }));
}

/** Memoized, so that an untouched draft can be recognized by object identity. */
export const planDraftOf = memoized((experiment: PlannedExperiment): PlanDraft => {
  const { groups, rules, winsorization } = experiment;
  const parameters = parameterDrafts(experiment);
  const drafts = groupDrafts(experiment, parameters);
  const control = groupNamed(groups, experiment.controlGroupID ?? "") ?? groups[0];
  return {
    name: experiment.name,
    id: "",
    description: experiment.description ?? "",
    tags: experiment.tags ?? [],
    hypothesis: hypothesisDraftOf(experiment.hypothesis ?? ""),
    idType: experiment.idType ?? "userID",
    targetingGateID: experiment.targetingGateID ?? "",
    rules: rules.map(inlineRuleDraftOf),
    ...inlineTextOf(experiment),
    allocation: String(experiment.allocation ?? 100),
    layerID: experiment.layerID ?? "",
    assignmentSourceName: experiment.assignmentSourceName ?? "",
    parameters,
    groups: drafts,
    control: control?.id ?? "",
    metrics: [
      ...metricDrafts(experiment.primaryMetrics, "primary"),
      ...metricDrafts(experiment.secondaryMetrics, "secondary"),
    ],
    duration: experiment.duration ? String(experiment.duration) : "",
    level: experiment.defaultConfidenceInterval ?? "95",
    bonferroni: experiment.bonferroniCorrection ?? false,
    cuped: experiment.cuped ?? false,
    sequential: experiment.sequentialTesting ?? false,
    winsorization: winsorization === null ? "" : String(winsorization ?? 99.9),
    dimensions: (experiment.dimensions ?? []).map(({ key, type }) => ({
      key,
      type: type === "event" ? "event" : "user",
    })),
  };
});

const isNoRule = (text: string | null | undefined) => ["", "[]", "{}"].includes(text?.trim() ?? "");

/** Returns the raw targeting text if it cannot be shown as rules. */
function inlineTextOf({ inlineTargetingRulesJSON: text, rules }: PlannedExperiment) {
  return rules.length > 0 || isNoRule(text) ? {} : { inlineText: text ?? "" };
}

/** A new experiment before anything is typed. */
export const blankExperiment: PlannedExperiment = {
  id: "new",
  name: "",
  status: "setup",
  isEnabled: false,
  rules: [],
  idType: "userID",
  hypothesis: "",
  groups: equalSizes(2).map((size, index) => ({
    id: index === 0 ? "control" : "test",
    name: index === 0 ? "Control" : "Test",
    size,
    parameterValues: {},
  })),
  allocation: 100,
  duration: 14,
  defaultConfidenceInterval: "95",
};

/** An experiment without a version is not stored yet. */
export const isNewPlan = ({ version }: Pick<Experiment, "version">) => !version;
