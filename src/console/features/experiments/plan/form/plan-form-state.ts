// The state shared by the sections of the form: the draft, the problems by field, and which fields are locked.
import { useMemo, useState } from "react";
import type { Problem } from "#contract/api-error.ts";
import { fieldRefusal } from "#contract/experiment-states.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { planFieldID } from "#console/features/experiments/plan/field-id.ts";
import type { PlanEdit } from "#console/features/experiments/plan/draft/plan-adapter.ts";
import { isNewPlan, type PlanDraft } from "#console/features/experiments/plan/draft/plan-draft.ts";
import { planLabel, shortMessage } from "#console/features/experiments/plan/draft/problem-words.ts";
import { andList, uncapitalise } from "#console/foundation/ui/wording.ts";
import type { PlanField } from "#console/features/experiments/plan/draft/sent-plan.ts";

export interface PlanForm {
  readonly draft: PlanDraft;
  readonly isNew: boolean;
  readonly change: (part: Partial<PlanDraft>) => void;
  /** Returns the short message for the field itself. */
  readonly errorOf: (path: string) => string | undefined;
  /** Problems of the fields that were blurred, or of all fields once the user tried to save. */
  readonly problems: readonly Problem[];
  /** Returns why the field is locked, if it is. */
  readonly lockOf: (field: PlanField) => string | undefined;
  /** Returns which of the fields are locked and why, one sentence per reason. */
  readonly locksOf: (...fields: PlanField[]) => readonly string[];
}

/** Problems of a new plan appear once a field was blurred, those of a stored plan at once. */
export function usePlanForm(edit: PlanEdit, all: readonly Problem[]) {
  const { stored, draft, change } = edit;
  const isNew = isNewPlan(stored);
  const refusal = useSaveRefusal();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isAsked, setIsAsked] = useState(!isNew);
  // Memoized, so that memoized sections re-render only when it changes.
  const form = useMemo((): PlanForm => {
    const problems = isAsked ? all : all.filter(({ property }) => left.has(planFieldID(property)));
    const lockOf = (field: PlanField) => refusal ?? fieldRefusal(stored, field);
    return {
      draft,
      isNew,
      change,
      problems,
      errorOf: (path) => {
        const found = problems.find(({ property }) => property === path);
        return found && shortMessage(found);
      },
      lockOf,
      locksOf: (...fields) => {
        // The page already shows this reason once.
        if (refusal) return [];
        const reasons = new Set(fields.flatMap((field) => lockOf(field) ?? []));
        return [...reasons].map((reason) => {
          const labels = fields
            .filter((field) => lockOf(field) === reason)
            .map((field) => planLabel(field, draft));
          return `${andList(labels)}: ${uncapitalise(reason)}.`;
        });
      },
    };
  }, [draft, isNew, change, all, isAsked, left, refusal, stored]);
  return {
    form,
    onLeave: (id: string) => {
      if (!isAsked && id.startsWith("field-") && !left.has(id)) setLeft(new Set([...left, id]));
    },
    showAll: () => setIsAsked(true),
  };
}
