import { expect, test } from "vitest";
import { mendsIn } from "./mends.ts";
import { checkout, dependencies, dependents, gate, shop } from "./small-world.test-support.ts";

test("references to mend are named", async () => {
  const start = gate("start", ["old", "lost", "tired"]);
  const world = {
    gates: [
      gate("old", [], { status: "Archived" }),
      gate("tired", [], { type: "STALE", typeReason: "STALE_NO_RULES" }),
    ],
  };
  expect(mendsIn(await dependencies(start, world)).map(({ kind, words }) => [kind, words])).toEqual([
    ["missing", "The gate start asks about lost, which does not exist."],
    ["archived", "The gate start asks about the gate old, which is archived."],
    ["stale", "The gate start asks about the gate tired, which has gone stale."],
  ]);
  expect(mendsIn(await dependents(checkout, shop)).map(({ words }) => words)).toEqual([
    "The experiment done is over but still asks about the gate checkout.",
  ]);
});
