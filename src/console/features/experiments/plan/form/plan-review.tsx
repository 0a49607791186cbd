import { experimentEndpoints } from "#contract/experiment-endpoints.ts";
import { DraftReview } from "#console/editing/review/draft-review.tsx";
import type { Accepted } from "#console/editing/session/entity-adapter.ts";
import type { PlanEdit } from "#console/features/experiments/plan/draft/plan-adapter.ts";
import type { PlannedExperiment } from "#console/features/experiments/plan/draft/plan-draft.ts";
import { planLabel } from "#console/features/experiments/plan/draft/problem-words.ts";
import type { PlanBody } from "#console/features/experiments/plan/draft/sent-plan.ts";

interface PlanReviewProps {
  edit: PlanEdit;
  accepted: Accepted<PlannedExperiment, PlanBody>;
}

/** Review of a stored plan's changes, with the request that applies them. */
export function PlanReview({ edit, accepted }: PlanReviewProps) {
  const { stored, draft } = edit;
  const { method, path } = experimentEndpoints.patchExperiment;
  const body = edit.withReason(accepted.body);
  return (
    <DraftReview
      edit={edit}
      accepted={accepted}
      sent={{
        note: "Only what changed is sent; everything else stays as it is stored.",
        fields: Object.keys(accepted.body).map((field) => ({
          label: planLabel(field, draft),
          origin: "changed",
        })),
        method,
        path: path.replace("{id}", encodeURIComponent(stored.id)),
        headers: stored.version ? { "If-Match": `"${stored.version}"` } : {},
        body,
      }}
    >
      {null}
    </DraftReview>
  );
}
