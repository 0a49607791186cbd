// Changes, while an experiment runs, of what decides who takes part or what they get: its own setup, and the gates that it targets by.
import { z } from "zod/mini";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Experiment, RunningChange } from "#contract/experiment.ts";
import { configAnswers, gateAnswers } from "#targeting/evaluate/answers-in.ts";
import { hasProduction, changedEnvironments } from "#targeting/evaluate/changed-environments.ts";
import { StoredRule } from "#targeting/evaluate/stored-rule.ts";
import type { Reader } from "#service/database/database.ts";
import { listVersions } from "#service/database/entity-lists.ts";
import { gateReferences, unreadableReference } from "#service/database/gate-references.ts";

const version = {
  id: z.string(),
  name: z.string(),
  version: z.optional(z.number()),
  lastModifiedTime: z.nullish(z.number()),
  lastModifierName: z.nullish(z.string()),
};
/** The fields of any version that tell who changed it, and when. */
interface Versioned {
  readonly id: string;
  readonly name?: string | null | undefined;
  readonly version?: number | null | undefined;
  readonly lastModifiedTime?: number | null | undefined;
  readonly lastModifierName?: string | null | undefined;
}
const GateVersion = z.object({
  ...version,
  isEnabled: z.boolean(),
  status: z.string(),
  rules: z.array(StoredRule),
});
const ExperimentVersion = z.object({
  ...version,
  status: z.string(),
  allocation: z.nullish(z.number()),
  targetingGateID: z.nullish(z.string()),
  inlineTargetingRulesJSON: z.nullish(z.string()),
  groups: z.array(
    z.object({
      id: z.string(),
      name: z.optional(z.string()),
      size: z.number(),
      parameterValues: z.optional(z.unknown()),
    }),
  ),
});

type GateVersion = z.output<typeof GateVersion>;

// Choice: experiments are read in production, so what other environments get does not matter to them.
function changesOfGate(before: GateVersion, after: GateVersion): string[] {
  if (!hasProduction(changedEnvironments(gateAnswers(before), gateAnswers(after)).all)) return [];
  if (before.isEnabled !== after.isEnabled) return [after.isEnabled ? "enabled" : "disabled"];
  return [before.status === after.status ? "rules changed" : "status changed"];
}

const changesOfConfig = (before: DynamicConfig, after: DynamicConfig): string[] =>
  hasProduction(changedEnvironments(configAnswers(before), configAnswers(after)).all)
    ? ["values changed"]
    : [];

export type ExperimentVersion = z.output<typeof ExperimentVersion>;

/** The parts of a setup that decide: the word for each, and the part in words where these say it shortly. */
const setupParts = (setup: ExperimentVersion): readonly (readonly [string, unknown, string?])[] => [
  ["allocation", setup.allocation ?? null, `${setup.allocation ?? 100} %`],
  ["targeting gate", setup.targetingGateID || null, setup.targetingGateID || "none"],
  ["inline targeting", setup.inlineTargetingRulesJSON || "[]"],
  [
    "groups",
    setup.groups.map(({ id, size }) => ({ id, size })),
    setup.groups.map(({ id, name = id, size }) => `${name} ${size} %`).join(" / "),
  ],
  ["parameters", setup.groups.map(({ id, parameterValues }) => ({ id, parameterValues }))],
];

export function changesOfSetup(before: ExperimentVersion, after: ExperimentVersion): string[] {
  const olds = setupParts(before);
  return setupParts(after).flatMap(([word, value, words], index) => {
    const [, old, oldWords] = olds[index] ?? [];
    if (JSON.stringify(old) === JSON.stringify(value)) return [];
    return [words && words !== oldWords ? `${word} changed from ${oldWords} to ${words}` : `${word} changed`];
  });
}

/** Whoever was already in is treated differently since. */
const treatmentParts = ["groups", "parameters"];

interface Window {
  readonly start: number;
  readonly end: number;
}

/** Versions read at once. */
const pageSize = 20;

/** The versions within the window and the one before it, the newest first. */
async function readVersions<Version extends Versioned>(
  reader: Reader,
  kind: RunningChange["kind"],
  id: string,
  parse: (document: unknown) => Version,
  { start }: Window,
): Promise<Version[]> {
  const versions: Version[] = [];
  const isBefore = (one: Version | undefined) => one !== undefined && timeOf(one) <= start;
  for (let page = 1; !isBefore(versions.at(-1)); page += 1) {
    const { items, total } = await listVersions(reader, kind, id, { limit: pageSize, page }, parse);
    versions.push(...items);
    // A page of large documents has fewer.
    if (items.length === 0 || versions.length >= total) break;
  }
  return versions;
}

const timeOf = ({ lastModifiedTime }: Versioned) => lastModifiedTime ?? 0;

/** `compare` says in words what changed; empty where it does not matter. */
function changesIn<Version extends Versioned>(
  kind: RunningChange["kind"],
  versions: readonly Version[],
  compare: (before: Version, after: Version) => string[],
  { start, end }: Window,
): RunningChange[] {
  return versions.flatMap((after, index) => {
    const before = versions[index + 1];
    const time = timeOf(after);
    if (!before || time <= start || time > end) return [];
    const what = compare(before, after);
    if (what.length === 0) return [];
    const { id, name, version: number, lastModifierName } = after;
    return [
      { kind, id, name: name ?? id, version: number ?? null, time, author: lastModifierName ?? null, what },
    ];
  });
}

/** The gates that the versions refer to, each with the time in which its answer counted. */
const gatesOf = (
  versions: readonly (GateVersion | ExperimentVersion)[],
  { start, end }: Window,
): [id: string, span: Window][] =>
  versions.flatMap((version, index) => {
    const newer = versions[index - 1];
    const isOldest = index === versions.length - 1;
    const span = {
      start: isOldest ? start : Math.max(start, timeOf(version)),
      end: newer ? Math.min(end, timeOf(newer)) : end,
    };
    if (span.start > span.end) return [];
    return gateReferences(version)
      .filter((id) => id !== unreadableReference)
      .map((id): [string, Window] => [id, span]);
  });

/** Changes of the configs whose rules ask one of the gates: their users get these values in every group. */
async function configChanges(reader: Reader, gates: readonly string[], window: Window) {
  const configs = await reader.query<{ id: string }>(
    `select distinct entity_id as id from gate_reference
     where kind = 'dynamic_config' and in_use and gate_id = any($1) order by entity_id`,
    [gates],
  );
  const changes: RunningChange[] = [];
  for (const { id } of configs) {
    const versions = await readVersions(
      reader,
      "dynamic_config",
      id,
      (one) => DynamicConfig.parse(one),
      window,
    );
    changes.push(...changesIn("dynamic_config", versions, changesOfConfig, window));
  }
  return changes;
}

/** The changes within the window, the newest first: of the configs that both groups are served, of the setup, and of each gate for as long as it stood anywhere below it. */
export async function readRunningChanges(
  reader: Reader,
  experiment: Experiment,
  window: Window,
  compareSetups = changesOfSetup,
): Promise<RunningChange[]> {
  const setups = await readVersions(
    reader,
    "experiment",
    experiment.id,
    (one) => ExperimentVersion.parse(one),
    window,
  );
  const found = new Map<string, { span: Window; changes: RunningChange[] }>();
  // Grows while it is walked. A span only ever becomes longer, so a circle ends.
  const asked = gatesOf(setups, window);
  for (const [id, span] of asked) {
    const known = found.get(id)?.span ?? span;
    const whole = { start: Math.min(known.start, span.start), end: Math.max(known.end, span.end) };
    if (found.has(id) && whole.start === known.start && whole.end === known.end) continue;
    const versions = await readVersions(reader, "gate", id, (one) => GateVersion.parse(one), whole);
    found.set(id, { span: whole, changes: changesIn("gate", versions, changesOfGate, whole) });
    asked.push(...gatesOf(versions, whole));
  }
  return [
    ...changesIn("experiment", setups, compareSetups, window),
    // Choice: a config is served to both groups where its rules ask a gate that the experiment targets by.
    ...(await configChanges(reader, gateReferences(experiment), window)),
    ...[...found.values()].flatMap(({ changes }) => changes),
  ].sort((left, right) => right.time - left.time);
}

export const isTreatmentChanged = ({ kind, what }: RunningChange) =>
  kind === "experiment" && what.some((part) => treatmentParts.some((word) => part.startsWith(`${word} `)));

/** More users take part, or fewer, and nothing else is different. */
export const isAllocationAlone = ({ kind, what }: RunningChange) =>
  kind === "experiment" && what.every((part) => part.startsWith("allocation "));
