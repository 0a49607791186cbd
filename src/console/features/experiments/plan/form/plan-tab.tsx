import type { ReactNode } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { plannedExperiment } from "#console/features/experiments/plan/draft/planned-experiment.ts";
import { useDraftSlot } from "#console/foundation/api/draft-slot.ts";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { PlanEditor } from "./plan-editor.tsx";

interface PlanTabProps {
  experiment: Experiment;
  tab: "plan" | "history";
  company: string;
  /** The draft to open, if there are several. */
  draft: string | undefined;
  head: ReactNode;
}

/** The tab with the plan of a stored experiment and its history. */
export function PlanTab({ experiment, draft, head, ...rest }: PlanTabProps) {
  const slot = useDraftSlot(`experiments/${experiment.id}`, draft);
  if (slot === undefined)
    return (
      <>
        {head}
        <SkeletonRows rows={8} label="Loading the plan" />
      </>
    );
  return (
    <PlanEditor key={slot} {...rest} experiment={plannedExperiment(experiment)} slot={slot} head={head} />
  );
}
