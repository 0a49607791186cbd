// Requests layouts from one worker, which stays for the next: it takes longer to start than to lay out a graph.
import type { Plan, PlanRequest } from "./plan.ts";

/** The worker answers each request with a plan. */
const planIn = (data: unknown) => data as Plan;

const startWorker = () => new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });

// Started with the page's code, while the dependencies are on their way.
let worker = typeof Worker === "undefined" ? undefined : startWorker();

/** Fails where the code cannot be loaded. */
export async function planOf(request: PlanRequest): Promise<Plan> {
  const current = worker;
  if (!current) return (await import("./lay-out.ts")).layOut(request);
  const listening = new AbortController();
  // A channel for each request, so that no answer is taken for another's.
  const { port1: answers, port2: answering } = new MessageChannel();
  return new Promise<Plan>((resolve, reject) => {
    answers.addEventListener("message", ({ data }) => resolve(planIn(data)));
    answers.start();
    const onError = ({ message }: ErrorEvent) => {
      worker = startWorker();
      reject(new Error(message));
    };
    current.addEventListener("error", onError, listening);
    current.postMessage(request, [answering]);
  }).finally(() => {
    listening.abort();
    answers.close();
  });
}
