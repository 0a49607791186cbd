import { expect, test } from "vitest";
import { healthChecks } from "./health-checks.ts";

const groups = [
  { id: "old", name: "Old", size: 60 },
  { id: "new", name: "New", size: 30 },
];

const balanceOf = (units: Record<string, number>, planned = groups) =>
  healthChecks({
    experiment: { id: "form", name: "Form", status: "active", groups: planned },
    metrics: [],
    counts: { exposures: 300, withUnit: 300, metricsWithData: [] },
    assignment: { units, crossovers: 7 },
    bias: undefined,
    changes: [],
  }).find(({ name }) => /balance/i.test(name));

test("The balance check names each group's units beside those its size promises, crossovers left out", () =>
  expect(balanceOf({ old: 210, new: 90 })?.groups).toEqual([
    { name: "Old", units: 210, expectedUnits: 200 },
    { name: "New", units: 90, expectedUnits: 100 },
  ]));

test("A group without units is named, too", () =>
  expect(balanceOf({ old: 300 })?.groups?.[1]).toEqual({ name: "New", units: 0, expectedUnits: 100 }));

test("Before anybody is exposed, and without planned sizes, there is no split", () => {
  expect(balanceOf({})?.groups).toBeUndefined();
  expect(balanceOf({ old: 5 }, [{ id: "old", name: "Old", size: 0 }])?.groups).toBeUndefined();
});
