// Requests layouts from one worker, which stays for the next: it takes longer to start than to lay out a graph.
import type { Plan, PlanRequest } from "./plan.ts";

/** A request and its number, which the answer repeats. */
export interface NumberedRequest {
  readonly number: number;
  readonly request: PlanRequest;
}

/** The worker answers each message with a plan. */
const planIn = (data: unknown) => data as { readonly number: number; readonly plan: Plan };

const startWorker = () => new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });

// Started with the page's code, while the dependencies are on their way.
let worker = typeof Worker === "undefined" ? undefined : startWorker();
let requests = 0;

/** Fails where the code cannot be loaded. */
export async function planOf(request: PlanRequest): Promise<Plan> {
  const current = worker;
  if (!current) return (await import("./lay-out.ts")).layOut(request);
  requests += 1;
  const number = requests;
  const listening = new AbortController();
  const { signal } = listening;
  return new Promise<Plan>((resolve, reject) => {
    current.addEventListener(
      "message",
      ({ data }) => {
        const answer = planIn(data);
        if (answer.number === number) resolve(answer.plan);
      },
      { signal },
    );
    current.addEventListener(
      "error",
      ({ message }) => {
        worker = startWorker();
        reject(new Error(message));
      },
      { signal },
    );
    const message: NumberedRequest = { number, request };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    current.postMessage(message);
  }).finally(() => listening.abort());
}
