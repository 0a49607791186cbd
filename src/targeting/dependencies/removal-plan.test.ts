import { expect, test } from "vitest";
import { removalPlan } from "./removal-plan.ts";
import { checkout, dependents, gate, keys, shop } from "./example-project.test-support.ts";

test("the plan takes away what asks before what is asked about", async () => {
  const { steps, isComplete } = removalPlan(await dependents(checkout, shop));
  expect(steps.map(({ message, isNeeded }) => [message, isNeeded])).toEqual([
    ["The experiment done is over: take checkout out of rule 1.", true],
    ["The gate old is archived: take checkout out of rule 2, or delete it.", true],
    ["Before the experiment next starts, take checkout out of the targeting.", true],
    ["In the config prices, take pricing and checkout out of rule 1, or archive it.", true],
    ["In the config texts, take launched out of rule 1, or archive it.", false],
    ["Let the experiment New price page end, then take pricing out of the targeting.", false],
    ["In the gate pricing, take checkout out of rule 2, or archive it.", true],
    ["In the gate launched, take checkout out of rule 2, or archive it.", true],
    ["Nothing asks about checkout any more: archive it.", true],
  ]);
  expect(isComplete).toBe(true);
});

test("what asks about each other goes together, after what asks about it from outside", async () => {
  const gates = [
    gate("a", ["b"]),
    gate("b", ["a"]),
    gate("c", ["d", "a"]),
    gate("d", ["c"]),
    gate("e", ["c"]),
  ];
  const { steps } = removalPlan(await dependents(gates[0] ?? checkout, { gates }));
  expect(steps.map(({ nodes }) => keys(nodes).sort())).toEqual([
    ["gate/e"],
    ["gate/c", "gate/d"],
    ["gate/a", "gate/b"],
  ]);
});
