import { expect, test } from "vitest";
import { crossoverStatus, overallStatus, preExperimentBias, unitTypeStatus } from "./health-rules.ts";

test.each([
  [0, 0, "WAITING"],
  [0, 5000, "PASSED"],
  [99, 100_000, "PASSED"],
  [100, 100_000, "WARNING"],
  [1000, 100_000, "WARNING"],
  [1001, 100_000, "FAILED"],
])("%d crossovers among %d units: %s", (crossovers, exposed, status) => {
  expect(crossoverStatus(crossovers, exposed)).toBe(status);
});

test.each([
  [0, 0, "WAITING"],
  [99, 100, "PASSED"],
  [989, 1000, "WARNING"],
  [50, 100, "WARNING"],
  [49, 100, "FAILED"],
])("%d of %d exposures carry an id: %s", (withUnit, exposures, status) => {
  expect(unitTypeStatus(withUnit, exposures)).toBe(status);
});

test("the bias check allows for the number of tests, and names those that warn", () => {
  expect(preExperimentBias([0.009])).toMatchObject({ status: "WARNING", threshold: 0.01, biased: [0] });
  expect(preExperimentBias([0.009, 0.5])).toMatchObject({ status: "PASSED", threshold: 0.005, biased: [] });
  expect(preExperimentBias([undefined, 0.6, 0.004, undefined]).biased).toEqual([2]);
});

test("the bias check waits without a covariate", () => {
  expect(preExperimentBias([])).toEqual({ status: "WAITING", biased: [] });
  expect(preExperimentBias([undefined])).toEqual({ status: "WAITING", biased: [] });
});

test.each([
  [["PASSED", "WAITING", "WARNING", "FAILED"], "FAILED"],
  [["PASSED", "WAITING", "WARNING"], "WARNING"],
  [["PASSED", "WAITING"], "WAITING"],
  [["PASSED"], "PASSED"],
  [[], "PASSED"],
] as const)("%j together are %s", (statuses, worst) => {
  expect(overallStatus(statuses)).toBe(worst);
});
