// Runs user-written schemas in one worker, one at a time, each with a time limit, because a pattern can take forever.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { z } from "zod/mini";
import type { SchemaVerdict } from "#contract/json-schema.ts";
import type { Json } from "#contract/json5.ts";
import { fairQueue, type Caller } from "./fair-queue.ts";
import { code } from "./schema-worker.ts?node-worker";

const limitMs = 1000;
/** Messages by the code of the error that ended the check. */
const refusals: ReadonlyMap<unknown, string> = new Map([
  ["ABORT_ERR", "The schema took longer than 1 s to check"],
  ["ERR_WORKER_OUT_OF_MEMORY", "The schema needed too much memory to check"],
]);

const Problems = z.array(z.object({ path: z.string(), message: z.string() }));
const Verdict = z.object({ schema: Problems, values: z.array(Problems) });

const program = new URL(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
let worker: Promise<Worker> | undefined;
/** Most waiting checks of one key, each up to a second; enough for a script that saves as many configs at once. */
const longestQueue = 30;
const inTurn = fairQueue(longestQueue);

/** Starts a worker that has loaded its program and run it once, so that neither counts against the time limit. The worker does not keep
 *  the process alive. */
async function startWorker(): Promise<Worker> {
  const started = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: 128 } });
  await once(started, "message");
  started.unref();
  return started;
}

async function run(schema: Json, values: readonly Json[]): Promise<SchemaVerdict> {
  worker ??= startWorker().catch((error: unknown) => {
    worker = undefined;
    throw error;
  });
  const running = await worker;
  try {
    const answer = once(running, "message", { signal: AbortSignal.timeout(limitMs) });
    running.postMessage({ schema, values });
    const [verdict]: unknown[] = await answer;
    return Verdict.parse(verdict);
  } catch (error) {
    worker = undefined;
    await running.terminate();
    const message = refusals.get(error instanceof Error && "code" in error ? error.code : undefined);
    if (message === undefined) throw error;
    return { schema: [{ path: "", message }], values: [] };
  }
}

/** Checks values against a schema off the main thread; once running, it never takes much longer than a second. */
export const runSchema = (schema: Json, values: readonly Json[], caller: Caller): Promise<SchemaVerdict> =>
  inTurn(caller, () => run(schema, values));
