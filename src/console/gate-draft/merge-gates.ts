// My draft of a gate and a colleague's save: by rule and by field, only what both changed is asked about.
import {
  conditionsField,
  environmentsField,
  inTurn,
  mergeField,
  nameField,
  percentField,
  type Field,
} from "#console/changes/merge-fields.ts";
import { mergeLists, type Merged } from "#console/changes/merge-lists.ts";
import { isSameRule, type GateDraft, type GateRuleDraft, type GateState } from "./gate-draft.ts";
import { stateWords } from "./gate-changes.ts";

const mergeRule = inTurn<GateRuleDraft>(
  (all) => mergeField(nameField(), all),
  (all) => mergeField(percentField("Passes"), all),
  (all) => mergeField(conditionsField(), all),
  (all) => mergeField(environmentsField(), all),
);

const textField = (what: string, part: "description" | "type"): Field<GateDraft, string> => ({
  what,
  get: (draft) => draft[part],
  set: (draft, text) => ({ ...draft, [part]: text }),
  show: (text) => text,
});

const stateField: Field<GateDraft, GateState> = {
  what: "State",
  get: ({ state }) => state,
  set: (draft, state) => ({ ...draft, state }),
  show: (state) => stateWords[state],
};

const tagsField: Field<GateDraft, string[]> = {
  what: "Tags",
  get: ({ tags }) => tags,
  set: (draft, tags) => ({ ...draft, tags }),
  show: (tags) => tags.join(", "),
};

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `base` is what I started from, `theirs` what is stored now. */
export function mergeGates(base: GateDraft, mine: GateDraft, theirs: GateDraft): Merged<GateDraft> {
  const { value, taken, clashes } = inTurn<GateDraft>(
    (all) => mergeField(stateField, all),
    (all) => mergeField(nameField(), all),
    (all) => mergeField(textField("Description", "description"), all),
    (all) => mergeField(tagsField, all),
    (all) => mergeField(textField("Type", "type"), all),
    ([before, own, other]) => {
      const rules = mergeLists({
        noun: "Rule",
        base: before.rules,
        mine: own.rules,
        theirs: other.rules,
        isSame: isSameRule,
        mergeItem: (...items) => mergeRule(items),
      });
      return {
        value: { ...own, rules: rules.value },
        taken: rules.taken,
        clashes: rules.clashes.map((clash) => ({
          ...clash,
          takeTheirs: (draft) => ({ ...draft, rules: clash.takeTheirs(draft.rules) }),
        })),
      };
    },
  )([base, mine, theirs]);
  return {
    value,
    taken: taken.map(capitalised),
    clashes: clashes.map((clash) => ({ ...clash, where: capitalised(clash.where) })),
  };
}
