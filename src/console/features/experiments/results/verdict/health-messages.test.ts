import { expect, test } from "vitest";
import { checkText, figureOf, unbroken } from "./health-messages.ts";

const said = (name: string, status: string) => checkText({ name, status, description: "" });

test.each([
  ["Exposures are balanced", "FAILED", "Sample ratio mismatch (SRM)"],
  ["Exposures are balanced", "PASSED", "No sample ratio mismatch (SRM)"],
  ["Exposure balance not yet verified", "WAITING", "Sample ratio mismatch (SRM): too few units"],
  ["Crossover units detected", "PASSED", "No crossover: users stay in one group"],
  [
    "Crossover units detected",
    "FAILED",
    "Crossover above the limit of 1\u00a0%: too many users were in more than one group",
  ],
  ["Event metrics have data", "WARNING", "Some metrics have no data"],
  ["Metric results available", "PASSED", "Groups can be compared"],
  ["Checks not yet detected", "WAITING", "No exposures yet"],
  ["Pre-experiment bias", "WARNING", "Pre-experiment bias: groups differed before the start"],
])("%s, %s: says what was found, not what is checked", (name, status, text) => {
  expect(said(name, status)).toBe(text);
});

test("a check that is not known keeps its own name", () => {
  expect(said("Bots are filtered", "FAILED")).toBe("Bots are filtered");
});

test("a percent sign stays with its number", () => {
  expect(unbroken("56.3 %, planned 50 %")).toBe("56.3\u00a0%, planned 50\u00a0%");
});

test.each([
  [
    "PASSED",
    "The sizes of the groups fit the plan (p 0.844): Old 600 units (33.3 %, planned 33.3 %).",
    "p\u00a00.844",
  ],
  ["WARNING", "77 units of 24,847 (0.31 %) were seen in more than one group and left out.", "0.31\u00a0%"],
  ["PASSED", "0 units of 1,600 (0 %) were seen in more than one group and left out.", ""],
  ["PASSED", "No clear difference was found (6 tests of the 7 days before exposure, each at p 0.00167).", ""],
  ["PASSED", "1,600 exposures logged.", ""],
])("%s, %j: the figure beside its name is %j", (status, description, figure) => {
  expect(figureOf({ name: "", status, description })).toBe(figure);
});
