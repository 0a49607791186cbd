// Applies a write to an experiment: partial and full updates, and creation. Pure: the handlers validate and store.
import type { Group } from "#contract/experiment.ts";
import { equalSizes, groupNamed, InlineRule, inlineRulesIn } from "#contract/experiment-plan.ts";
import type {
  ExperimentCreate,
  ExperimentPatch,
  ExperimentUpdate,
  GroupUpdate,
} from "#contract/experiment-update.ts";
import { plainFields, withGiven } from "#service/entity-writes/given-fields.ts";
import { newEntityID } from "#service/entity-writes/name-in-use.ts";
import { newID } from "#service/entity-writes/rule-ids.ts";
import { creatorFields, authorFields, type ChangeAuthor } from "#service/http/author-fields.ts";
import type { StoredExperiment } from "./answered-experiment.ts";

const experimentFields = [
  ...plainFields,
  "hypothesis",
  "experimentType",
  "allocation",
  "layerID",
  "primaryMetrics",
  "secondaryMetrics",
  "primaryMetricTags",
  "secondaryMetricTags",
  "duration",
  "defaultConfidenceInterval",
  "bonferroniCorrection",
  "cuped",
  "sequentialTesting",
  "winsorization",
  "dimensions",
  "sections",
  "assignmentSourceName",
  "assignmentSourceExperimentName",
  "assignmentSourceFilters",
  "assignmentSourceGroups",
  "isAnalysisOnly",
  "scheduledReloadHour",
  "scheduledReloadType",
  "status",
] as const;

/**
 * Merges the groups of a write with the stored ones: a group with a stored id, or else a stored name, keeps its id;
 * other groups get new ids.
 */
function writtenGroups({ id, version, groups: stored }: StoredExperiment, sent: readonly GroupUpdate[]) {
  const addressed = new Set(sent.map((group) => group.id));
  const free = stored.filter((group) => !addressed.has(group.id));
  return sent.map((group): Group => {
    const former = stored.find((one) => one.id === group.id) ?? free.find((one) => one.name === group.name);
    return {
      ...former,
      name: group.name,
      size: group.size,
      parameterValues: group.parameterValues ?? {},
      description: group.description ?? "",
      id: former?.id ?? newID(id, version, "group", group.name),
    };
  });
}

/** Gives each inline rule an id, by which it keeps the same users for good. A text that cannot be parsed stays unchanged. */
function writtenInlineRules({ id, version }: StoredExperiment, text: string): string {
  const read = inlineRulesIn(text);
  if ("problems" in read) return text;
  return JSON.stringify(
    read.rules.map((sent, index) => {
      const { data } = InlineRule.safeParse(sent);
      if (!data) return sent;
      const ruleID = data.id ?? newID(id, version, "inline", index);
      const name = data.name ?? `Rule ${index + 1}`;
      return {
        ...data,
        id: ruleID,
        baseID: data.baseID ?? ruleID,
        name,
        environments: data.environments ?? null,
      };
    }),
  );
}

/** Returns the experiment with the given fields replaced; author and time are not set yet. */
export function withWritten(stored: StoredExperiment, sent: ExperimentPatch): StoredExperiment {
  const groups = sent.groups ? writtenGroups(stored, sent.groups) : stored.groups;
  const { controlGroupID: control, inlineTargetingRulesJSON: inline, targetingGateID } = sent;
  return {
    ...withGiven<StoredExperiment, (typeof experimentFields)[number]>(stored, sent, experimentFields),
    groups,
    ...(control !== undefined && {
      controlGroupID: control && (groupNamed(groups, control)?.id ?? control),
    }),
    ...(targetingGateID !== undefined && { targetingGateID: targetingGateID ?? "" }),
    ...(inline !== undefined && {
      inlineTargetingRulesJSON: writtenInlineRules(stored, inline ?? ""),
    }),
  };
}

/**
 * Returns a ramp plan as it is stored. When somebody stops it, the plan records who, when and why; a plan that stays
 * stopped keeps that record.
 */
function withRampPlan(
  stored: StoredExperiment,
  { rampPlan: sent, changeReason }: Pick<ExperimentPatch, "rampPlan" | "changeReason">,
  { now, key }: ChangeAuthor,
): StoredExperiment {
  if (sent === undefined) return stored;
  if (sent === null) {
    const { rampPlan: _removed, ...rest } = stored;
    return rest;
  }
  const { steps, stopsAtGuardrail, isStopped } = sent;
  const before = stored.rampPlan?.isStopped ? stored.rampPlan : undefined;
  const stop = {
    stopTime: before?.stopTime ?? now,
    stoppedBy: before ? before.stoppedBy : key.name,
    stopReason: before ? before.stopReason : changeReason?.trim() || null,
  };
  return { ...stored, rampPlan: { steps, stopsAtGuardrail, isStopped, ...(isStopped && stop) } };
}

/** The next version, by its author. */
export const signed = (
  experiment: StoredExperiment,
  author: ChangeAuthor,
  reason?: string,
): StoredExperiment => ({
  ...experiment,
  version: experiment.version + 1,
  ...authorFields(author, reason),
});

/** Starts or ends a holdback now; an experiment that never had one has no such fields. */
export function withHoldback(stored: StoredExperiment, percent: number | null | undefined, now: number) {
  const before = stored.holdback ?? 0;
  const wanted = percent ?? 0;
  if (percent === undefined || wanted === before) return stored;
  if (wanted === 0) return { ...stored, holdback: 0, holdbackPercent: before, holdbackEndTime: now };
  return { ...stored, holdback: wanted, holdbackStartTime: now, holdbackEndTime: null };
}

export const patchedExperiment = (stored: StoredExperiment, sent: ExperimentPatch, author: ChangeAuthor) =>
  signed(
    withHoldback(withRampPlan(withWritten(stored, sent), sent, author), sent.holdback, author.now),
    author,
    sent.changeReason,
  );

// Choice: a full update of an experiment removes tags, target apps, team and release pipeline if they are left out; all else stays.
const removed = () => ({
  tags: [],
  targetApps: [],
  team: null,
  teamID: null,
  releasePipelineID: null,
});

export const replacedExperiment = (stored: StoredExperiment, sent: ExperimentUpdate, author: ChangeAuthor) =>
  patchedExperiment({ ...stored, ...removed() }, sent, author);

// Choice: a new experiment has two groups of equal size, takes all users and runs for 14 days unless the request says otherwise.
export const blankExperiment = (id: string, lastVersion: number): StoredExperiment => ({
  ...removed(),
  id,
  name: id,
  idType: "userID",
  holdoutIDs: [],
  status: "setup",
  experimentType: "BASE",
  hypothesis: "",
  groups: equalSizes(2).map((size, index) => {
    const name = index === 0 ? "Control" : "Test";
    return { id: newID(id, lastVersion, "group", name), name, size, parameterValues: {}, description: "" };
  }),
  allocation: 100,
  duration: 14,
  targetingGateID: "",
  inlineTargetingRulesJSON: "[]",
  primaryMetrics: [],
  secondaryMetrics: [],
  defaultConfidenceInterval: "95",
  bonferroniCorrection: false,
  startTime: null,
  endTime: null,
  version: lastVersion,
  // Gives a recreated experiment a new salt, so that its users are divided differently than those of the deleted one.
  ...(lastVersion > 0 && { salt: newID(id, lastVersion, "salt") }),
});

export function newExperiment(
  sent: ExperimentCreate,
  author: ChangeAuthor,
  lastVersion: number,
): StoredExperiment {
  const blank = blankExperiment(newEntityID(sent), lastVersion);
  const isStarted = sent.status === "active";
  return {
    ...patchedExperiment(blank, sent, author),
    ...creatorFields(author, sent),
    ...(isStarted && { startTime: author.now }),
  };
}
