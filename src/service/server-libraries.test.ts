// Values that the published server libraries read differently from each other.
import { expect, test } from "vitest";
import type { Condition } from "#contract/condition.ts";
import { prepareGate, type GateFacts } from "#targeting/evaluate/evaluate.ts";
import { ownUser } from "./random-project.test-support.ts";
import { serverLibraries, type LibraryValue } from "./server-libraries.test-support.ts";

/** How each reads a value: the JavaScript library, the native library, and this product. */
const readDifferently: readonly [
  string,
  Condition["targetValue"],
  LibraryValue,
  boolean,
  boolean,
  boolean,
][] = [
  ["gt", "0", true, true, false, false],
  ["lt", "1", "", true, false, false],
  ["gt", "5", " 6 ", true, false, true],
  ["gt", "5", ["6"], true, false, false],
  ["version_gt", "1.2", 2, false, true, true],
  ["version_gt", "1.2", "1e1", true, false, false],
  ["version_lt", "1.2", "1..1", true, false, false],
  ["before", "2024-05-01", true, true, false, false],
  ["before", "2024-05-01", 2.5, true, false, false],
  ["before", "2024-05-01", "", true, false, false],
  ["after", "2024-05-01", "x7", false, false, false],
  ["before", "2024-05-01", "2030", false, true, true],
  ["before", "2024-05-01", "April 30, 2024", true, false, false],
  ["any", ["a"], ["a"], true, false, false],
  ["str_contains_any", ["a"], ["a"], true, true, false],
  ["array_contains_any", ["2x"], ["2"], false, false, false],
  ["str_matches", "^\\w$", "é", false, true, false],
];

test("where one library reads a value in a way of its own is known", async () => {
  const gates = readDifferently.map(([operator, targetValue], index): GateFacts => {
    const condition = { type: "custom_field", field: "f", operator, targetValue };
    const rule = { id: "r", name: "r", passPercentage: 100, conditions: [condition] };
    return { id: `g${index}`, rules: [rule], isEnabled: true, status: "In Progress" };
  });
  const libraries = await serverLibraries({ gates, configs: [], experiments: [] });
  const found = readDifferently.map(([operator, target, value], index) => {
    const user = { userID: "u", custom: { f: value } };
    const { js, native } = libraries.forUser(user).gate(`g${index}`);
    const [gate] = gates.slice(index);
    const ours = gate && prepareGate(gate).decide(ownUser(user, 0)).outcome === "pass";
    return [operator, target, value, js.value, native.value, ours];
  });
  await libraries.close();
  expect(found).toEqual(readDifferently);
});
