// Test support: an in-memory project of gates, experiments and configs that refer to each other, and the dependencies of one of its gates.
import type { DependencyEntity, GateReference } from "#contract/gate-dependencies.ts";
import type { Rule } from "#contract/rule.ts";
import { dependencyGraphs, keyOf, type Dependencies, type DependencyNode } from "./graph.ts";
import { referencesOf } from "./references.ts";

interface Stored {
  readonly entity: DependencyEntity;
  readonly references: readonly GateReference[];
}

const asks = (id: string, ...gates: string[]): Rule => ({
  id,
  name: `Rule ${id}`,
  passPercentage: 100,
  conditions: gates.map((targetValue) => ({ type: "passes_gate", targetValue })),
  environments: ["production"],
});

type Change = Partial<DependencyEntity>;

/** Builds a gate whose second rule refers to the gates in `needs`. */
export const gate = (id: string, needs: readonly string[] = [], change: Change = {}): Stored => ({
  entity: { kind: "gate", id, name: id, status: "In Progress", isEnabled: true, ...change },
  references: needs.length > 0 ? referencesOf({ rules: [asks("r0"), asks("r1", ...needs)] }).references : [],
});
const config = (id: string, ...needs: string[]): Stored => ({
  entity: { kind: "dynamic_config", id, name: id, status: "Enabled", isEnabled: true },
  references: referencesOf({ rules: [asks("r", ...needs)] }).references,
});
export const experiment = (id: string, targetingGateID: string, change: Change = {}): Stored => ({
  entity: { kind: "experiment", id, name: id, status: "active", ...change },
  references: referencesOf({ targetingGateID }).references,
});
const inlineExperiment = (id: string, status: string, ...needs: string[]): Stored => ({
  entity: { kind: "experiment", id, name: id, status },
  references: referencesOf({ inlineTargetingRulesJSON: JSON.stringify([asks("i", ...needs)]) }).references,
});

const missing = (id: string): DependencyEntity => ({
  kind: "gate",
  id,
  name: id,
  status: "Missing",
  isMissing: true,
});

/** Returns the dependencies of a gate in both directions, as the service answers them. */
export function dependenciesOf(startID: string, project: readonly Stored[]): Dependencies {
  const refers = ({ references }: Stored, id: string) => references.some(({ gateID }) => gateID === id);
  const gateOf = (id: string): Stored =>
    project.find(({ entity }) => entity.kind === "gate" && entity.id === id) ?? {
      entity: missing(id),
      references: [],
    };
  const around = (next: (one: Stored) => readonly Stored[]) => {
    const found = new Map([[keyOf(gateOf(startID).entity), gateOf(startID)]]);
    for (const one of found.values())
      for (const other of next(one))
        if (!found.has(keyOf(other.entity))) found.set(keyOf(other.entity), other);
    const entities = [...found.values()];
    const gates = new Set(entities.flatMap(({ entity }) => (entity.kind === "gate" ? [entity.id] : [])));
    const edges = entities.flatMap(({ entity: { kind, id }, references }) =>
      [...new Set(references.map(({ gateID }) => gateID))].flatMap((to) =>
        gates.has(to)
          ? [{ from: { kind, id }, to, references: references.filter(({ gateID }) => gateID === to) }]
          : [],
      ),
    );
    return { entities: entities.slice(1).map(({ entity }) => entity), edges, truncations: [] };
  };
  return dependencyGraphs({
    start: gateOf(startID).entity,
    dependents: around(({ entity }) =>
      entity.kind === "gate" ? project.filter((other) => refers(other, entity.id)) : [],
    ),
    dependencies: around(({ references }) => references.map(({ gateID }) => gateOf(gateID))),
    gates: [],
  });
}

export const keys = (nodes: Iterable<DependencyNode>) => [...nodes].map(({ key }) => key);

export const shop: readonly Stored[] = [
  gate("checkout"),
  gate("pricing", ["checkout"]),
  gate("old", ["checkout"], { status: "Archived", isEnabled: false }),
  gate("launched", ["checkout"], { status: "Launched" }),
  gate("unrelated"),
  experiment("page", "pricing", { name: "New price page" }),
  experiment("next", "checkout", { status: "setup" }),
  inlineExperiment("done", "decision_made", "checkout"),
  config("texts", "launched"),
  config("prices", "pricing", "checkout"),
];
