import { expect, test } from "vitest";
import type { Consequence } from "#targeting/dependencies/consequence.ts";
import type { Thing } from "#targeting/dependencies/thing.ts";
import type { Walk } from "#targeting/dependencies/walk-references.ts";
import { branchesOf, rowsOf, type Branch } from "./branches.ts";

const thing = (key: string, consequence: Consequence = "live gate"): Thing => ({
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
const walkOf = (things: Thing[], ...edges: `${string} asks ${string}`[]): Walk => {
  const start = thing("start");
  return {
    direction: "dependents",
    start,
    things: new Map([start, ...things].map((one) => [one.key, one])),
    edges: edges.map((edge) => {
      const [from = "", to = ""] = edge.split(" asks ");
      return { from, to, references: [] };
    }),
    stops: [],
  };
};

const told = ({ thing: { name }, children, repeats }: Branch): string =>
  `${name}${repeats ? ` ${repeats}` : ""}${children.length ? `(${children.map(told).join(" ")})` : ""}`;
const treeOf = (walk: Walk) => branchesOf(walk).map(told).join(" ");

test("what leads to the gravest stands first", () => {
  const things = [thing("a"), thing("b"), thing("run", "running experiment"), thing("old", "archived")];
  expect(treeOf(walkOf(things, "old asks start", "a asks start", "b asks start", "run asks b"))).toBe(
    "b(run) a old",
  );
});

test("a thing is told in full where it is nearest to the start", () => {
  const things = [thing("a"), thing("b"), thing("c")];
  expect(treeOf(walkOf(things, "a asks start", "b asks a", "b asks start", "c asks b"))).toBe(
    "a(b elsewhere) b(c)",
  );
});

test("circles are closed, also one of a thing with itself", () => {
  const things = [thing("a"), thing("b")];
  expect(treeOf(walkOf(things, "a asks start", "b asks a", "a asks b", "start asks b", "b asks b"))).toBe(
    "a(b(a circle b circle start circle))",
  );
});

test("rows follow what is open, each with its place", () => {
  const branches = branchesOf(
    walkOf([thing("a"), thing("b"), thing("c")], "a asks start", "b asks a", "c asks start"),
  );
  const rows = (isOpen: boolean) =>
    rowsOf(branches, () => isOpen).map(
      ({ branch, level, position, siblings }) => `${branch.thing.name} ${level} ${position}/${siblings}`,
    );
  expect(rows(true)).toEqual(["a 1 1/2", "b 2 1/1", "c 1 2/2"]);
  expect(rows(false)).toEqual(["a 1 1/2", "c 1 2/2"]);
});
