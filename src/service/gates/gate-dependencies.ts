// What uses a gate and what the gate depends on, as it is answered: entities, the references between them, and what was cut off.
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
import { referencesOf, type Referring } from "#targeting/dependencies/references.ts";
import { gateAnswers, parseGate, type StoredGate } from "./stored-gate.ts";
import { traverseReferences, type Traversal } from "./traverse-references.ts";

/** An entity as it is answered, and the document that names the gates it refers to. */
interface Found {
  readonly entity: DependencyEntity;
  readonly document: Referring;
}

function foundGate(document: Gate): Found {
  const { id, name, status, isEnabled, checksPerHour, type, typeReason } = document;
  return {
    entity: { kind: "gate", id, name, status, isEnabled, checksPerHour, type, typeReason },
    document,
  };
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
  const status = document.status ?? (isEnabled ? "On" : "Off");
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

/** Reads the start and the entities; whole gates by id, and `find`, which answers a gate that does not exist as missing. */
async function readEntities(
  reader: Reader,
  context: RequestContext,
  start: StoredGate,
  keys: Parameters<typeof readDocuments>[1],
) {
  const gates: StoredGate[] = [start];
  const found = new Map<string, Found>();
  for (const { kind, id, document } of await readDocuments(reader, keys))
    if (kind === "gate") gates.push(parseGate(document));
    else found.set(`${kind}/${id}`, foundDocument(kind, document));
  const whole = new Map<string, Gate>();
  for (const gate of gates.map(await gateAnswers(reader, context, gates))) {
    whole.set(gate.id, gate);
    found.set(`gate/${gate.id}`, foundGate(gate));
  }
  const find = ({ kind, id }: { kind: EntityKind; id: string }) =>
    found.get(`${kind}/${id}`) ?? missingGate(id);
  return { whole, find };
}

export interface Bounds {
  readonly directions: readonly DependencyDirection[];
  /** Most steps from the gate. */
  readonly depth: number;
  /** Most entities of each direction. */
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

/** Experiments that cannot be read may refer to any gate. */
const readUnread = async (reader: Reader): Promise<Truncation[]> =>
  (await readUnreadable(reader)).map(({ id, name }) => ({
    kind: "experiment",
    id,
    name,
    reason: "unreadable",
    message: "Its inline targeting cannot be read, so it may depend on this gate.",
  }));

/** Reads the dependencies of a stored gate. */
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
  const { whole, find } = await readEntities(reader, context, gate, all);
  const start = find({ kind: "gate", id: gate.id });
  const answer = (traversal: Traversal) => {
    const found = traversal.entities.map(find);
    return {
      entities: found.map(({ entity }) => entity),
      edges: edgesAmong([start, ...found]),
      truncations: truncationsOf(start.entity, traversal, found, bounds.depth),
    };
  };
  const [above, below] = [answer(dependents), answer(dependencies)];
  return {
    start: start.entity,
    dependents: { ...above, truncations: [...above.truncations, ...unread] },
    dependencies: below,
    gates: [start.entity, ...below.entities].flatMap(({ id }) => whole.get(id) ?? []),
  };
}
