// Changes, while an experiment runs, of what decides who takes part or what they get: its own setup, and the gates that it targets by.
import { z } from "zod/mini";
import type { Experiment, RunningChange } from "#contract/experiment.ts";
import { gateAnswers } from "#targeting/evaluate/answers-in.ts";
import { hasProduction, reachOf } from "#targeting/evaluate/changed-environments.ts";
import { StoredRule } from "#targeting/evaluate/stored-rule.ts";
import type { Reader } from "#service/database/database.ts";
import { readReferences } from "#service/database/dependencies.ts";
import { listVersions } from "#service/database/entity-lists.ts";
import { gateReferences, unreadableReference } from "#service/database/gate-references.ts";

const version = {
  id: z.string(),
  name: z.string(),
  version: z.optional(z.number()),
  lastModifiedTime: z.nullish(z.number()),
  lastModifierName: z.nullish(z.string()),
};
const GateVersion = z.object({
  ...version,
  isEnabled: z.boolean(),
  status: z.string(),
  rules: z.array(StoredRule),
});
const ExperimentVersion = z.object({
  ...version,
  allocation: z.nullish(z.number()),
  targetingGateID: z.nullish(z.string()),
  inlineTargetingRulesJSON: z.nullish(z.string()),
  groups: z.array(z.object({ id: z.string(), size: z.number(), parameterValues: z.optional(z.unknown()) })),
});

type GateVersion = z.output<typeof GateVersion>;

// Choice: experiments are read in production, so what other environments get does not matter to them.
function changesOfGate(before: GateVersion, after: GateVersion): string[] {
  if (!hasProduction(reachOf(gateAnswers(before), gateAnswers(after)).all)) return [];
  if (before.isEnabled !== after.isEnabled) return [after.isEnabled ? "enabled" : "disabled"];
  return [before.status === after.status ? "rules changed" : "status changed"];
}

type ExperimentVersion = z.output<typeof ExperimentVersion>;

/** The parts of a setup that decide, by the words for their change. */
const setupParts = (setup: ExperimentVersion): Readonly<Record<string, unknown>> => ({
  "allocation changed": setup.allocation ?? null,
  "targeting gate changed": setup.targetingGateID || null,
  "inline targeting changed": setup.inlineTargetingRulesJSON || "[]",
  "groups changed": setup.groups.map(({ id, size }) => ({ id, size })),
  "parameters changed": setup.groups.map(({ id, parameterValues }) => ({ id, parameterValues })),
});

function changesOfSetup(before: ExperimentVersion, after: ExperimentVersion): string[] {
  const [old, changed] = [setupParts(before), setupParts(after)];
  return Object.keys(changed).filter((part) => JSON.stringify(old[part]) !== JSON.stringify(changed[part]));
}

/** Whoever was already in is treated differently since. */
const changesTreatment = new Set(["groups changed", "parameters changed"]);

interface Window {
  readonly start: number;
  readonly end: number;
}

/** Versions read at once. */
const pageSize = 20;

/** Compares the versions within the window with the one before it, the newest first. */
async function changesOf<Version extends GateVersion | ExperimentVersion>(
  reader: Reader,
  {
    kind,
    id,
    parse,
    compare,
  }: {
    kind: "gate" | "experiment";
    id: string;
    parse: (document: unknown) => Version;
    /** In words; empty where nothing that matters changed. */
    compare: (before: Version, after: Version) => string[];
  },
  { start, end }: Window,
): Promise<RunningChange[]> {
  const versions: Version[] = [];
  const isBefore = (one: Version | undefined) => one !== undefined && (one.lastModifiedTime ?? 0) <= start;
  for (let page = 1; !isBefore(versions.at(-1)); page += 1) {
    const { items, total } = await listVersions(reader, kind, id, { limit: pageSize, page }, parse);
    versions.push(...items);
    // A page of large documents has fewer.
    if (items.length === 0 || versions.length >= total) break;
  }
  return versions.flatMap((after, index) => {
    const before = versions[index + 1];
    const time = after.lastModifiedTime ?? 0;
    if (!before || time <= start || time > end) return [];
    const what = compare(before, after);
    if (what.length === 0) return [];
    const { name, version: number, lastModifierName } = after;
    return [{ kind, id, name, version: number ?? null, time, author: lastModifierName ?? null, what }];
  });
}

/** The changes within the window, the newest first. */
export async function readRunningChanges(
  reader: Reader,
  experiment: Experiment,
  window: Window,
): Promise<RunningChange[]> {
  const direct = gateReferences(experiment).filter((id) => id !== unreadableReference);
  const below = await Promise.all(direct.map((id) => readReferences(reader, id, ["dependencies"])));
  const gates = new Set([...direct, ...below.flat().map(({ gate_id }) => gate_id)]);
  const found = await Promise.all([
    changesOf(
      reader,
      {
        kind: "experiment",
        id: experiment.id,
        parse: (one) => ExperimentVersion.parse(one),
        compare: changesOfSetup,
      },
      window,
    ),
    ...[...gates].map((id) =>
      changesOf(
        reader,
        { kind: "gate", id, parse: (one) => GateVersion.parse(one), compare: changesOfGate },
        window,
      ),
    ),
  ]);
  return found.flat().sort((left, right) => right.time - left.time);
}

export const isTreatmentChanged = ({ what }: RunningChange) =>
  what.some((part) => changesTreatment.has(part));
