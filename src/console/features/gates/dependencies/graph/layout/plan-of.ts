// Requests layouts from a worker that is reused, because starting it takes longer than laying out a graph.
import type { Plan, PlanRequest } from "./plan.ts";

/** Casts the data of a worker's answer, which is always a plan. */
const planIn = (data: unknown) => data as Plan;

const startWorker = () => new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });

// Started as soon as this module is loaded, while the dependencies are still being fetched.
let worker = typeof Worker === "undefined" ? undefined : startWorker();

/** Lays out a graph in the worker; rejects if its code cannot be loaded. */
export async function planOf(request: PlanRequest): Promise<Plan> {
  const current = worker;
  if (!current) return (await import("./lay-out.ts")).layOut(request);
  const listening = new AbortController();
  // Each request has its own channel, so that answers cannot be mixed up.
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
