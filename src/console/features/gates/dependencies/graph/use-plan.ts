import { startTransition, useEffect, useMemo, useState } from "react";
import type { DependencyNode } from "#targeting/dependencies/graph.ts";
import { planOf } from "#console/features/gates/dependencies/graph/layout/plan-of.ts";
import type { Plan } from "#console/features/gates/dependencies/graph/layout/plan.ts";
import { boxWidth } from "./box-text.ts";
import type { Drawing } from "./drawing.ts";

/** The places of a drawing's boxes; those of an earlier drawing stay until the next are there. */
export function usePlan(
  { nodes, arrows, start }: Drawing,
  noteOf: (node: DependencyNode) => string,
): Plan | "failed" | undefined {
  const boxes = useMemo(
    () => nodes.map((node) => ({ key: node.key, width: boxWidth(node.name, noteOf(node)) })),
    [nodes, noteOf],
  );
  const [plan, setPlan] = useState<Plan | "failed">();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    planOf({ boxes, arrows, start }, signal).then(
      (next) => {
        if (!signal.aborted) startTransition(() => setPlan(next));
      },
      () => {
        if (!signal.aborted) setPlan("failed");
      },
    );
    return () => leaving.abort();
  }, [boxes, arrows, start]);
  return plan;
}
