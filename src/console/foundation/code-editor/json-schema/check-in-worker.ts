// Checks texts in a worker, one task at a time and each with a time limit, because a pattern in a schema may run forever.
import pLimit from "p-limit";
import CheckWorker from "./check-worker.ts?worker";
import { type Checked, checkWithoutSchema, type Task } from "./checked.ts";

const limitMs = 1000;

/** Only check-worker.ts posts messages here. */
const asChecked = (message: unknown) => message as Checked;

let worker: Promise<Worker> | undefined;
const inTurn = pLimit(1);

/** Resolves once the worker has loaded everything it needs, so that loading does not count against the time limit. */
const startWorker = () =>
  new Promise<Worker>((resolve, reject) => {
    const started = new CheckWorker();
    started.addEventListener("message", () => resolve(started), { once: true });
    started.addEventListener("error", () => reject(new Error("The worker did not start")), { once: true });
  });

const tooLong = { path: "", message: "The schema took longer than 1 s to check" };

function answerOf(running: Worker, task: Task): Promise<Checked> {
  const listening = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<Checked>((resolve, reject) => {
    timer = setTimeout(() => {
      running.terminate();
      worker = undefined;
      resolve({ ...checkWithoutSchema(task), schema: [tooLong] });
    }, limitMs);
    running.addEventListener("message", ({ data }) => resolve(asChecked(data)), listening);
    running.addEventListener("error", () => reject(new Error("The worker ended")), listening);
    running.postMessage(task, []);
  }).finally(() => {
    clearTimeout(timer);
    listening.abort();
  });
}

async function run(task: Task): Promise<Checked> {
  // The test environment has no workers.
  if (typeof Worker === "undefined") {
    const { checkTexts } = await import("./check-texts.ts");
    return checkTexts(task);
  }
  try {
    worker ??= startWorker();
    return await answerOf(await worker, task);
  } catch {
    worker = undefined;
    return checkWithoutSchema(task);
  }
}

/**
 * Checks texts. Takes hardly more than a second once started; a task whose signal is aborted before it starts is rejected
 * without running.
 */
export const check = (task: Task, signal?: AbortSignal): Promise<Checked> =>
  inTurn(() => {
    signal?.throwIfAborted();
    return run(task);
  });
