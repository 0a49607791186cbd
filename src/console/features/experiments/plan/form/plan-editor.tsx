// The plan editor: one draft, problems as they are typed, a dry run before a stored plan changes, and no input is ever lost.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useLocation, useRouter } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useMemo, useRef, type FocusEvent, type ReactNode } from "react";
import type { Problem } from "#contract/api-error.ts";
import { DraftHistory } from "#console/editing/session/draft-history.tsx";
import { DraftSession } from "#console/editing/session/draft-session.tsx";
import { useDraftEdit } from "#console/editing/session/use-draft-edit.ts";
import { usePlanPower } from "#console/features/experiments/plan/answers/use-plan-answers.ts";
import { draftProblems } from "#console/features/experiments/plan/draft/draft-problems.ts";
import { planAdapter } from "#console/features/experiments/plan/draft/plan-adapter.ts";
import { isNewPlan, type PlannedExperiment } from "#console/features/experiments/plan/draft/plan-draft.ts";
import { draftPlanOf } from "#console/features/experiments/plan/draft/sent-plan.ts";
import { planSentence } from "#console/features/experiments/plan/draft/problem-words.ts";
import { focusPlanField, goToPlanField, planFieldID } from "#console/features/experiments/plan/field-id.ts";
import { query } from "#console/foundation/api/query.ts";
import { queryAll } from "#console/foundation/api/query-all.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { GroupsSection } from "./groups-section.tsx";
import { MethodSection } from "./method-section.tsx";
import { MetricsSection } from "./metrics-section.tsx";
import { PlanAside } from "./plan-aside.tsx";
import { PlanFoot } from "./plan-foot.tsx";
import { usePlanForm } from "./plan-form-state.ts";
import { PlanReview } from "./plan-review.tsx";
import { QuestionSection } from "./question-section.tsx";
import { WhoSection } from "./who-section.tsx";

interface PlanEditorProps {
  experiment: PlannedExperiment;
  /** Storage key of the draft in this browser. */
  slot: string;
  tab: "plan" | "history";
  head: ReactNode;
  /** Slug of the company that owns the experiment. */
  company: string;
}

const none: readonly [] = [];

/** Scrolls to the field that the address links to, once the form is rendered. */
function useLinkedField() {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (!hash.startsWith("field-")) return undefined;
    const frame = requestAnimationFrame(() => {
      focusPlanField(hash);
    });
    return () => cancelAnimationFrame(frame);
  }, [hash]);
}

export function PlanEditor({ experiment, slot, tab, head, company }: PlanEditorProps) {
  const router = useRouter();
  const client = useQueryClient();
  const toast = useToast();
  const edit = useDraftEdit(planAdapter, experiment, slot);
  const { stored, base, draft } = edit;
  const isNew = isNewPlan(stored);
  const metrics = useQuery(queryAll("listMetrics", {})).data;
  const problems = useMemo(() => draftProblems(base, draft, metrics), [base, draft, metrics]);
  // Deferred, so that the panels do not slow down typing.
  const plan = useDeferredValue(draftPlanOf(draft));
  const experimentID = isNew ? undefined : stored.id;
  const { data: power } = usePlanPower({ plan, experimentID });
  const { form, onLeave, showAll } = usePlanForm(edit, problems.all);
  const refusal = useSaveRefusal();
  const startsAfter = useRef(false);
  useLinkedField();

  const open = (id: string) =>
    void router.navigate({
      to: "/$company/experiments/$id",
      params: { company, id },
      search: startsAfter.current ? { action: "start" } : {},
      replace: isNew,
    });
  const [first] = problems.ofSave;
  const goTo = ({ property }: Problem) => {
    showAll();
    goToPlanField(property);
  };
  const saveNew = async () => {
    showAll();
    if (first) return goToPlanField(first.property);
    const saved = await edit.saveAtOnce();
    if (!saved) return undefined;
    toast(`${saved.name} is planned`);
    return open(saved.id);
  };
  const next = () => {
    if (isNew) return void saveNew();
    return void edit.review();
  };
  const onStart = () => {
    startsAfter.current = true;
    if (!edit.isDirty && !isNew) return open(stored.id);
    return next();
  };
  const isInSetup = stored.status === "setup";
  const label = isInSetup ? "Save plan" : "Review changes";
  return (
    <DraftSession
      edit={edit}
      step={{
        label,
        onSelect: () => {
          startsAfter.current = false;
          next();
        },
      }}
      blockedBy={first ? planSentence(first, draft) : undefined}
      {...(first ? { blockedField: planFieldID(first.property) } : {})}
      head={head}
      aside={tab === "plan" ? <PlanAside plan={plan} experimentID={experimentID} /> : undefined}
      onSaved={(saved) => {
        if (!startsAfter.current) return;
        // The dialog must start the version just saved, without waiting for a refetch.
        client.setQueryData(
          query("readExperiment", { id: saved.id }).queryKey,
          (answer) => answer && { ...answer, data: { ...answer.data, ...saved } },
        );
        open(saved.id);
      }}
      review={(accepted) => <PlanReview edit={edit} accepted={accepted} />}
      foot={(steps) =>
        tab === "plan" && (!refusal || edit.isDirty) && stored.status !== "archived" ? (
          <PlanFoot
            edit={edit}
            steps={steps}
            problems={isInSetup ? problems.all : problems.ofSave}
            isSaveRefused={problems.ofSave.length > 0}
            onStart={isInSetup ? onStart : undefined}
            onGo={goTo}
          />
        ) : null
      }
    >
      {tab === "history" ? (
        <DraftHistory edit={edit} />
      ) : (
        <div key={edit.generation} className="pb-6" onBlur={({ target }: FocusEvent) => onLeave(target.id)}>
          {refusal ? (
            <p className="flex gap-1.5 pt-4 text-text-muted">
              <Lock size={16} aria-hidden className="mt-0.5" />
              {refusal}
            </p>
          ) : null}
          <QuestionSection form={form} metrics={metrics ?? none} />
          <WhoSection form={form} power={power} />
          <GroupsSection form={form} />
          <MetricsSection form={form} metrics={metrics ?? none} power={power} />
          <MethodSection form={form} />
        </div>
      )}
    </DraftSession>
  );
}
