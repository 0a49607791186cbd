// The dependents and dependencies of a gate in the API's form: entities, the references between them, and notes on truncated parts.
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { Experiment } from "#contract/experiment.ts";
import type {
  DependencyDirection,
  DependencyEdge,
  DependencyEntity,
  GateDependencies,
  Truncation,
} from "#contract/gate-dependencies.ts";
import type { Gate } from "#contract/gate.ts";
import type { Reader } from "#service/database/database.ts";
import { readDocuments, readReferences, readUnreadable } from "#service/database/dependencies.ts";
import type { EntityKind } from "#service/database/entities.ts";
import type { RequestContext } from "#service/http/handler.ts";
import { keyOf } from "#targeting/dependencies/graph.ts";
import { referencesOf, type Referring } from "#targeting/dependencies/references.ts";
import { gateAnswers, parseGate, type StoredGate } from "./stored-gate.ts";
import { traverseReferences, type Traversal } from "./traverse-references.ts";

/** An entity in the API's form, and the document with its references to gates. */
interface Found {
  readonly entity: DependencyEntity;
  readonly document: Referring;
  /** The gate itself, where the entity is a gate that exists. */
  readonly gate?: Gate;
}

function foundGate(gate: Gate): Found {
  const { id, name, status, isEnabled, checksPerHour, type, typeReason } = gate;
  const entity = { kind: "gate" as const, id, name, status, isEnabled, checksPerHour, type, typeReason };
  return { entity, document: gate, gate };
}

const missingGate = (id: string): Found => ({
  entity: { kind: "gate", id, name: id, status: "Missing", isMissing: true },
  document: {},
});

function foundDocument(kind: "experiment" | "dynamic_config", stored: unknown): Found {
  if (kind === "experiment") {
    const document = Experiment.parse(stored);
    const { id, name, status, startTime, endTime, duration } = document;
    return { entity: { kind, id, name, status, startTime, endTime, duration }, document };
  }
  const document = DynamicConfig.parse(stored);
  const { id, isEnabled } = document;
  const status = document.status ?? (isEnabled ? "Enabled" : "Disabled");
  return { entity: { kind, id, name: document.name ?? id, status, isEnabled }, document };
}

function edgesAmong(found: readonly Found[]): DependencyEdge[] {
  const gates = new Set(found.flatMap(({ entity: { kind, id } }) => (kind === "gate" ? [id] : [])));
  return found.flatMap(({ entity: { kind, id }, document }) => {
    const { references } = referencesOf(document);
    return [...new Set(references.map(({ gateID }) => gateID))].flatMap((to) =>
      gates.has(to)
        ? [{ from: { kind, id }, to, references: references.filter(({ gateID }) => gateID === to) }]
        : [],
    );
  });
}

/** Reads the start and the entities; returns a function that finds one by its key. A gate that does not exist is marked as missing. */
async function readEntities(
  reader: Reader,
  context: RequestContext,
  start: StoredGate,
  keys: Parameters<typeof readDocuments>[1],
) {
  const gates: StoredGate[] = [start];
  const others: Found[] = [];
  for (const { kind, document } of await readDocuments(reader, keys))
    if (kind === "gate") gates.push(parseGate(document));
    else others.push(foundDocument(kind, document));
  const answered = gates.map(await gateAnswers(reader, context, gates));
  const found = new Map([...answered.map(foundGate), ...others].map((one) => [keyOf(one.entity), one]));
  return (key: { kind: EntityKind; id: string }) => found.get(keyOf(key)) ?? missingGate(key.id);
}

export interface Bounds {
  readonly directions: readonly DependencyDirection[];
  /** Most steps from the gate. */
  readonly depth: number;
  /** Most entities in each direction. */
  readonly limit: number;
}

function truncationsOf(
  start: DependencyEntity,
  { entities, total, cut }: Traversal,
  found: readonly Found[],
  depth: number,
): Truncation[] {
  const { kind, id, name } = start;
  const message = `Of ${total} entities the nearest ${entities.length} are listed.`;
  const steps = `Not followed further than ${depth} ${depth === 1 ? "step" : "steps"}.`;
  return [
    ...(total > entities.length ? [{ kind, id, name, reason: "limit" as const, message }] : []),
    ...found.flatMap(({ entity }): Truncation[] =>
      entity.kind === "gate" && cut.has(entity.id)
        ? [{ kind, id: entity.id, name: entity.name, reason: "depth", message: steps }]
        : [],
    ),
  ];
}

/** Experiments with unreadable inline targeting, because they may refer to any gate. */
const readUnread = async (reader: Reader): Promise<Truncation[]> =>
  (await readUnreadable(reader)).map(({ id, name }) => ({
    kind: "experiment",
    id,
    name,
    reason: "unreadable",
    message: "Its inline targeting cannot be read, so it may depend on this gate.",
  }));

/** The dependents and dependencies of a stored gate, within bounds. */
export async function gateDependencies(
  reader: Reader,
  context: RequestContext,
  gate: StoredGate,
  bounds: Bounds,
): Promise<GateDependencies> {
  const [references, unread] = await Promise.all([
    readReferences(reader, gate.id, bounds.directions),
    bounds.directions.includes("dependents") ? readUnread(reader) : [],
  ]);
  const traverse = (direction: DependencyDirection) =>
    traverseReferences(references, direction, gate.id, bounds);
  const [dependents, dependencies] = [traverse("dependents"), traverse("dependencies")];
  const all = [...dependents.entities, ...dependencies.entities];
  const find = await readEntities(reader, context, gate, all);
  const start = find({ kind: "gate", id: gate.id });
  const above = dependents.entities.map(find);
  const below = dependencies.entities.map(find);
  const answer = (traversal: Traversal, found: readonly Found[], more: readonly Truncation[] = []) => ({
    entities: found.map(({ entity }) => entity),
    edges: edgesAmong([start, ...found]),
    truncations: [...truncationsOf(start.entity, traversal, found, bounds.depth), ...more],
  });
  return {
    start: start.entity,
    dependents: answer(dependents, above, unread),
    dependencies: answer(dependencies, below),
    gates: [start, ...below].flatMap((found) => found.gate ?? []),
  };
}
