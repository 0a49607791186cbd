import { startTransition, useEffect, useState } from "react";
import { planRequest, type Drawing } from "./drawing.ts";
import { planOf } from "./layout/plan-of.ts";
import type { Plan } from "./layout/plan.ts";

/** The positions of boxes and arrows; those of an earlier drawing stay until the next are there. */
export function usePlan(drawing: Drawing): Plan | "failed" | undefined {
  const [plan, setPlan] = useState<Plan | "failed">();
  useEffect(() => {
    const leaving = new AbortController();
    const show = (next: Plan | "failed") => {
      if (!leaving.signal.aborted) startTransition(() => setPlan(next));
    };
    planOf(planRequest(drawing), leaving.signal).then(show, () => show("failed"));
    return () => leaving.abort();
  }, [drawing]);
  return plan;
}
