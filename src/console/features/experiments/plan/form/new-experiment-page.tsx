import { getRouteApi } from "@tanstack/react-router";
import { blankExperiment } from "#console/features/experiments/plan/draft/plan-draft.ts";
import { useDraftSlot } from "#console/foundation/api/draft-slot.ts";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { PlanEditor } from "./plan-editor.tsx";

const route = getRouteApi("/$company/experiments/new");

/** The page that plans a new experiment. */
export function NewExperimentPage() {
  const { company } = route.useParams();
  const slot = useDraftSlot("experiments/new");
  const head = <PageHead title="New experiment" facts={["Nothing is stored until you save the plan."]} />;
  if (slot === undefined)
    return (
      <>
        {head}
        <SkeletonRows rows={8} label="Loading the form" />
      </>
    );
  return (
    <PlanEditor
      key={slot}
      experiment={blankExperiment}
      slot={slot}
      tab="plan"
      company={company}
      head={head}
    />
  );
}
