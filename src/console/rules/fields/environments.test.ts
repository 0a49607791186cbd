import { expect, test } from "vitest";
import { environmentsConsequence } from "./environments.ts";

test.each([
  [["production"], ["production", "staging"], "Also in staging"],
  [["staging", "development"], ["staging"], "No more in development"],
  [["staging"], ["production"], "Also in production, no more in staging"],
  [null, ["staging"], "Only in staging from now on"],
  [["production"], null, "Also in every environment but production"],
  [[], ["production"], "Also in production"],
  [["production"], [], "It holds nowhere any more"],
])("from %j to %j: %s", (before, after, consequence) => {
  expect(environmentsConsequence(before, after)).toBe(consequence);
});
