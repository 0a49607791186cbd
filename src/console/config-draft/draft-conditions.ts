// Conditions of a draft as the sentence functions read them.
import type { Condition } from "#contract/condition.ts";
import type { ConditionDraft } from "#console/rules/condition-draft.ts";

export const conditionsOfDraft = (conditions: readonly ConditionDraft[]): Condition[] =>
  conditions.map(({ type, operator, field, customID, values }) => ({
    type,
    operator,
    field,
    customID,
    targetValue: values,
  }));
