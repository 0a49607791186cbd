// Moves an experiment from one state to another: start, decision, abandoning, reset and archiving. Pure: the handlers
// validate and store.
import type { Experiment, Group } from "#contract/experiment.ts";
import { stateAfterUnarchive } from "#contract/experiment-states.ts";
import type { ExperimentDecision } from "#contract/experiment-update.ts";
import { newID } from "#service/entity-writes/rule-ids.ts";
import type { ChangeAuthor } from "#service/http/author-fields.ts";
import type { StoredExperiment } from "./answered-experiment.ts";
import { signed, withHoldback } from "./changed-experiment.ts";

/** Times in ms. */
interface StartTimes {
  readonly analysisStartTime?: number | null | undefined;
  readonly analysisEndTime?: number | null | undefined;
}

export const startedExperiment = (
  stored: StoredExperiment,
  { analysisStartTime, analysisEndTime, changeReason }: StartTimes & { changeReason?: string | undefined },
  author: ChangeAuthor,
): StoredExperiment => ({
  ...signed(stored, author, changeReason),
  status: "active",
  startTime: Math.max(analysisStartTime ?? author.now, author.now),
  endTime: analysisEndTime ?? null,
});

const endOf = ({ endTime }: Experiment, now: number) => Math.min(endTime ?? now, now);

/** Choice: the share of a layer is freed once the experiment is over. */
const withoutShare = ({ layerBuckets: _buckets, ...rest }: StoredExperiment): StoredExperiment => rest;

export const decidedExperiment = (
  stored: StoredExperiment,
  group: Group,
  { decisionReason, removeTargeting, holdback }: ExperimentDecision,
  author: ChangeAuthor,
): StoredExperiment => ({
  ...signed(withHoldback(withoutShare(stored), holdback, author.now), author, decisionReason),
  status: "decision_made",
  launchedGroupID: group.id,
  decisionReason,
  decisionTime: author.now,
  removeTargeting,
  endTime: endOf(stored, author.now),
});

export const abandonedExperiment = (
  stored: StoredExperiment,
  { decisionReason }: { decisionReason?: string | undefined },
  author: ChangeAuthor,
): StoredExperiment => ({
  ...signed(withoutShare(stored), author, decisionReason),
  status: "abandoned",
  decisionReason: decisionReason ?? null,
  endTime: endOf(stored, author.now),
});

// Choice: a reset returns an experiment to setup, with a new salt and new group ids.
export function resetExperiment(
  stored: StoredExperiment,
  reason: string | undefined,
  author: ChangeAuthor,
): StoredExperiment {
  const {
    removeTargeting: _removed,
    rampPlan: _ramp,
    holdback: _percent,
    holdbackStartTime: _start,
    holdbackEndTime: _end,
    holdbackPercent: _ended,
    ...rest
  } = withoutShare(stored);
  const idOf = new Map(
    stored.groups.map(({ id, name }) => [id, newID(stored.id, stored.version, "reset", name)]),
  );
  const groups = stored.groups.map((group) => ({ ...group, id: idOf.get(group.id) ?? group.id }));
  const moved = <Entry extends { groupID: string }>(entry: Entry): Entry => ({
    ...entry,
    groupID: idOf.get(entry.groupID) ?? entry.groupID,
  });
  return {
    ...signed({ ...rest, groups }, author, reason),
    ...(stored.controlGroupID && { controlGroupID: idOf.get(stored.controlGroupID) ?? null }),
    ...(stored.overrides && { overrides: stored.overrides.map(moved) }),
    ...(stored.userIDOverrides && { userIDOverrides: stored.userIDOverrides.map(moved) }),
    salt: newID(stored.id, stored.version, "salt"),
    status: "setup",
    startTime: null,
    endTime: null,
    launchedGroupID: null,
    decisionReason: null,
    decisionTime: null,
  };
}

export const archivedExperiment = (
  stored: StoredExperiment,
  reason: string | undefined,
  author: ChangeAuthor,
): StoredExperiment =>
  stored.status === "archived" ? stored : { ...signed(stored, author, reason), status: "archived" };

export const unarchivedExperiment = (
  stored: StoredExperiment,
  reason: string | undefined,
  author: ChangeAuthor,
): StoredExperiment =>
  stored.status === "archived"
    ? { ...signed(stored, author, reason), status: stateAfterUnarchive(stored) }
    : stored;
