import { expect, test } from "vitest";
import { checkText, unbroken } from "./health-words.ts";

const said = (name: string, status: string) => checkText({ name, status, description: "" });

test.each([
  ["Exposures are balanced", "FAILED", "Group sizes do not fit the plan"],
  ["Exposures are balanced", "PASSED", "Group sizes fit the plan"],
  ["Exposure balance not yet verified", "WAITING", "Group sizes: too few units"],
  ["Crossover units detected", "PASSED", "Units keep their group"],
  ["Crossover units detected", "FAILED", "Too many units changed their group"],
  ["Event metrics have data", "WARNING", "Some metrics have no data"],
  ["Metric results available", "PASSED", "Groups can be compared"],
  ["Checks not yet detected", "WAITING", "No exposures yet"],
  ["Pre-experiment bias", "WARNING", "Groups differed before the start"],
])("%s, %s: says what was found, not what is checked", (name, status, text) => {
  expect(said(name, status)).toBe(text);
});

test("a check that is not known keeps its own name", () => {
  expect(said("Bots are filtered", "FAILED")).toBe("Bots are filtered");
});

test("a percent sign stays with its number", () => {
  expect(unbroken("56.3 %, planned 50 %")).toBe("56.3\u00a0%, planned 50\u00a0%");
});
