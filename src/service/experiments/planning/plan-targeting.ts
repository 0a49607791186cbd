// Determines the units that a plan would include: evaluates its targeting on past users, as their events describe them,
// and divides units into groups.
import { setImmediate as immediate } from "node:timers/promises";
import type { EventUser } from "#contract/event.ts";
import { Gate } from "#contract/gate.ts";
import { isJsonObject } from "#contract/json5.ts";
import type { PlannedExperiment } from "#contract/planned-experiment.ts";
import type { Reader, Row, Value } from "#service/database/database.ts";
import { readDocuments } from "#service/database/entity-lists.ts";
import { eventUnit } from "#service/database/logs.ts";
import { readReferencedSegments } from "#service/database/segments.ts";
import { parsedOnce } from "#service/database/entities.ts";
import { referencesOf } from "#targeting/dependencies/references.ts";
import { withDerivedOfEvents } from "#targeting/evaluate/derived-attributes.ts";
import type { GateFacts } from "#targeting/evaluate/evaluate.ts";
import { readPlaces, userOfEvents } from "#targeting/evaluate/event-user.ts";
import { unitPlace } from "#targeting/evaluate/places.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";
import { inlineGate, prepareExperiment } from "#targeting/experiments/decide-experiment.ts";
import { hasInlineTargeting, type ExperimentFacts } from "#targeting/experiments/experiment-steps.ts";
import type { PastDays } from "./past-units.ts";

/** Length of a time slice in ms, after which other requests are served. */
const piece = 10;
/** Number of newest events of a unit that its attributes are taken from. */
const eventsOfUnit = 20;

const parseGate = parsedOnce((document) => Gate.parse(document));
export type PlannedGates = ReadonlyMap<string, Gate>;

/** Returns the gates that the plan's targeting refers to, directly or indirectly; missing gates are left out. */
export async function readPlannedGates(reader: Reader, plan: PlannedExperiment): Promise<PlannedGates> {
  const gates = new Map<string, Gate>();
  const { targetingGateID, inlineTargetingRulesJSON } = plan;
  const { references } = referencesOf({ targetingGateID, inlineTargetingRulesJSON });
  const asked = new Set(references.map(({ gateID }) => gateID));
  for (let open = [...asked]; open.length > 0;) {
    const found = (await readDocuments(reader, "gate", open)).map(parseGate);
    for (const gate of found) gates.set(gate.id, gate);
    open = [...new Set(found.flatMap(({ rules }) => gateIDsIn(rules)))].filter((id) => !asked.has(id));
    for (const id of open) asked.add(id);
  }
  return gates;
}

export const isTargeted = ({ targetingGateID, inlineTargetingRulesJSON }: PlannedExperiment) =>
  Boolean(targetingGateID) || hasInlineTargeting(factsOf({ inlineTargetingRulesJSON }));

/** Wraps fields in a running experiment that has just what is needed to decide it. */
const factsOf = (facts: Partial<ExperimentFacts>): ExperimentFacts => ({
  id: "",
  status: "active",
  groups: [],
  ...facts,
});

/** Processes items in time slices, between which other requests are served. */
async function inPieces<Item>(items: readonly Item[], signal: AbortSignal, each: (item: Item) => void) {
  let begun = performance.now();
  for (const item of items) {
    each(item);
    if (performance.now() - begun < piece) continue;
    await immediate();
    signal.throwIfAborted();
    begun = performance.now();
  }
}

type EventRow = Row & {
  unit: string;
  user_id: string;
  metadata: unknown;
  ids: unknown;
  attributes: unknown;
};

/** Builds each user from the unit's newest events. */
async function readUsers(
  reader: Reader,
  { start, end }: PastDays,
  idType: string | undefined,
  units: readonly string[],
): Promise<Map<string, EventUser>> {
  const values: Value[] = [start, end, units];
  const unit = eventUnit(idType, (value) => `$${values.push(value)}::text`);
  const rows = await reader.query<EventRow>(
    `select unit, user_id, metadata, ids, attributes
     from (
       select *, row_number() over (partition by unit order by time desc, seq desc) as place
       from (
         select ${unit} as unit, unit_id as user_id, metadata, ids, attributes, time, seq
         from event where time >= $1 and time <= $2
       ) as e where unit = any($3)
     ) as own where place <= ${eventsOfUnit} order by unit, place`,
    values,
  );
  const users = new Map<string, EventUser>();
  for (const { unit: id, user_id: userID, metadata, ids, attributes } of rows) {
    const told = Object.assign({}, ...[metadata, ids, attributes].filter(isJsonObject));
    // Newer events take precedence, and attributes that an app sets on the user take precedence over those of the event.
    users.set(id, {
      timestamp: "",
      ...users.get(id),
      userID,
      metadata: { ...told, ...users.get(id)?.metadata },
    });
  }
  return users;
}

/** Returns the units that pass the plan's targeting, and the number of units that could not be evaluated. */
export async function passingUnits(
  reader: Reader,
  plan: PlannedExperiment,
  gates: PlannedGates,
  {
    units,
    past,
    now,
    signal,
  }: { units: readonly string[]; past: PastDays; now: number; signal: AbortSignal },
): Promise<{ passing: string[]; unknown: number }> {
  const { idType = "userID", targetingGateID, inlineTargetingRulesJSON } = plan;
  const everyone = { id: "all", name: "all", size: 100 };
  const facts = factsOf({ idType, targetingGateID, inlineTargetingRulesJSON, groups: [everyone] });
  // A gate that does not exist passes nobody.
  const missing: GateFacts[] =
    targetingGateID && !gates.has(targetingGateID)
      ? [{ id: targetingGateID, rules: [], isEnabled: false, status: "Disabled" }]
      : [];
  const inline = inlineGate(facts);
  const rules = [...gates.values(), ...(inline ? [inline] : [])].flatMap((gate) => gate.rules);
  const segments = await readReferencedSegments(reader, rules);
  const all = new Map<string, GateFacts>([
    ...gates,
    ...missing.map((gate) => [gate.id, gate] as const),
    ...segments,
  ]);
  const { decide } = prepareExperiment(facts, all);
  const places = readPlaces([...all.values(), ...(inline ? [inline] : []), { idType, rules: [] }]);
  const unitOf = unitPlace(idType);
  const users = await readUsers(reader, past, plan.idType, units);
  const passing: string[] = [];
  let unknown = 0;
  await inPieces(units, signal, (id) => {
    const reported = users.get(id);
    if (!reported) return;
    const user = unitOf.put(userOfEvents(withDerivedOfEvents(reported), places, now), id);
    const decision = decide({ ...user, environment: "production" });
    if ("notJudged" in decision) unknown += 1;
    else if (decision.step?.isAssignment) passing.push(id);
  });
  return { passing, unknown };
}

/** Divides units into groups as the plan would with this salt, in the plan's order; units outside of the allocation are in no group. */
export async function dividedUnits(
  { idType = "userID", groups, allocation }: PlannedExperiment,
  salt: string,
  units: readonly string[],
  signal: AbortSignal,
): Promise<string[][]> {
  const named = groups.map(({ size }, place) => ({ id: String(place), name: String(place), size }));
  const { decide } = prepareExperiment(factsOf({ idType, allocation, groups: named, salt }), new Map());
  const unitOf = unitPlace(idType);
  const divided: string[][] = groups.map(() => []);
  await inPieces(units, signal, (id) => {
    const decision = decide(unitOf.put({}, id));
    if (!("notJudged" in decision) && decision.step?.isAssignment)
      divided[Number(decision.step.id)]?.push(id);
  });
  return divided;
}
