import { useEffect, useMemo, useState } from "react";
import type { Thing } from "#targeting/reach/thing.ts";
import { boxWidth } from "./box-text.ts";
import type { Drawing } from "./drawing.ts";
import type { Plan } from "./lay-out.ts";
import { planOf } from "./plan-of.ts";

/** The places of a drawing's boxes; those of an earlier drawing stay until the next are there. */
export function usePlan(
  { things, arrows }: Drawing,
  noteOf: (thing: Thing) => string,
): Plan | "failed" | undefined {
  const boxes = useMemo(
    () => things.map((thing) => ({ key: thing.key, width: boxWidth(thing.name, noteOf(thing)) })),
    [things, noteOf],
  );
  const [plan, setPlan] = useState<Plan | "failed">();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    planOf({ boxes, arrows }, signal).then(
      (next) => {
        if (!signal.aborted) setPlan(next);
      },
      () => {
        if (!signal.aborted) setPlan("failed");
      },
    );
    return () => leaving.abort();
  }, [boxes, arrows]);
  return plan;
}
