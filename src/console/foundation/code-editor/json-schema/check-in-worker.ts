// Checks texts in one worker, one task after the other, each schema with a time limit: a pattern can take for ever.
import pLimit from "p-limit";
import CheckWorker from "./check-worker.ts?worker";
import { type Checked, readAlone, type Task } from "./checked.ts";

const limitMs = 1000;

/** Only check-worker.ts posts here. */
const asChecked = (message: unknown) => message as Checked;

let worker: Promise<Worker> | undefined;
const inTurn = pLimit(1);

/** A worker that has loaded all it needs, so that loading does not count against the limit. */
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
      resolve({ ...readAlone(task), schema: [tooLong] });
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
  // Tests have no workers.
  if (typeof Worker === "undefined") {
    const { checkTexts } = await import("./check-texts.ts");
    return checkTexts(task);
  }
  try {
    worker ??= startWorker();
    return await answerOf(await worker, task);
  } catch {
    worker = undefined;
    return readAlone(task);
  }
}

/** Never takes much longer than a second once it runs; a task that is no longer wanted does not begin, and rejects. */
export const check = (task: Task, signal?: AbortSignal): Promise<Checked> =>
  inTurn(() => {
    signal?.throwIfAborted();
    return run(task);
  });
