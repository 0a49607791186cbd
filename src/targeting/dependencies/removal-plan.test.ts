import fc from "fast-check";
import { expect, test } from "vitest";
import { dependenciesOf, gate, keys, shop } from "./example-project.test-support.ts";
import { removalPlan } from "./removal-plan.ts";

test("the plan removes what refers before what is referred to", () => {
  const steps = removalPlan(dependenciesOf("checkout", shop).dependents);
  expect(steps.map(({ message, isNeeded }) => [message, isNeeded])).toEqual([
    ["The experiment done is over: take checkout out of rule 1.", true],
    ["The gate old is archived: take checkout out of rule 2, or delete it.", true],
    ["Before the experiment next starts, take checkout out of the targeting.", true],
    ["In the config prices, take pricing and checkout out of rule 1, or archive it.", true],
    ["In the config texts, take launched out of rule 1, or archive it.", false],
    ["Let the experiment New price page end, then take pricing out of the targeting.", false],
    ["In the gate launched, take checkout out of rule 2, or archive it.", true],
    ["In the gate pricing, take checkout out of rule 2, or archive it.", true],
    ["Nothing refers to checkout any more: archive it.", true],
  ]);
});

test("entities that refer to each other go together, after those that refer to them from outside", () => {
  const project = [
    gate("a", ["b"]),
    gate("b", ["a"]),
    gate("c", ["d", "a"]),
    gate("d", ["c"]),
    gate("e", ["c"]),
  ];
  const steps = removalPlan(dependenciesOf("a", project).dependents);
  expect(steps.map(({ nodes }) => keys(nodes).sort())).toEqual([
    ["gate/e"],
    ["gate/c", "gate/d"],
    ["gate/a", "gate/b"],
  ]);
});

const anyProject = fc
  .array(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }), { minLength: 1, maxLength: 9 })
  .map((needs) =>
    needs.map((others, index) =>
      gate(
        `g${index}`,
        others.map((other) => `g${other}`),
      ),
    ),
  );

test("any project: the plan leaves nothing that refers to what is gone", () => {
  fc.assert(
    fc.property(anyProject, (project) => {
      const graph = dependenciesOf("g0", project).dependents;
      const gone = new Set<unknown>();
      for (const { nodes } of removalPlan(graph)) {
        for (const node of nodes) gone.add(node);
        for (const { from, to } of graph.edges) if (gone.has(to)) expect(gone.has(from)).toBe(true);
      }
      expect(gone).toEqual(new Set(graph.nodes.values()));
    }),
    { numRuns: 300 },
  );
});
