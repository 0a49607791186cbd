// My draft of a gate and a colleague's save: by rule and by field, only what both changed is asked about.
import {
  descriptionField,
  mergeRuleFields,
  nameField,
  tagsField,
} from "#console/editing/diff-merge/draft-fields.ts";
import {
  inTurn,
  mergeField,
  mergeListField,
  capitalised,
  type Field,
  type Step,
} from "#console/editing/diff-merge/merge-fields.ts";
import type { Merged } from "#console/editing/diff-merge/merge-lists.ts";
import { isSameRule, type GateDraft, type GateRuleDraft, type GateState } from "./gate-draft.ts";
import { stateWords } from "./gate-changes.ts";

const formOf = ({ key, name, passPercentage, conditions, environments }: GateRuleDraft) => ({
  key,
  name,
  passPercentage,
  conditions,
  environments,
});

/** What the form does not show is as it is stored by now: a rule's id tells its percentage. */
const withTheirIdentity: Step<GateRuleDraft> = ([, mine, theirs]) => ({
  value: { ...theirs, ...formOf(mine) },
  taken: [],
  conflicts: [],
});

const mergeRule = inTurn<GateRuleDraft>(withTheirIdentity, ...mergeRuleFields<GateRuleDraft>());

const typeField: Field<GateDraft, string> = {
  what: "Type",
  get: ({ type }) => type,
  set: (draft, type) => ({ ...draft, type }),
  show: (text) => text,
};

const stateField: Field<GateDraft, GateState> = {
  what: "State",
  get: ({ state }) => state,
  set: (draft, state) => ({ ...draft, state }),
  show: (state) => stateWords[state],
};

/** `base` is what I started from, `theirs` what is stored now. */
export function mergeGates(base: GateDraft, mine: GateDraft, theirs: GateDraft): Merged<GateDraft> {
  const merged = inTurn<GateDraft>(
    (all) => mergeField(stateField, all),
    (all) => mergeField(nameField(), all),
    (all) => mergeField(descriptionField(), all),
    (all) => mergeField(tagsField(), all),
    (all) => mergeField(typeField, all),
    (all) =>
      mergeListField(
        {
          noun: "Rule",
          get: ({ rules }) => rules,
          set: (draft, rules) => ({ ...draft, rules }),
          isSame: isSameRule,
          mergeItem: mergeRule,
        },
        all,
      ),
  )([base, mine, theirs]);
  return capitalised(merged);
}
