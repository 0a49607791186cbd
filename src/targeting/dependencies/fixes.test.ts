import { expect, test } from "vitest";
import { dependenciesOf, gate, shop } from "./example-project.test-support.ts";
import { fixesIn } from "./fixes.ts";

test("references to fix are named, with where", () => {
  const fixes = fixesIn(
    dependenciesOf("start", [
      gate("start", ["old", "lost", "tired"]),
      gate("old", [], { status: "Archived" }),
      gate("tired", [], { type: "STALE", typeReason: "STALE_NO_RULES" }),
    ]),
  );
  expect(fixes.map(({ kind, message }) => [kind, message])).toEqual([
    ["missing", "The gate start refers to lost, which does not exist."],
    ["archived", "The gate start refers to the gate old, which is archived."],
    ["stale", "The gate start refers to the gate tired, which has gone stale."],
  ]);
  expect(fixes[0]?.places).toMatchObject([
    { node: { id: "start" }, references: [{ gateID: "lost", ruleIndex: 1 }] },
  ]);
  expect(fixesIn(dependenciesOf("checkout", shop)).map(({ message }) => message)).toEqual([
    "The experiment done is over but still refers to the gate checkout.",
  ]);
});

test("a circle is named once, although both directions lead through it", () => {
  const project = [gate("a", ["c"]), gate("b", ["a"]), gate("c", ["b"]), gate("self", ["self", "a"])];
  const fixes = fixesIn(dependenciesOf("a", project));
  expect(fixes.map(({ message }) => message)).toEqual([
    "a → c → b → a is a circular dependency, so nobody can be judged.",
    "self refers to itself, so nobody can be judged.",
  ]);
  expect(fixes[0]?.places.map(({ node, references }) => [node.id, references[0]?.gateID])).toEqual([
    ["a", "c"],
    ["c", "b"],
    ["b", "a"],
  ]);
});
