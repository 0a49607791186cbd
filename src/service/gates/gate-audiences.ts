// Counts, by deciding rule, the recent users that pass gates or get values of configs. Works in short pieces, so that other requests are
// answered in between.
import { setImmediate as immediate } from "node:timers/promises";
import type { z } from "zod/mini";
import type { EventUser } from "#contract/event.ts";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import type { GateAudience, GateAudienceQuery } from "#contract/gate-audience.ts";
import { baseIDOf, type Variant } from "#contract/rule.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { readDocuments } from "#service/database/dependencies.ts";
import { readReferencedSegments } from "#service/database/segments.ts";
import { readRecentUsers } from "#service/database/recent-users.ts";
import { withDerivedOfEvents } from "#targeting/evaluate/derived-attributes.ts";
import { prepareConfig, prepareGate, type GateFacts } from "#targeting/evaluate/evaluate.ts";
import { plainName, readPlaces, userOfEvents } from "#targeting/evaluate/event-user.ts";
import { referencesOfRules, gateIDsIn } from "#targeting/evaluate/references.ts";
import { statusDecision } from "#targeting/evaluate/status-decision.ts";
import type { Decision, RuleOwner } from "#targeting/evaluate/rules.ts";
import { parseGate, type StoredGate } from "./stored-gate.ts";

// Choice: the audience of a gate is counted among at most the newest 3000 users, read every five minutes, and among fewer if that takes over 2 s.
const most = 3000;
const freshFor = 300_000;
const longest = 2000;
/** Milliseconds of work before other requests get their turn. */
const piece = 10;

/** Reads the gates, and all gates that they refer to directly or indirectly. */
async function readWithReferenced(reader: Reader, ids: readonly string[]): Promise<Map<string, StoredGate>> {
  const gates = new Map<string, StoredGate>();
  const asked = new Set<string>();
  for (let wanted = [...new Set(ids)]; wanted.length > 0;) {
    for (const id of wanted) asked.add(id);
    const found = await readDocuments(
      reader,
      wanted.map((id) => ({ kind: "gate", id })),
    );
    const read = found.map(({ document }) => parseGate(document));
    for (const gate of read) gates.set(gate.id, gate);
    wanted = [...new Set(read.flatMap(({ rules }) => gateIDsIn(rules)))].filter((id) => !asked.has(id));
  }
  return gates;
}

async function readConfigs(reader: Reader, ids: readonly string[]): Promise<DynamicConfig[]> {
  const found = await readDocuments(
    reader,
    ids.map((id) => ({ kind: "dynamic_config", id })),
  );
  return found.map(({ document }) => DynamicConfig.parse(document));
}

/** Names of the attributes that a gate or config depends on, but that no recent event contains. */
function unreportedFor(owner: RuleOwner, gates: ReadonlyMap<string, RuleOwner>, told: ReadonlySet<string>) {
  const deciding = new Set([owner]);
  for (const { rules } of deciding)
    for (const id of referencesOfRules(rules)) {
      const behind = gates.get(id);
      if (behind) deciding.add(behind);
    }
  return readPlaces(deciding).flatMap(([name, { key }]) =>
    told.has(name) ? [] : [key.slice(key.indexOf(".") + 1)],
  );
}

/** Returns a counter of the users in one environment. */
function counter(name: string, { rules }: Pick<RuleOwner, "rules">) {
  const counts = { passing: 0, unknown: 0 };
  const byRule = new Map(rules.map((rule) => [baseIDOf(rule), 0]));
  const byVariant = new Map<string, number>();
  const add = ({ outcome, rule, variant }: Decision & { variant?: Variant }) => {
    if (outcome === "unknown") counts.unknown += 1;
    if (outcome !== "pass") return;
    counts.passing += 1;
    if (rule) byRule.set(baseIDOf(rule), (byRule.get(baseIDOf(rule)) ?? 0) + 1);
    if (variant?.id) byVariant.set(variant.id, (byVariant.get(variant.id) ?? 0) + 1);
  };
  const result = () => ({
    name,
    ...counts,
    rules: [...byRule].flatMap(([baseID, users]) => (users > 0 ? [{ baseID, users }] : [])),
    ...(byVariant.size > 0 && { variants: [...byVariant].map(([id, users]) => ({ id, users })) }),
  });
  return { name, add, result };
}

export function gateAudiences(database: Database) {
  let recent: { users: readonly EventUser[]; told: ReadonlySet<string>; until: number } | undefined;
  const recentUsers = async (now: number) => {
    if (!recent || recent.until < now) {
      const { items } = await readRecentUsers(database, { page: 1, limit: most });
      const fields = new Set(items.flatMap(({ metadata }) => Object.keys(metadata)));
      const told = new Set(["userid", ...[...fields].map(plainName)]);
      const users = items.map(withDerivedOfEvents);
      for (const { derived } of users)
        for (const [name, value] of Object.entries(derived ?? {}))
          if (value !== undefined) told.add(plainName(name));
      recent = { users, told, until: items.length > 0 ? now + freshFor : now };
    }
    return recent;
  };

  return async (
    { ids: asked, kind = "gate", environments = ["production"] }: z.output<typeof GateAudienceQuery>,
    now: number,
  ): Promise<GateAudience[]> => {
    const ids = [...new Set(asked)];
    const configs = kind === "gate" ? [] : await readConfigs(database, ids);
    const stored = await readWithReferenced(
      database,
      kind === "gate" ? ids : configs.flatMap(({ rules }) => gateIDsIn(rules)),
    );
    const all = [...stored.values(), ...configs].flatMap(({ rules }) => rules);
    const gates = new Map<string, GateFacts>([...stored, ...(await readReferencedSegments(database, all))]);
    const { users, told } = await recentUsers(now);
    const places = readPlaces([...gates.values(), ...configs]);
    const owners =
      kind === "gate"
        ? ids.flatMap((id) => {
            const gate = gates.get(id);
            return gate
              ? [{ owner: gate, isByRules: !statusDecision(gate), ...prepareGate(gate, gates) }]
              : [];
          })
        : configs.map((config) => ({
            owner: config,
            isByRules: config.isEnabled,
            ...prepareConfig(config, gates),
          }));
    const counted = owners.map(({ owner, isByRules, decide }) => ({
      id: owner.id,
      unreported: isByRules ? unreportedFor(owner, gates, told) : [],
      decide,
      counters: environments.map((name) => counter(name, owner)),
    }));
    let judged = 0;
    const began = performance.now();
    let begun = began;
    for (const reported of users) {
      if (performance.now() - began > longest) break;
      const user = userOfEvents(reported, places, now);
      judged += 1;
      for (const { decide, counters } of counted) {
        for (const { name, add } of counters) add(decide({ ...user, environment: name }));
        if (performance.now() - begun < piece) continue;
        await immediate();
        begun = performance.now();
      }
    }
    return counted.map(({ id, unreported, counters }) => ({
      id,
      users: judged,
      unreported,
      environments: counters.map(({ result }) => result()),
    }));
  };
}
