// Handles requests that create, change and transition experiments.
import type { Problem } from "#contract/api-error.ts";
import type { Experiment } from "#contract/experiment.ts";
import {
  actionRefusal,
  frozenProblems,
  statusProblems,
  type ExperimentAction,
} from "#contract/experiment-states.ts";
import { holdbackProblems, holdbackRefusal } from "#contract/experiment-holdback.ts";
import { rampProblems, rampTimeProblems } from "#contract/experiment-ramp.ts";
import { groupNamed } from "#contract/experiment-plan.ts";
import { ExperimentPatch } from "#contract/experiment-update.ts";
import { isJsonObject } from "#contract/json5.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { gateReferences } from "#service/database/gate-references.ts";
import { nameProblems, newEntityID, sentName } from "#service/entity-writes/name-in-use.ts";
import { versionedWrites, type WrittenEntities } from "#service/entity-writes/versioned-writes.ts";
import { badField, refuse, HttpError } from "#service/http/errors.ts";
import type { BodyChecks, Handlers } from "#service/http/handler.ts";
import { experimentEntities, type StoredExperiment } from "./answered-experiment.ts";
import {
  blankExperiment,
  newExperiment,
  patchedExperiment,
  replacedExperiment,
  withWritten,
} from "./changed-experiment.ts";
import {
  abandonedExperiment,
  archivedExperiment,
  decidedExperiment,
  resetExperiment,
  startedExperiment,
  unarchivedExperiment,
} from "./experiment-transitions.ts";
import { overrideHandlers } from "./experiment-overrides.ts";
import { shareProblems, withShare } from "./layer-share.ts";
import { changeProblems, fieldOf, planChecks } from "./plan-checks.ts";

/** Returns the valid fields of a raw body, so that cross-field checks still run when other fields are invalid. */
function readableFields(body: unknown): ExperimentPatch {
  if (!isJsonObject(body)) return {};
  const fields = Object.entries(ExperimentPatch.shape).flatMap(([field, schema]) => {
    const parsed = schema.safeParse(body[field]);
    return body[field] !== undefined && parsed.success ? [[field, parsed.data]] : [];
  });
  return ExperimentPatch.parse(Object.fromEntries(fields));
}

/** Returns problems of group ids in a body that match no stored group, or one that another sent group already uses. */
function groupIDProblems({ groups }: StoredExperiment, sent: ExperimentPatch["groups"] = []): Problem[] {
  const known = new Set(groups.map(({ id }) => id));
  return sent.flatMap(({ id }, index) => {
    if (id === undefined) return [];
    const property = `groups.${index}.id`;
    if (!known.has(id)) return [{ property, errorMessage: `A group id that does not exist: '${id}'` }];
    const isFirst = sent.findIndex((group) => group.id === id) === index;
    return isFirst ? [] : [{ property, errorMessage: `Another group has this id already: '${id}'` }];
  });
}

/**
 * Returns the problems of a new experiment. Missing fields are only problems if the experiment is to start at once and
 * they prevent that.
 */
async function createProblems(reader: Reader, body: unknown): Promise<Problem[]> {
  const sent = readableFields(body);
  const blank = blankExperiment(newEntityID(sentName(body)), 0);
  const draft = withWritten(blank, withoutGroupIDs(sent));
  const problems = [
    ...holdbackProblems(blank, sent.holdback),
    ...rampProblems(sent.rampPlan),
    ...(await planChecks(reader, draft)),
  ];
  const isStarted = isJsonObject(body) && body["status"] === "active";
  return [
    ...(await nameProblems(reader, "experiment", body)),
    ...problems.filter((problem) => isStarted || fieldOf(problem) in sent),
    ...(isStarted ? await shareProblems(reader, undefined, { ...draft, status: "active" }) : []),
  ];
}

/** Removes group ids, since only the service assigns ids to new groups. */
const withoutGroupIDs = <Sent extends Pick<ExperimentPatch, "groups">>(sent: Sent): Sent =>
  sent.groups ? { ...sent, groups: sent.groups.map(({ id: _id, ...group }) => group) } : sent;

async function updateProblems(reader: Reader, stored: StoredExperiment, body: unknown): Promise<Problem[]> {
  const sent = readableFields(body);
  const after = withWritten(stored, sent);
  const problems = [
    ...groupIDProblems(stored, sent.groups),
    ...statusProblems(stored, sent.status),
    ...frozenProblems(stored, after),
    ...holdbackProblems(stored, sent.holdback),
    ...rampProblems(sent.rampPlan),
  ];
  const refused = new Set(problems.map(fieldOf));
  const found = [
    ...(await changeProblems(reader, stored, after)),
    ...(await shareProblems(reader, stored, after)),
  ];
  return [...problems, ...found.filter((problem) => !refused.has(fieldOf(problem)))];
}

/** Throws 400 if the action is not possible in the current state of the experiment. */
function checkAction(action: ExperimentAction, stored: StoredExperiment, now: number) {
  const reason = actionRefusal(action, stored, now);
  if (reason) throw new HttpError(400, reason);
}

/** Tolerance for slow clocks of clients, ms. */
const clockTolerance = 60_000;

function timeProblems(
  sent: { analysisStartTime?: number | null | undefined; analysisEndTime?: number | null | undefined },
  now: number,
): Problem[] {
  const { analysisStartTime, analysisEndTime } = sent;
  if (typeof analysisStartTime === "number" && analysisStartTime < now - clockTolerance)
    return [{ property: "analysisStartTime", errorMessage: "Must not be in the past" }];
  return typeof analysisEndTime === "number" && analysisEndTime <= Math.max(analysisStartTime ?? now, now)
    ? [{ property: "analysisEndTime", errorMessage: "Must be after the start" }]
    : [];
}

function decidedGroup({ groups }: StoredExperiment, sent: string) {
  const group = groupNamed(groups, sent);
  if (group) return group;
  const known = groups.map(({ id, name }) => `'${id}' (${name})`).join(" | ");
  throw badField("id", `Unknown group '${sent}'. Expected ${known}`);
}

/** Rejects ramp steps whose time has passed, since they would be taken at once. */
function checkRampTimes(stored: StoredExperiment, sent: ExperimentPatch, now: number) {
  if (!sent.rampPlan) return;
  const allocation = sent.allocation === undefined ? stored.allocation : sent.allocation;
  refuse(rampTimeProblems({ allocation, rampPlan: sent.rampPlan }, now - clockTolerance));
}

/** Ids of the gates that the experiment refers to. Choice: a decided experiment without targeting no longer refers to its targeting gates. */
export const experimentReferences = ({ removeTargeting, ...experiment }: StoredExperiment) =>
  gateReferences(removeTargeting ? { overrides: experiment.overrides } : experiment);

const written: WrittenEntities<StoredExperiment, Experiment> = {
  ...experimentEntities,
  references: experimentReferences,
  createProblems,
};

export function experimentWrites(database: Database) {
  const { change, create, remove, checkStored } = versionedWrites(database, written);
  const handlers = {
    createExperiment: (input, context) =>
      create(input, context, (sent, author, lastVersion, reader) =>
        withShare(reader, undefined, newExperiment(withoutGroupIDs(sent), author, lastVersion)),
      ),
    updateExperiment: (input, context) =>
      change(input, context, async (stored, reader) => {
        refuse(await updateProblems(reader, stored, input.body));
        checkRampTimes(stored, input.body, context.now);
        return withShare(reader, stored, replacedExperiment(stored, input.body, context));
      }),
    patchExperiment: (input, context) =>
      change(input, context, async (stored, reader) => {
        refuse(await updateProblems(reader, stored, input.body));
        checkRampTimes(stored, input.body, context.now);
        return withShare(reader, stored, patchedExperiment(stored, input.body, context));
      }),
    startExperiment: (input, context) =>
      change(input, context, async (stored, reader) => {
        checkAction("start", stored, context.now);
        const started = startedExperiment(stored, input.body, context);
        refuse([
          ...timeProblems(input.body, context.now),
          ...(await planChecks(reader, stored)),
          ...(await shareProblems(reader, stored, started)),
        ]);
        return withShare(reader, stored, started);
      }),
    decideExperiment: (input, context) =>
      change(input, context, (stored) => {
        checkAction("decide", stored, context.now);
        const group = decidedGroup(stored, input.body.id);
        const refusal = holdbackRefusal(stored, group.id, input.body.holdback ?? 0);
        if (refusal) throw badField("holdback", refusal);
        return decidedExperiment(stored, group, input.body, context);
      }),
    abandonExperiment: (input, context) =>
      change(input, context, (stored) => {
        checkAction("abandon", stored, context.now);
        return abandonedExperiment(stored, input.body, context);
      }),
    resetExperiment: (input, context) =>
      change(input, context, (stored) => {
        checkAction("reset", stored, context.now);
        return resetExperiment(stored, input.body.changeReason, context);
      }),
    archiveExperiment: (input, context) =>
      change(input, context, (stored) => {
        checkAction("archive", stored, context.now);
        const { changeReason, archiveReason } = input.body;
        return archivedExperiment(stored, changeReason ?? archiveReason, context);
      }),
    unarchiveExperiment: (input, context) =>
      change(input, context, (stored) => {
        const { changeReason, unarchiveReason } = input.body;
        return unarchivedExperiment(stored, changeReason ?? unarchiveReason, context);
      }),
    deleteExperiment: (input, context) =>
      remove(input, context, (stored) => checkAction("delete", stored, context.now)),
    ...overrideHandlers(database, written),
  } satisfies Partial<Handlers>;
  /** Checks beyond the contract's schema; their problems are reported together with the schema's. */
  const checks: BodyChecks = {
    createExperiment: (body) => createProblems(database, body),
    updateExperiment: checkStored(updateProblems),
    patchExperiment: checkStored(updateProblems),
  };
  return { handlers, checks };
}
