import { expect, test } from "vitest";
import type { DependencyEntity } from "#contract/gate-dependencies.ts";
import { dependencyGraphs, type DependencyGraph } from "#targeting/dependencies/graph.ts";
import { branchesOf, rowsOf, type Branch } from "./branches.ts";

const entity = (id: string, change: Partial<DependencyEntity> = {}): DependencyEntity => ({
  kind: "gate",
  id,
  name: id,
  status: "In Progress",
  isEnabled: true,
  ...change,
});

/** Dependents of "start"; "a asks b" is a reference from a to b. */
function graphOf(entities: DependencyEntity[], ...edges: `${string} asks ${string}`[]): DependencyGraph {
  const none = { entities: [], edges: [], truncations: [] };
  const kindOf = (id: string) => entities.find((one) => one.id === id)?.kind ?? "gate";
  const dependents = {
    entities,
    edges: edges.map((edge) => {
      const [id = "", to = ""] = edge.split(" asks ");
      return { from: { kind: kindOf(id), id }, to, references: [] };
    }),
    truncations: [],
  };
  return dependencyGraphs({ start: entity("start"), dependents, dependencies: none, gates: [] }).dependents;
}

const text = ({ node: { name }, children, repeats }: Branch): string =>
  `${name}${repeats ? ` ${repeats}` : ""}${children.length ? `(${children.map(text).join(" ")})` : ""}`;
const treeOf = (graph: DependencyGraph) => branchesOf(graph).map(text).join(" ");

test("what leads to the most severe stands first", () => {
  const entities = [
    entity("a"),
    entity("b"),
    entity("run", { kind: "experiment", status: "active" }),
    entity("old", { status: "Archived" }),
  ];
  expect(treeOf(graphOf(entities, "old asks start", "a asks start", "b asks start", "run asks b"))).toBe(
    "b(run) a old",
  );
});

test("a node is shown in full where it is nearest to the start", () => {
  const entities = [entity("a"), entity("b"), entity("c")];
  expect(treeOf(graphOf(entities, "a asks start", "b asks a", "b asks start", "c asks b"))).toBe(
    "a(b elsewhere) b(c)",
  );
});

test("circles are closed, also one of a node with itself", () => {
  const entities = [entity("a"), entity("b")];
  expect(treeOf(graphOf(entities, "a asks start", "b asks a", "a asks b", "start asks b", "b asks b"))).toBe(
    "a(b(a circle b circle start circle))",
  );
});

test("rows follow what is open, each with its place", () => {
  const branches = branchesOf(
    graphOf([entity("a"), entity("b"), entity("c")], "a asks start", "b asks a", "c asks start"),
  );
  const rows = (isOpen: boolean) =>
    rowsOf(branches, () => isOpen).map(
      ({ branch, level, position, siblings }) => `${branch.node.name} ${level} ${position}/${siblings}`,
    );
  expect(rows(true)).toEqual(["a 1 1/2", "b 2 1/1", "c 1 2/2"]);
  expect(rows(false)).toEqual(["a 1 1/2", "c 1 2/2"]);
});
