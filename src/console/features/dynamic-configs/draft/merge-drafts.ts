// My draft and a colleague's save: what does not clash is merged, what clashes is asked about. My text never leaves the draft.
import { parseJson5, sameJson, type Json } from "#contract/json5.ts";
import {
  descriptionField,
  mergeRuleFields,
  nameField,
  percentField,
  tagsField,
} from "#console/editing/diff-merge/draft-fields.ts";
import {
  inTurn,
  mergeField,
  mergeListField,
  capitalised,
  type Field,
} from "#console/editing/diff-merge/merge-fields.ts";
import type { Merged } from "#console/editing/diff-merge/merge-lists.ts";
import { changeText } from "#console/foundation/code-editor/json5/edit-text.ts";
import { sentConditions } from "#console/rules/fields/condition-draft.ts";
import type { ConfigDraft, ConfigRuleDraft, VariantDraft } from "./config-draft.ts";
import { mergeJson, pathText } from "./merge-json.ts";

const valueIn = (text: string): Json | undefined => {
  const parsed = parseJson5(text);
  return parsed.ok ? parsed.value : undefined;
};

const shown = (value: Json | undefined) => (value === undefined ? "nothing" : JSON.stringify(value));

/** JSON5 texts are merged by path; a text that does not parse can only be kept or replaced whole. */
function mergeText<Whole>(
  field: Omit<Field<Whole, string>, "show">,
  all: readonly [Whole, Whole, Whole],
): Merged<Whole> {
  const texts = all.map(field.get);
  const [base = "", mine = "", theirs = ""] = texts;
  const values = texts.map(valueIn);
  const isWhole = base === theirs || mine === theirs || base === mine || values.includes(undefined);
  if (isWhole) return mergeField({ ...field, show: (text) => text }, all);
  const { take, conflicts } = mergeJson(values[0], values[1], values[2]);
  const what = field.what.toLowerCase();
  return {
    value: take.length ? field.set(all[1], changeText(mine, take)) : all[1],
    taken: take.map(({ path }) => [what, pathText(path)].filter(Boolean).join(" ")),
    conflicts: conflicts.map((conflict) => ({
      key: `${field.what} ${pathText(conflict.path)}`,
      where: [what, pathText(conflict.path)].filter(Boolean).join(" "),
      base: shown(conflict.base),
      mine: shown(conflict.mine),
      theirs: shown(conflict.theirs),
      takeTheirs: (whole) =>
        field.set(whole, changeText(field.get(whole), [{ path: conflict.path, value: conflict.theirs }])),
    })),
  };
}

const valueText = <Whole extends { value: string }>() => ({
  what: "Value",
  get: ({ value }: Whole) => value,
  set: (whole: Whole, value: string): Whole => ({ ...whole, value }),
});

const mergeVariant = inTurn<VariantDraft>(
  (all) => mergeField(nameField(), all),
  (all) => mergeField(percentField("Share"), all),
  (all) => mergeText(valueText(), all),
);

const mergeRule = inTurn<ConfigRuleDraft>(
  ...mergeRuleFields<ConfigRuleDraft>(),
  (all) => mergeText(valueText(), all),
  (all) =>
    mergeListField(
      {
        noun: "Variant",
        get: ({ variants }) => variants,
        set: (rule, variants) => ({ ...rule, variants }),
        isSame: sameJson,
        mergeItem: mergeVariant,
      },
      all,
    ),
);

/** Rules as they are sent: the keys of conditions are the form's own. */
const sameRule = (left: ConfigRuleDraft, right: ConfigRuleDraft) =>
  sameJson(
    { ...left, conditions: sentConditions(left.conditions) },
    { ...right, conditions: sentConditions(right.conditions) },
  );

/** `base` is what I started from, `theirs` what is stored now. */
export function mergeDrafts(base: ConfigDraft, mine: ConfigDraft, theirs: ConfigDraft): Merged<ConfigDraft> {
  const merged = inTurn<ConfigDraft>(
    (all) =>
      mergeField(
        {
          what: "State",
          get: ({ isEnabled }) => isEnabled,
          set: (draft, isEnabled) => ({ ...draft, isEnabled }),
          show: (isEnabled) => (isEnabled ? "On" : "Off"),
        },
        all,
      ),
    (all) => mergeField(descriptionField(), all),
    (all) => mergeField(tagsField(), all),
    (all) =>
      mergeText(
        {
          what: "Default value",
          get: ({ defaultValue }) => defaultValue,
          set: (draft, defaultValue) => ({ ...draft, defaultValue }),
        },
        all,
      ),
    (all) =>
      mergeText(
        {
          what: "Schema",
          get: ({ schema }) => schema,
          set: (draft, schema) => ({ ...draft, schema }),
        },
        all,
      ),
    (all) =>
      mergeListField(
        {
          noun: "Rule",
          get: ({ rules }) => rules,
          set: (draft, rules) => ({ ...draft, rules }),
          isSame: sameRule,
          mergeItem: mergeRule,
        },
        all,
      ),
  )([base, mine, theirs]);
  return capitalised(merged);
}
