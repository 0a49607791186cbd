// My draft of a gate and a colleague's save: by rule and by field, only what both changed is asked about.
import { descriptionStep, nameStep, rulesStep, tagsStep } from "#console/editing/diff-merge/draft-fields.ts";
import { fieldStep, mergeOf, type Step } from "#console/editing/diff-merge/merge-fields.ts";
import { stateWords } from "#console/editing/diff-merge/gate-states.ts";
import type { GateDraft, GateRuleDraft } from "./gate-draft.ts";

/** Fields that the form does not show are as they are stored by now: a rule's id holds its percentage. */
const withTheirIdentity: Step<GateRuleDraft> = ([
  ,
  { returnValue: _own, ...mine },
  { id, baseID, returnValue },
]) => ({
  value: { ...mine, id, baseID, ...(returnValue ? { returnValue } : {}) },
  taken: [],
  conflicts: [],
});

/** `base` is what I started from, `theirs` what is stored now. */
export const mergeGates = mergeOf<GateDraft>(
  fieldStep("Status", "state", stateWords),
  nameStep(),
  descriptionStep(),
  tagsStep(),
  fieldStep("Type", "type", (type) => type),
  rulesStep<GateRuleDraft, GateDraft>(withTheirIdentity),
);
