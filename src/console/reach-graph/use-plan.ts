// Lays out a drawing. dagre comes with the first one; large drawings are laid out in a worker.
import { useEffect, useMemo, useState } from "react";
import type { Thing } from "#targeting/reach/thing.ts";
import { boxWidth } from "./box-text.ts";
import type { Drawing } from "./drawing.ts";
import type { Arrow, Box, Plan } from "./lay-out.ts";

export interface PlanRequest {
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

/** Up to here the page lays out itself, within a few frames. */
const inPage = 25;

/** The worker answers each message with a plan. */
const planIn = (data: unknown) => data as Plan;

function layOutInWorker(request: PlanRequest, signal: AbortSignal | undefined): Promise<Plan> {
  const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
  return new Promise<Plan>((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new Error("No longer asked for")));
    worker.addEventListener("message", ({ data }) => resolve(planIn(data)));
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    // A worker of our own has no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}

/** Fails where the code cannot be loaded, or the signal ends it. */
export async function planOf(request: PlanRequest, signal?: AbortSignal): Promise<Plan> {
  if (request.boxes.length > inPage && typeof Worker !== "undefined") return layOutInWorker(request, signal);
  const { layOut } = await import("./lay-out.ts");
  return layOut(request.boxes, request.arrows);
}

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
