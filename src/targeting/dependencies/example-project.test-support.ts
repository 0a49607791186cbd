// Gates, experiments and configs in memory that ask about each other, for the tests of what is reached.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Gate } from "#contract/gate.ts";
import type { Rule } from "#contract/rule.ts";
import type { ListPage, ReferenceReaders } from "./read-neighbours.ts";
import { configNode, experimentNode, gateNode, type DependencyNode } from "./node.ts";
import { traverse, type TraversalOptions } from "./traversal.ts";

export const asks = (id: string, ...gates: string[]): Rule => ({
  id,
  name: `Rule ${id}`,
  passPercentage: 100,
  conditions: gates.map((targetValue) => ({ type: "passes_gate", targetValue })),
  environments: ["production"],
});
export const gate = (id: string, needs: string[], change: Partial<Gate> = {}): Gate => ({
  id,
  name: id,
  isEnabled: true,
  status: "In Progress",
  rules: needs.length ? [asks("r0"), asks("r1", ...needs)] : [],
  ...change,
});
const config = (id: string, needs: string[], change: Partial<DynamicConfig> = {}): DynamicConfig => ({
  id,
  name: id,
  isEnabled: true,
  rules: [asks("r", ...needs)],
  ...change,
});
export const experiment = (id: string, change: Partial<Experiment> = {}): Experiment => ({
  id,
  name: id,
  status: "active",
  groups: [],
  ...change,
});

export interface Project {
  readonly gates?: readonly Gate[];
  readonly experiments?: readonly Experiment[];
  readonly configs?: readonly DynamicConfig[];
}

/** Readers of a world in memory, in pages of two. */
export function readersOf({ gates = [], experiments = [], configs = [] }: Project): ReferenceReaders {
  const listing =
    <Item>(all: readonly Item[], nodeOf: (item: Item) => DependencyNode) =>
    (gateID: string, page: number): Promise<ListPage<Item>> => {
      const found = all.filter((item) => nodeOf(item).references.some((one) => one.gateID === gateID));
      return Promise.resolve({ items: found.slice(2 * page - 2, 2 * page), total: found.length });
    };
  return {
    gates: listing(gates, gateNode),
    experiments: listing(experiments, experimentNode),
    configs: listing(configs, configNode),
    gate: (id) => Promise.resolve(gates.find((one) => one.id === id)),
  };
}

export const dependents = (start: Gate, world: Project, options: TraversalOptions = {}) =>
  traverse(gateNode(start), "dependents", readersOf(world), options);
export const dependencies = (start: Gate, world: Project, options: TraversalOptions = {}) =>
  traverse(gateNode(start), "dependencies", readersOf(world), options);
export const keys = (nodes: Iterable<DependencyNode>) => [...nodes].map(({ key }) => key);

export const checkout = gate("checkout", []);
export const shop: Project = {
  gates: [
    checkout,
    gate("pricing", ["checkout"]),
    gate("old", ["checkout"], { status: "Archived" }),
    gate("launched", ["checkout"], { status: "Launched" }),
    gate("unrelated", []),
  ],
  experiments: [
    experiment("page", { name: "New price page", targetingGateID: "pricing" }),
    experiment("next", { status: "setup", targetingGateID: "checkout" }),
    experiment("done", {
      status: "decision_made",
      inlineTargetingRulesJSON: JSON.stringify([asks("i", "checkout")]),
    }),
  ],
  configs: [config("texts", ["launched"]), config("prices", ["pricing", "checkout"])],
};
