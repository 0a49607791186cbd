import { expect, test } from "vitest";
import { capRank } from "./winsorization.ts";

test.each([
  [999, 99.9, undefined],
  [1000, 99.9, 999],
  [1001, 99.9, 1000],
  [2500, 99.9, 2498],
  [2_000_000, 99.9, 1_998_000],
  [10_000, 99.95, 9995],
  [20, 95, 19],
  [33, 97, undefined],
  [34, 97, 33],
  [5000, 100, undefined],
])("the cap among %d values at %d %% is number %s", (count, percentile, rank) => {
  expect(capRank(count, percentile)).toBe(rank);
});
