import { expect, test } from "vitest";
import { dependenciesOf, experiment, gate, keys, shop } from "./example-project.test-support.ts";
import { pathsIn, pathText } from "./paths.ts";

const dependents = pathsIn(dependenciesOf("checkout", shop).dependents);

test("all that refers to a gate, directly or through others, the most severe first, each with its path", () => {
  expect(dependents.map(pathText)).toEqual([
    "checkout → pricing → experiment New price page",
    "checkout → launched",
    "checkout → pricing",
    "checkout → config prices",
    "checkout → launched → config texts",
    "checkout → experiment next",
    "checkout → experiment done",
    "checkout → old",
  ]);
  expect(dependents.map(({ node }) => node.consequence)).toEqual([
    "running experiment",
    "enabled gate",
    "enabled gate",
    "config",
    "config",
    "setup",
    "archived",
    "archived",
  ]);
});

test("the last step of a path says which rule refers, and in which environments", () => {
  const references = (name: string) => dependents.find(({ node }) => node.name === name)?.edge.references;
  expect(references("New price page")).toEqual([{ gateID: "pricing", how: "targets" }]);
  expect(references("pricing")).toEqual([
    {
      gateID: "checkout",
      how: "passes",
      ruleIndex: 1,
      ruleName: "Rule r1",
      ruleID: "r1",
      environments: ["production"],
    },
  ]);
});

test("nodes behind a gate that answers everyone alike are found, but not affected", () => {
  const untouched = dependents.filter(({ isAffected }) => !isAffected);
  expect(keys(untouched.map(({ node }) => node))).toEqual(["dynamic_config/texts"]);
});

test("a change in one environment affects nothing behind a reference that holds in another", () => {
  const found = pathsIn(dependenciesOf("checkout", shop).dependents, ["production", "staging"]);
  const where = (name: string) => found.find(({ node }) => node.name === name)?.affectedIn;
  expect(where("New price page")).toEqual(["production"]);
  expect(where("next")).toEqual(["production", "staging"]);
  expect(where("texts")).toEqual([]);
});

test("the gates that a gate refers to, through others, and which of them is missing", () => {
  const project = [gate("a", ["b", "lost"]), gate("b", ["c"]), gate("c")];
  const paths = pathsIn(dependenciesOf("a", project).dependencies);
  expect(paths.map((path) => [pathText(path), path.node.status])).toEqual([
    ["a → b", "In Progress"],
    ["a → b → c", "In Progress"],
    ["a → lost", "Missing"],
  ]);
});

test("an experiment whose assignment has stopped counts as running", () => {
  const project = [gate("a"), experiment("e", "a", { status: "assignment_stopped" })];
  const [path] = pathsIn(dependenciesOf("a", project).dependents);
  expect(path?.node.consequence).toBe("running experiment");
});
