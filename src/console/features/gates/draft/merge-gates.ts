// Three-way merge of a gate's draft with a colleague's save, by rule and field; only fields that both changed conflict.
import { descriptionStep, nameStep, rulesStep, tagsStep } from "#console/editing/diff-merge/draft-fields.ts";
import { fieldStep, mergeOf, type Step } from "#console/editing/diff-merge/merge-fields.ts";
import { stateWords } from "#console/editing/diff-merge/gate-states.ts";
import type { GateDraft, GateRuleDraft } from "./gate-draft.ts";

/** Fields that the form does not show are taken from the stored rule; the rule's id determines who is in its percentage. */
const withTheirIdentity: Step<GateRuleDraft> = ([
  ,
  { returnValue: _own, ...mine },
  { id, baseID, returnValue },
]) => ({
  value: { ...mine, id, baseID, ...(returnValue ? { returnValue } : {}) },
  taken: [],
  conflicts: [],
});

/** `base` is the version that the draft started from, `theirs` the one stored now. */
export const mergeGates = mergeOf<GateDraft>(
  fieldStep("Status", "state", stateWords),
  nameStep(),
  descriptionStep(),
  tagsStep(),
  fieldStep("Type", "type", (type) => type),
  rulesStep<GateRuleDraft, GateDraft>(withTheirIdentity),
);
