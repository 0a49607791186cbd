import { expect, test } from "vitest";
import { nextStep, type Sources } from "./source-rows.ts";

const none: Sources = { assignments: [], metrics: [], properties: [] };
const source = { id: "1", name: "Orders", sql: "select 1", timestampColumn: "ts" };
const assignment = { ...source, experimentIDColumn: "experiment", groupIDColumn: "variant" };
const both = { ...none, assignments: [assignment], metrics: [source] } as unknown as Sources;
const named = {
  ...both,
  assignments: [{ ...assignment, usedBy: [{ id: "checkout", name: "Checkout" }] }],
} as unknown as Sources;

test("the steps to a first result are named one after the other", () => {
  expect(nextStep(false, none, false)).toEqual({ to: "use" });
  expect(nextStep(true, none, false)).toEqual({ to: "assignment" });
  expect(nextStep(true, { ...both, metrics: [] }, false)).toEqual({ to: "metric" });
  expect(nextStep(true, both, false)).toEqual({ to: "experiments" });
  expect(nextStep(true, named, false)).toEqual({ to: "load", id: "checkout", name: "Checkout" });
  expect(nextStep(true, named, true)).toBeUndefined();
});
