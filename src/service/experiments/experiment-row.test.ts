import { expect, test } from "vitest";
import type { RunningChange } from "#contract/experiment-overview.ts";
import { experimentRow } from "./experiment-row.ts";

const check = (name: string, status: string, changes?: RunningChange[]) => ({
  name,
  status,
  description: "",
  ...(changes && { changes }),
});
const change: RunningChange = {
  kind: "gate",
  id: "beta",
  name: "Beta",
  version: 2,
  time: 0,
  author: null,
  what: ["Rule 1 passes more users"],
};
const rowOf = (...healthChecks: ReturnType<typeof check>[]) =>
  experimentRow({
    id: "form",
    name: "Form",
    status: "active",
    groups: [{ id: "a", name: "A", size: 100, parameterValues: { colour: "red" } }],
    primaryMetrics: [
      { name: "Orders", type: "sum" },
      { name: "Visits", type: "sum" },
    ],
    healthChecks,
  });

test("a row has the lead metric and the names of the groups", () => {
  expect(rowOf()).toMatchObject({
    primaryMetrics: [{ name: "Orders", type: "sum" }],
    groups: [{ id: "a", name: "A" }],
  });
  expect(rowOf().groups[0]).not.toHaveProperty("parameterValues");
});

test("a row has every check that did not pass or lists changes, and one that passed", () => {
  const passed = ["one", "two"].map((name) => check(name, "PASSED"));
  const changed = check("changed", "PASSED", [change]);
  expect(rowOf(...passed).healthChecks).toEqual(passed.slice(0, 1));
  expect(rowOf(...passed, changed, check("split", "FAILED")).healthChecks).toEqual([
    changed,
    check("split", "FAILED"),
    passed[0],
  ]);
  expect(rowOf().healthChecks).toEqual([]);
});
