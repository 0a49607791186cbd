import { Trash2 } from "lucide-react";
import { planFieldID } from "#console/features/experiments/plan/field-id.ts";
import { unitNoun } from "#console/features/experiments/results/model/format-result.ts";
import { PercentField } from "#console/foundation/forms/percent-field.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { capitalise } from "#console/foundation/ui/wording.ts";
import { ConditionsField, problemsUnder } from "#console/rules/fields/conditions-field.tsx";
import { usersParts } from "#console/rules/fields/condition-words.ts";
import { ruleOfDraft, type RuleDraft } from "#console/rules/fields/rule-draft.ts";
import { Sentence } from "#console/rules/fields/sentence.tsx";
import { FormRow, WideField } from "./form-row.tsx";
import type { PlanForm } from "./plan-form-state.ts";

const field = "inlineTargetingRulesJSON";

/** The inline targeting rules of the experiment, with the same fields as rules of gates. */
export function InlineRules({ form }: { form: PlanForm }) {
  const { draft, change, errorOf, problems, lockOf } = form;
  const lock = lockOf(field);
  const units = unitNoun(draft.idType);
  if (draft.inlineText !== undefined)
    return (
      <FormRow label="and">
        <WideField>
          <TextField
            id={planFieldID(field)}
            label="Inline targeting rules, JSON"
            hideLabel
            multiline
            isReadOnly={Boolean(lock)}
            value={draft.inlineText}
            error={errorOf(field)}
            help="These rules say more than the form can show, and stand here as they came."
            onChange={(inlineText) => change({ inlineText })}
          />
        </WideField>
      </FormRow>
    );
  const set = (index: number, part: Partial<RuleDraft>) =>
    change({ rules: draft.rules.map((rule, place) => (place === index ? { ...rule, ...part } : rule)) });
  return draft.rules.map((rule, index) => (
    <FormRow key={rule.key} label={index === 0 ? "and fit" : "or fit"}>
      <WideField>
        {lock ? (
          <p className="pt-1.5">
            <Sentence
              parts={usersParts(ruleOfDraft(rule).conditions, rule.passPercentage ?? 0, () => undefined)}
            />
          </p>
        ) : (
          <div className="grid gap-3 border-l border-border pl-3">
            <ConditionsField
              label={`${capitalise(units)} where`}
              conditions={rule.conditions}
              problems={problemsUnder(problems, `${field}.${index}.conditions`)}
              idPrefix={planFieldID(`${field}.${index}.conditions`)}
              onChange={(conditions) => set(index, { conditions })}
            />
            <PercentField
              label="Share of them"
              id={planFieldID(`${field}.${index}.passPercentage`)}
              share={rule}
              error={errorOf(`${field}.${index}.passPercentage`)}
              noun={units}
              onChange={(share) => set(index, share)}
            />
            <div className="-ml-2">
              <Button
                variant="quiet"
                size="small"
                icon={Trash2}
                onClick={() => change({ rules: draft.rules.toSpliced(index, 1) })}
              >
                Remove these conditions
              </Button>
            </div>
          </div>
        )}
      </WideField>
    </FormRow>
  ));
}
