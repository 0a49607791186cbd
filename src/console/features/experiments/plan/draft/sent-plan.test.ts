import { expect, test } from "vitest";
import { ExperimentCreate, ExperimentPatch } from "#contract/experiment-update.ts";
import { draftProblems } from "./draft-problems.ts";
import { addGroup, addParameter, changeGroup, removeGroup, splitEqually } from "./group-edits.ts";
import { blankExperiment, planDraftOf, type PlanDraft, type PlannedExperiment } from "./plan-draft.ts";
import { planSentence } from "./problem-words.ts";
import { changedPlanFields, experimentOfDraft, planBody } from "./sent-plan.ts";

const stored: PlannedExperiment = {
  ...blankExperiment,
  id: "wallet",
  name: "Wallet",
  version: 3,
  controlGroupID: "g1",
  primaryMetrics: [{ name: "Orders", type: "event_count" }],
  groups: [
    { id: "g1", name: "Express pay", size: 50, parameterValues: { label: "Express pay", icon: true } },
    { id: "g2", name: "Pay now", size: 50, parameterValues: { label: "Pay now", icon: true } },
  ],
};
const draft = planDraftOf(stored);
const problems = (next: PlanDraft, base = stored) => draftProblems(base, next, undefined);

test("a new plan names its control, since its groups have no ids yet", () => {
  const next = { ...planDraftOf(blankExperiment), name: "Wallet" };
  const body = planBody(blankExperiment, next);
  expect(body).toMatchObject({
    name: "Wallet",
    controlGroupID: "Control",
    groups: [{ size: 50 }, { size: 50 }],
  });
  expect(body.groups?.some((group) => "id" in group)).toBe(false);
  expect(ExperimentCreate.safeParse(body).success).toBe(true);
  expect(problems(next, blankExperiment)).toMatchObject({
    all: [{ property: "primaryMetrics" }],
    ofSave: [],
  });
});

test("only what differs is sent, and a number that is none yet stays typed and is no change of the plan", () => {
  expect(changedPlanFields(stored, { ...draft, allocation: "100,0" })).toEqual([]);
  expect(planBody(stored, { ...draft, duration: "28" })).toEqual({ duration: 28 });
  const half = { ...draft, duration: "2x" };
  expect(problems(half).ofSave).toMatchObject([{ property: "duration" }]);
  expect(experimentOfDraft(stored, half).duration).toBe(14);
});

test("a changed inline rule keeps the fields that the form does not know", () => {
  const rule = { id: "r1", baseID: "r1", name: "North", passPercentage: 100, conditions: [], note: "by Ada" };
  const ruled: PlannedExperiment = { ...stored, rules: [rule] };
  const before = planDraftOf(ruled);
  const next = { ...before, rules: before.rules.map((one) => ({ ...one, passPercentage: 40 })) };
  const { inlineTargetingRulesJSON: text } = planBody(ruled, next);
  expect(JSON.parse(text ?? "[]")).toEqual([{ ...rule, passPercentage: 40, environments: null }]);
  expect(changedPlanFields(ruled, { ...before, rules: [...before.rules] })).toEqual([]);
});

test("groups that are equal stay equal as they come and go, and a further one lacks what is to be typed", () => {
  const added = { ...draft, ...addGroup(draft) };
  expect(added.groups.map(({ size }) => size)).toEqual(["33.34", "33.33", "33.33"]);
  const [missing, ...more] = problems(added).all;
  expect(more).toEqual([]);
  expect(missing?.property).toBe("groups.2.parameterValues.label");
  expect(missing && planSentence(missing, added)).toBe("Group 3 has no label");
  const back = { ...added, ...removeGroup(added, added.groups[2]?.key ?? "") };
  expect(changedPlanFields(stored, back)).toEqual([]);
});

test("sizes that are chosen stay as they are, until they are split equally", () => {
  const uneven = { ...draft, ...changeGroup(draft, "g1", { size: "60" }) };
  expect(problems(uneven).all).toMatchObject([{ property: "groups" }]);
  expect(addGroup(uneven).groups.map(({ size }) => size)).toEqual(["60", "50", "0"]);
  expect(splitEqually(uneven).groups.map(({ size }) => size)).toEqual(["50", "50"]);
});

test("a parameter is typed: numbers are numbers, and JSON5 is its value", () => {
  let next: PlanDraft = { ...draft, ...addParameter(draft, { name: "fields", type: "number" }) };
  const key = next.parameters.at(-1)?.key ?? "";
  for (const group of next.groups)
    next = { ...next, ...changeGroup(next, group.key, { cells: { ...group.cells, [key]: "4,5" } }) };
  expect(problems(next).all).toEqual([]);
  expect(planBody(stored, next).groups).toMatchObject([
    { id: "g1", parameterValues: { fields: 4.5, icon: true, label: "Express pay" } },
    { id: "g2" },
  ]);
  const wrong = {
    ...next,
    ...changeGroup(next, "g2", { cells: { ...next.groups[1]?.cells, [key]: "four" } }),
  };
  expect(problems(wrong).ofSave).toMatchObject([{ property: "groups.1.parameterValues.fields" }]);
  expect(ExperimentPatch.safeParse(planBody(stored, next)).success).toBe(true);
});

test("while it runs only some fields may change, and the allocation only grows", () => {
  const running = { ...stored, status: "active", startTime: 1, allocation: 40 };
  const base = planDraftOf(running);
  expect(problems({ ...base, allocation: "60", description: "More" }, running).all).toEqual([]);
  expect(problems({ ...base, allocation: "20" }, running).ofSave).toMatchObject([{ property: "allocation" }]);
});
