// The log on which every engine is tested in both modes must have each kind of metric with every case: a wrong sum of what is
// nowhere would not be seen.
import { expect, test } from "vitest";
import { plainMeasurements } from "#service/analysis/plan/plain-measurements.test-support.ts";
import { analysis, inputs, manyValues } from "./random-log.test-support.ts";

test("the log of many values has each kind of metric with each case", () => {
  const { exposures, events } = manyValues();
  const { assignment, metrics } = plainMeasurements(analysis(75), exposures, events);
  expect(assignment.crossovers).toBeGreaterThan(0);
  const missing = inputs.flatMap(({ id, measure }) => {
    const metric = metrics[id];
    const groups = Object.values<object>(metric?.groups ?? {});
    const slices = metric?.slices ?? [];
    const ofKey = (key: string) => slices.filter(({ dimension }) => dimension.key === key);
    const has = {
      // The value and its covariate, or the two sides of a ratio.
      pairs: ["meanX", "meanY", "squaresX", "products"].every((name) =>
        groups.some((sums) => Number(Reflect.get(sums, name) ?? 0) !== 0),
      ),
      caps: measure !== "total" || metric?.cap !== undefined,
      "user slices": ofKey("tier").length > 1 && ofKey("seat").length > 1,
      "event slices": ofKey("shop").length > 1,
      "rare values": ofKey("shop").some(({ value }) => value === "Other"),
    };
    return Object.entries(has).flatMap(([name, is]) => (is ? [] : [`${id}: ${name}`]));
  });
  expect(missing).toEqual([]);
});
