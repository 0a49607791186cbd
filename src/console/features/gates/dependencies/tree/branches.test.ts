import { expect, test } from "vitest";
import type { Consequence } from "#targeting/dependencies/consequence.ts";
import type { DependencyNode } from "#targeting/dependencies/node.ts";
import type { DependencyGraph } from "#targeting/dependencies/traversal.ts";
import { branchesOf, rowsOf, type Branch } from "./branches.ts";

const node = (key: string, consequence: Consequence = "live gate"): DependencyNode => ({
  key,
  kind: "gate",
  id: key,
  name: key,
  status: "In Progress",
  consequence,
  references: [],
  isMissing: false,
  isFixed: false,
});

/** Dependents of "start"; "a asks b" is an edge from a to b. */
const walkOf = (nodes: DependencyNode[], ...edges: `${string} asks ${string}`[]): DependencyGraph => {
  const start = node("start");
  return {
    direction: "dependents",
    start,
    nodes: new Map([start, ...nodes].map((one) => [one.key, one])),
    edges: edges.map((edge) => {
      const [from = "", to = ""] = edge.split(" asks ");
      return { from, to, references: [] };
    }),
    truncations: [],
  };
};

const told = ({ node: { name }, children, repeats }: Branch): string =>
  `${name}${repeats ? ` ${repeats}` : ""}${children.length ? `(${children.map(told).join(" ")})` : ""}`;
const treeOf = (graph: DependencyGraph) => branchesOf(graph).map(told).join(" ");

test("what leads to the gravest stands first", () => {
  const nodes = [node("a"), node("b"), node("run", "running experiment"), node("old", "archived")];
  expect(treeOf(walkOf(nodes, "old asks start", "a asks start", "b asks start", "run asks b"))).toBe(
    "b(run) a old",
  );
});

test("a thing is told in full where it is nearest to the start", () => {
  const nodes = [node("a"), node("b"), node("c")];
  expect(treeOf(walkOf(nodes, "a asks start", "b asks a", "b asks start", "c asks b"))).toBe(
    "a(b elsewhere) b(c)",
  );
});

test("circles are closed, also one of a thing with itself", () => {
  const nodes = [node("a"), node("b")];
  expect(treeOf(walkOf(nodes, "a asks start", "b asks a", "a asks b", "start asks b", "b asks b"))).toBe(
    "a(b(a circle b circle start circle))",
  );
});

test("rows follow what is open, each with its place", () => {
  const branches = branchesOf(
    walkOf([node("a"), node("b"), node("c")], "a asks start", "b asks a", "c asks start"),
  );
  const rows = (isOpen: boolean) =>
    rowsOf(branches, () => isOpen).map(
      ({ branch, level, position, siblings }) => `${branch.node.name} ${level} ${position}/${siblings}`,
    );
  expect(rows(true)).toEqual(["a 1 1/2", "b 2 1/1", "c 1 2/2"]);
  expect(rows(false)).toEqual(["a 1 1/2", "c 1 2/2"]);
});
