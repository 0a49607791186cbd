// Three-way merge of a config's draft with a colleague's save; the user is asked about conflicts, and until then the draft's text stays.
import { sameJson, type Json } from "#contract/json5.ts";
import {
  descriptionStep,
  nameStep,
  percentStep,
  rulesStep,
  tagsStep,
} from "#console/editing/diff-merge/draft-fields.ts";
import { fieldStep, chainSteps, mergeOf, type Step } from "#console/editing/diff-merge/merge-fields.ts";
import { listStep } from "#console/editing/diff-merge/merge-lists.ts";
import { configState } from "#console/foundation/ui/entity-state.ts";
import { changeText } from "#console/foundation/code-editor/json5/edit-text.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import type { ConfigDraft, ConfigRuleDraft, VariantDraft } from "./config-draft.ts";
import { mergeJson, pathText } from "#console/editing/diff-merge/merge-json.ts";

const shown = (value: Json | undefined) => (value === undefined ? "nothing" : JSON.stringify(value));

/** Merges JSON5 texts by path; a text that does not parse can only be kept or replaced as a whole. */
const textStep =
  <Whole extends Record<Key, string>, Key extends keyof Whole>(label: string, key: Key): Step<Whole> =>
  (all) => {
    const [base, mine, theirs] = [all[0][key], all[1][key], all[2][key]];
    const values = [base, mine, theirs].map(valueIn);
    const isWhole = base === theirs || mine === theirs || base === mine || values.includes(undefined);
    if (isWhole) return fieldStep<Whole, Key>(label, key, (text) => text)(all);
    const { take, conflicts } = mergeJson(values[0], values[1], values[2]);
    const what = label.toLowerCase();
    const set = (whole: Whole, text: string): Whole => ({ ...whole, [key]: text });
    return {
      value: take.length ? set(all[1], changeText(mine, take)) : all[1],
      taken: take.map(({ path }) => [what, pathText(path)].filter(Boolean).join(" ")),
      conflicts: conflicts.map((conflict) => ({
        key: `${label} ${JSON.stringify(conflict.path)}`,
        where: [what, pathText(conflict.path)].filter(Boolean).join(" "),
        base: shown(conflict.base),
        mine: shown(conflict.mine),
        theirs: shown(conflict.theirs),
        takeTheirs: (whole) =>
          set(whole, changeText(whole[key], [{ path: conflict.path, value: conflict.theirs }])),
      })),
    };
  };

const valueStep = <Whole extends { value: string }>(): Step<Whole> =>
  textStep<Whole, "value">("Value", "value");

/** `base` is the version that the draft started from, `theirs` the one stored now. */
export const mergeDrafts = mergeOf<ConfigDraft>(
  fieldStep("Status", "isEnabled", (isEnabled) => configState({ isEnabled })),
  descriptionStep(),
  tagsStep(),
  textStep("Default value", "defaultValue"),
  textStep("Schema", "schema"),
  rulesStep<ConfigRuleDraft, ConfigDraft>(
    valueStep(),
    listStep<"variants", VariantDraft, ConfigRuleDraft>("variants", {
      noun: "Variant",
      isSame: sameJson,
      mergeItem: chainSteps<VariantDraft>(nameStep(), percentStep("Share"), valueStep()),
    }),
  ),
);
