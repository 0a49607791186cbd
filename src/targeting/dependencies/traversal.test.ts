import fc from "fast-check";
import { expect, test } from "vitest";
import { fixesIn } from "./fixes.ts";
import { pathText, pathsIn } from "./paths.ts";
import type { ReferenceReaders } from "./read-neighbours.ts";
import { removalPlan } from "./removal-plan.ts";
import {
  checkout,
  dependencies,
  dependents,
  experiment,
  gate,
  keys,
  readersOf,
  shop,
} from "./example-project.test-support.ts";
import { experimentNode, gateNode } from "./node.ts";
import { traverse, type TraversalProgress } from "./traversal.ts";

test("all that asks about a gate, directly or by way of others, the gravest first, each with its way", async () => {
  const graph = await dependents(checkout, shop);
  const affected = pathsIn(graph);
  expect(affected.map(({ path }) => pathText(path))).toEqual([
    "checkout → pricing → experiment New price page",
    "checkout → launched",
    "checkout → pricing",
    "checkout → config prices",
    "checkout → launched → config texts",
    "checkout → experiment next",
    "checkout → experiment done",
    "checkout → old",
  ]);
  expect(affected.map(({ node }) => node.consequence)).toEqual([
    "running experiment",
    "live gate",
    "live gate",
    "config",
    "config",
    "setup",
    "archived",
    "archived",
  ]);
  expect(graph.truncations).toEqual([]);
});

test("each step says which rule asks, and in which environments", async () => {
  const [first] = pathsIn(await dependents(checkout, shop));
  expect(first?.path.map(({ references }) => references)).toEqual([
    [],
    [
      {
        gateID: "checkout",
        how: "passes",
        ruleIndex: 1,
        ruleName: "Rule r1",
        ruleID: "r1",
        environments: ["production"],
      },
    ],
    [{ gateID: "pricing", how: "targets" }],
  ]);
});

test("what stands behind a gate that answers everyone alike is reached, but not affected", async () => {
  const affected = pathsIn(await dependents(checkout, shop));
  expect(keys(affected.filter(({ isAffected }) => !isAffected).map(({ node }) => node))).toEqual([
    "dynamic_config/texts",
  ]);
});

test("what a gate asks about itself, by way of others, and what of it is missing", async () => {
  const start = gate("a", ["b", "lost"]);
  const graph = await dependencies(start, { gates: [start, gate("b", ["c"]), gate("c", [])] });
  expect(pathsIn(graph).map(({ path, node }) => [pathText(path), node.status])).toEqual([
    ["a → b", "In Progress"],
    ["a → b → c", "In Progress"],
    ["a → lost", "Missing"],
  ]);
});

test("a walk can start at an experiment or a config too", async () => {
  const start = experimentNode(experiment("page", { targetingGateID: "pricing" }));
  const graph = await traverse(start, "dependencies", readersOf(shop));
  expect(keys(graph.nodes.values())).toEqual(["experiment/page", "gate/pricing", "gate/checkout"]);
});

test("a circle ends", async () => {
  const gates = [gate("a", ["c"]), gate("b", ["a"]), gate("c", ["b"]), gate("self", ["self", "a"])];
  const graph = await dependents(gates[0] ?? checkout, { gates });
  expect(keys(graph.nodes.values())).toEqual(["gate/a", "gate/b", "gate/self", "gate/c"]);
  expect(fixesIn(graph).map(({ message }) => message)).toEqual([
    "a → c → b → a goes round in a circle, so nobody can be judged.",
    "self asks about itself, so nobody can be judged.",
  ]);
});

const chain = Array.from({ length: 12 }, (_, index) => gate(`g${index}`, index ? [`g${index - 1}`] : []));
const crowd = Array.from({ length: 7 }, (_, index) => gate(`c${index}`, ["g0"]));
const first = chain[0] ?? checkout;

test("it says where it stopped: too deep, too wide, too many", async () => {
  const deep = await dependents(first, { gates: chain }, { depth: 3 });
  expect(keys(deep.nodes.values())).toHaveLength(4);
  expect(deep.truncations).toEqual([
    { key: "gate/g3", reason: "depth", message: "Not followed further than 3 steps." },
  ]);
  const wide = await dependents(first, { gates: crowd }, { width: 5 });
  expect(keys(wide.nodes.values())).toHaveLength(6);
  expect(wide.truncations).toEqual([
    { key: "gate/g0", reason: "width", message: "Of the 7 gates that ask about it, 5 were read." },
  ]);
  const many = await dependents(first, { gates: [...crowd, ...chain] }, { nodes: 4 });
  expect(keys(many.nodes.values())).toHaveLength(5);
  expect(many.truncations).toEqual([
    { key: "gate/g0", reason: "things", message: "More than 4 things were found." },
  ]);
  expect((await dependents(first, { gates: crowd }, { nodes: 7, width: 7 })).truncations).toEqual([]);
});

test("a failure is named and the rest still read", async () => {
  const readers = readersOf(shop);
  const graph = await traverse(gateNode(checkout), "dependents", {
    ...readers,
    configs: (id, page) =>
      id === "launched" ? Promise.reject(new Error("Not allowed")) : readers.configs(id, page),
  });
  expect(graph.truncations).toEqual([
    { key: "gate/launched", reason: "failed", message: "Its references could not be read: Not allowed" },
  ]);
  expect(graph.nodes.has("experiment/page")).toBe(true);
});

test("progress is told, and a walk that is stopped answers what it has", async () => {
  const signal = { aborted: false };
  const told: TraversalProgress[] = [];
  const graph = await dependents(
    first,
    { gates: chain },
    {
      signal,
      onProgress: (progress) => {
        told.push(progress);
        signal.aborted = told.length === 2;
      },
    },
  );
  expect(told).toEqual([
    { read: 1, waiting: 1, found: 1, depth: 1 },
    { read: 2, waiting: 1, found: 2, depth: 2 },
  ]);
  expect(keys(graph.nodes.values())).toEqual(["gate/g0", "gate/g1", "gate/g2"]);
  expect(graph.truncations).toEqual([
    { key: "gate/g2", reason: "aborted", message: "The walk was stopped." },
  ]);
});

const anyWorld = fc
  .array(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }), { minLength: 1, maxLength: 9 })
  .map((needs) =>
    needs.map((others, index) =>
      gate(
        `g${index}`,
        others.map((other) => `g${other}`),
      ),
    ),
  );

test("any world: all that can be reached, by shortest ways, each edge once, and a plan that leaves nothing asking", async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, async (gates) => {
      const start = gates[0] ?? checkout;
      const graph = await dependents(start, { gates }, { depth: 20 });
      const asking = (id: string) =>
        gates.filter(({ rules }) =>
          rules.some((rule) => rule.conditions.some((one) => one.targetValue === id)),
        );
      let level = [start.id];
      const depths = new Map<string, number>();
      for (let depth = 0; level.length; depth += 1) {
        for (const id of level) depths.set(id, depth);
        level = [...new Set(level.flatMap((id) => asking(id).map((one) => one.id)))].filter(
          (id) => !depths.has(id),
        );
      }
      expect(new Map(pathsIn(graph).map(({ node, depth }) => [node.id, depth]))).toEqual(
        new Map([...depths].filter(([id]) => id !== start.id)),
      );
      expect(new Set(graph.edges.map(({ from, to }) => `${from} ${to}`)).size).toBe(graph.edges.length);
      const gone = new Set<string>();
      for (const { nodes } of removalPlan(graph).steps) {
        for (const { key } of nodes) gone.add(key);
        for (const { from, to } of graph.edges) if (gone.has(to)) expect(gone.has(from)).toBe(true);
      }
      expect(gone).toEqual(new Set(graph.nodes.keys()));
    }),
    { numRuns: 300 },
  );
});

test("one slow answer holds up nothing else of its level, and no more are asked at once than allowed", async () => {
  const readers = readersOf({ gates: crowd });
  let release = () => {};
  const lastIsAsked = new Promise<void>((resolve) => {
    release = resolve;
  });
  let [open, most] = [0, 0];
  const slow: ReferenceReaders = {
    ...readers,
    gates: async (id, page) => {
      if (id === "g0") return readers.gates(id, page);
      open += 1;
      most = Math.max(most, open);
      if (id === "c6") release();
      await (id === "c0" ? lastIsAsked : undefined);
      open -= 1;
      return readers.gates(id, page);
    },
  };
  const graph = await traverse(gateNode(first), "dependents", slow, { atOnce: 2 });
  expect(graph.truncations).toEqual([]);
  expect(most).toBe(2);
});
