import { expect, test } from "vitest";
import { fixesIn } from "./fixes.ts";
import { checkout, dependencies, dependents, gate, shop } from "./example-project.test-support.ts";

test("references to mend are named", async () => {
  const start = gate("start", ["old", "lost", "tired"]);
  const world = {
    gates: [
      gate("old", [], { status: "Archived" }),
      gate("tired", [], { type: "STALE", typeReason: "STALE_NO_RULES" }),
    ],
  };
  expect(fixesIn(await dependencies(start, world)).map(({ kind, message }) => [kind, message])).toEqual([
    ["missing", "The gate start asks about lost, which does not exist."],
    ["archived", "The gate start asks about the gate old, which is archived."],
    ["stale", "The gate start asks about the gate tired, which has gone stale."],
  ]);
  expect(fixesIn(await dependents(checkout, shop)).map(({ message }) => message)).toEqual([
    "The experiment done is over but still asks about the gate checkout.",
  ]);
});
