// Changes, while an experiment runs, of what decides who takes part or what they get: its own setup, and the gates that it targets by.
import { z } from "zod/mini";
import type { Experiment, RunningChange } from "#contract/experiment.ts";
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
  rules: z.array(
    z.object({
      passPercentage: z.number(),
      conditions: z.array(z.unknown()),
      environments: z.nullish(z.array(z.string())),
    }),
  ),
});
const ExperimentVersion = z.object({
  ...version,
  allocation: z.nullish(z.number()),
  targetingGateID: z.nullish(z.string()),
  inlineTargetingRulesJSON: z.nullish(z.string()),
  groups: z.array(z.object({ id: z.string(), size: z.number(), parameterValues: z.optional(z.unknown()) })),
});

/** The parts of a version that decide, by the words for them. A part that is equal in two versions did not change. */
type Parts = Readonly<Record<string, unknown>>;

// Choice: experiments are read in production, so what other environments get does not matter to them.
const gateParts = ({ isEnabled, rules }: z.output<typeof GateVersion>): Parts => ({
  [isEnabled ? "switched on" : "switched off"]: isEnabled,
  "rules changed": rules
    .filter(({ environments }) => environments?.some((name) => name.toLowerCase() === "production") ?? true)
    .map(({ passPercentage, conditions }) => ({ passPercentage, conditions })),
});

const setupParts = (setup: z.output<typeof ExperimentVersion>): Parts => ({
  "allocation changed": setup.allocation ?? null,
  "targeting gate changed": setup.targetingGateID || null,
  "inline targeting changed": setup.inlineTargetingRulesJSON || "[]",
  "groups changed": setup.groups.map(({ id, size }) => ({ id, size })),
  "parameters changed": setup.groups.map(({ id, parameterValues }) => ({ id, parameterValues })),
});

/** Whoever was already in is treated differently since. */
const changesTreatment = new Set(["groups changed", "parameters changed"]);

interface Window {
  readonly start: number;
  readonly end: number;
}

/** Versions read at once. */
const pageSize = 20;

/** Compares the versions within the window with the one before it, the newest first. */
async function changesOf<Version extends z.output<typeof GateVersion> | z.output<typeof ExperimentVersion>>(
  reader: Reader,
  {
    kind,
    id,
    parse,
    parts,
  }: {
    kind: "gate" | "experiment";
    id: string;
    parse: (document: unknown) => Version;
    parts: (version: Version) => Parts;
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
    const [old, changed] = [parts(before), parts(after)];
    const what = Object.keys(changed).filter(
      (part) => JSON.stringify(old[part]) !== JSON.stringify(changed[part]),
    );
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
        parts: setupParts,
      },
      window,
    ),
    ...[...gates].map((id) =>
      changesOf(
        reader,
        { kind: "gate", id, parse: (one) => GateVersion.parse(one), parts: gateParts },
        window,
      ),
    ),
  ]);
  return found.flat().sort((left, right) => right.time - left.time);
}

export const isTreatmentChanged = ({ what }: RunningChange) =>
  what.some((part) => changesTreatment.has(part));
