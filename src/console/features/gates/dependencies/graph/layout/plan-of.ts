// Asks for a layout. dagre comes with the first one; large pictures are laid out in a worker.
import type { Plan, PlanRequest } from "./plan.ts";

/** The page itself lays out pictures up to this number of boxes, within a few frames. */
const inPage = 25;

/** The worker answers each message with a plan. */
const planIn = (data: unknown) => data as Plan;

function layOutInWorker(request: PlanRequest, signal: AbortSignal | undefined): Promise<Plan> {
  const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
  return new Promise<Plan>((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new Error("No longer asked for")));
    worker.addEventListener("message", ({ data }) => resolve(planIn(data)));
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}

/** Fails where the code cannot be loaded, or the signal ends it. */
export async function planOf(request: PlanRequest, signal?: AbortSignal): Promise<Plan> {
  if (request.keys.length > inPage && typeof Worker !== "undefined") return layOutInWorker(request, signal);
  const { layOut } = await import("./lay-out.ts");
  return layOut(request);
}
