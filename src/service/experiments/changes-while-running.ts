// Lists changes made while an experiment runs that affect who takes part or what they get: to its setup, and to the
// gates and segments of its targeting.
import { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { RunningChange } from "#contract/experiment-overview.ts";
import { readInlineTargeting } from "#targeting/dependencies/references.ts";
import { segmentIDsIn } from "#targeting/evaluate/references.ts";
import type { Reader } from "#service/database/database.ts";
import { listVersions } from "#service/database/entity-lists.ts";
import { gateReferences, unreadableReference } from "#service/database/gate-references.ts";
import { parseSegment } from "#service/database/segments.ts";
import {
  changesOfConfig,
  changesOfGate,
  changesOfSegment,
  changesOfSetup,
  ExperimentVersion,
  GateVersion,
  type Versioned,
} from "./version-changes.ts";

type Asking = GateVersion | ExperimentVersion;

interface Window {
  readonly start: number;
  readonly end: number;
}

/** Number of versions that are read at once. */
const pageSize = 20;

/** Returns the versions within the window and the last one before it, the newest first. */
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
    // The size of a page is also limited by characters, so large documents can make it shorter.
    if (items.length === 0 || versions.length >= total) break;
  }
  return versions;
}

const timeOf = ({ lastModifiedTime }: Versioned) => lastModifiedTime ?? 0;

/** `compare` describes in words what changed; it returns nothing for irrelevant changes. */
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

/** Returns the ids that the versions refer to, each with the period in which the reference was in effect. */
const spansOf = <Version extends Versioned>(
  versions: readonly Version[],
  { start, end }: Window,
  idsIn: (version: Version) => readonly string[],
): [id: string, span: Window][] =>
  versions.flatMap((version, index) => {
    const newer = versions[index - 1];
    const isOldest = index === versions.length - 1;
    const span = {
      start: isOldest ? start : Math.max(start, timeOf(version)),
      end: newer ? Math.min(end, timeOf(newer)) : end,
    };
    if (span.start > span.end) return [];
    return idsIn(version).map((id): [string, Window] => [id, span]);
  });

const gatesIn = (version: Asking) => gateReferences(version).filter((id) => id !== unreadableReference);

const segmentsIn = (version: Asking) =>
  segmentIDsIn(
    "rules" in version ? version.rules : (readInlineTargeting(version.inlineTargetingRulesJSON).rules ?? []),
  );

/** Returns the smallest window that contains both. */
const union = (one: Window, other: Window): Window => ({
  start: Math.min(one.start, other.start),
  end: Math.max(one.end, other.end),
});

/** Returns the changes of the segments, each within the period in which it was referred to. */
async function segmentChanges(reader: Reader, asked: readonly [id: string, span: Window][]) {
  const spans = new Map<string, Window>();
  for (const [id, span] of asked) spans.set(id, union(spans.get(id) ?? span, span));
  const changes: RunningChange[] = [];
  for (const [id, span] of spans) {
    const versions = await readVersions(reader, "segment", id, parseSegment, span);
    changes.push(...changesIn("segment", versions, changesOfSegment, span));
  }
  return changes;
}

/** Returns changes of the configs whose rules refer to one of the gates: users of all groups get their values. */
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

/**
 * Returns the changes within the window, the newest first: of configs served to both groups, of the setup, and of all
 * gates and segments while the experiment referred to them directly or indirectly.
 */
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
  // The list grows during the iteration. It ends even for circular references, because a period is processed again only
  // if it became longer.
  const asked = spansOf(setups, window, gatesIn);
  const segments = spansOf(setups, window, segmentsIn);
  for (const [id, span] of asked) {
    const known = found.get(id)?.span ?? span;
    const whole = union(known, span);
    if (found.has(id) && whole.start === known.start && whole.end === known.end) continue;
    const versions = await readVersions(reader, "gate", id, (one) => GateVersion.parse(one), whole);
    found.set(id, { span: whole, changes: changesIn("gate", versions, changesOfGate, whole) });
    asked.push(...spansOf(versions, whole, gatesIn));
    // Segments refer to nothing further.
    segments.push(...spansOf(versions, whole, segmentsIn));
  }
  return [
    ...changesIn("experiment", setups, compareSetups, window),
    // Choice: a config counts as served to both groups if its rules use a targeting gate of the experiment.
    ...(await configChanges(reader, gateReferences(experiment), window)),
    ...(await segmentChanges(reader, segments)),
    ...[...found.values()].flatMap(({ changes }) => changes),
  ].sort((left, right) => right.time - left.time);
}
