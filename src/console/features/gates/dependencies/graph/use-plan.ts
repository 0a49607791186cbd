import { startTransition, useEffect, useState } from "react";
import { planRequest, type Drawing } from "./drawing.ts";
import { planOf } from "#console/features/gates/dependencies/graph/layout/plan-of.ts";
import type { Plan } from "#console/features/gates/dependencies/graph/layout/plan.ts";

/** Computes the positions of boxes and arrows; the plan of the previous drawing remains until the next is ready. */
export function usePlan(drawing: Drawing): Plan | "failed" | undefined {
  const [plan, setPlan] = useState<Plan | "failed">();
  useEffect(() => {
    let isCurrent = true;
    const show = (next: Plan | "failed") => {
      if (isCurrent) startTransition(() => setPlan(next));
    };
    planOf(planRequest(drawing)).then(show, () => show("failed"));
    return () => {
      isCurrent = false;
    };
  }, [drawing]);
  return plan;
}
